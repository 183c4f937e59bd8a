import UIKit

/// Notes with a draft on disk and a copy on a server.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let draft = Draft()
  private var taskId: UIBackgroundTaskIdentifier = .invalid

  func applicationDidEnterBackground(_ application: UIApplication) {
    // A second stay overwrites the identifier of an upload that is still under way.
    taskId = application.beginBackgroundTask(withName: "upload") { [self] in endTask() }
    Task.detached { [self] in
      do {
        try await draft.send()
        await endTask()
      } catch {
        // Nothing ends the task.
      }
    }
    draft.save()
  }

  private func endTask() {
    UIApplication.shared.endBackgroundTask(taskId)
    taskId = .invalid
  }
}

final class Draft: @unchecked Sendable {
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appendingPathComponent("draft.txt")
  private(set) var text = ""

  func edit(_ text: String) { self.text = text }

  /// Holds the calling thread until the file is written: one to three seconds for a long draft.
  func save() { try? text.write(to: file, atomically: true, encoding: .utf8) }

  func send() async throws {
    var request = URLRequest(url: URL(string: "https://notes.example.com/draft")!)
    request.httpMethod = "PUT"
    _ = try await URLSession.shared.upload(for: request, from: Data(text.utf8))
  }
}
