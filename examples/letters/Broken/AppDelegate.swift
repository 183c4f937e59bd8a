import UIKit

/// A letter that is being written, and its copy on a server.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let draft = Draft()
  private var taskId: UIBackgroundTaskIdentifier = .invalid

  func applicationDidEnterBackground(_ application: UIApplication) {
    guard taskId == .invalid else { return }
    taskId = application.beginBackgroundTask(withName: "upload")
    Task {
      // A failed upload leaves here, and nothing ends the task.
      try await draft.send()
      endTask()
    }
  }

  /// iOS calls this seldom: a suspended app is killed without a word.
  func applicationWillTerminate(_ application: UIApplication) { draft.save() }

  private func endTask() {
    UIApplication.shared.endBackgroundTask(taskId)
    taskId = .invalid
  }
}

@MainActor
final class Draft {
  private let file = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    .appendingPathComponent("draft.txt")
  private(set) var text = ""

  func edit(_ text: String) { self.text = text }

  func save() { try? text.write(to: file, atomically: true, encoding: .utf8) }

  func send() async throws {
    var request = URLRequest(url: URL(string: "https://letters.example.com/draft")!, timeoutInterval: 2)
    request.httpMethod = "PUT"
    _ = try await URLSession.shared.upload(for: request, from: Data(text.utf8))
  }
}
