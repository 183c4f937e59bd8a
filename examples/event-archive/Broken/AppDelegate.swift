import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let archive = EventArchive()

  func applicationDidEnterBackground(_ application: UIApplication) {
    archive.close()
  }
}

/// Collects what the user taps, and writes it to a file every now and then.
final class EventArchive: @unchecked Sendable {
  private let lock = NSLock()
  private let disk = DispatchQueue(label: "event-archive", qos: .utility)
  private let file = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    .appendingPathComponent("events.plist")
  private var events: [[String: String]] = []

  func track(_ event: [String: String]) {
    lock.lock()
    events.append(event)
    lock.unlock()
    disk.async { self.write() }
  }

  /// The last event of a visit. Runs on the main thread.
  func close() {
    lock.lock()
    events.append(["name": "left"])
    lock.unlock()
  }

  private func write() {
    lock.lock()
    // The file is written under the lock: on a slow disk the main thread waits for all of it in `close`.
    defer { lock.unlock() }
    let data = try? PropertyListEncoder().encode(events)
    try? data?.write(to: file, options: .atomic)
  }
}
