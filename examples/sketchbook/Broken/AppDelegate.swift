import UIKit

/// Draws together with others: strokes go to a server, and a journal on disk lists those it has not acknowledged yet.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let journal = Journal()

  func applicationWillTerminate(_ application: UIApplication) {
    journal.archiveLater()
  }
}

final class Journal {
  private let disk = DispatchQueue(label: "journal")
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appendingPathComponent("journal.json")
  private var unacknowledged: [UUID] = []

  /// On the main thread: the answer of the server to a stroke.
  func acknowledge(_ stroke: UUID) {
    unacknowledged.removeAll { $0 == stroke }
  }

  /// The queue gets to it when the process is gone: at the next launch the strokes are sent again.
  func archiveLater() {
    let strokes = unacknowledged
    disk.async { self.write(strokes) }
  }

  private func write(_ strokes: [UUID]) {
    guard let data = try? JSONEncoder().encode(strokes) else { return }
    try? data.write(to: file, options: .atomic)
  }
}
