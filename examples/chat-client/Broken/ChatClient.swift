import UIKit

/// Posts texts and photos. Requests run on threads of their own and share one background task.
final class ChatClient: @unchecked Sendable {
  private let session = URLSession(configuration: .default)
  private var taskId: UIBackgroundTaskIdentifier = .invalid
  private var isTextRunning = false
  private var isPhotoRunning = false

  func send(text: String) {
    Task.detached { [self] in
      isTextRunning = true
      cover()
      try? await post(Data(text.utf8), to: "texts")
      isTextRunning = false
      if !isPhotoRunning { finish() }
    }
  }

  func send(photo: Data) {
    Task.detached { [self] in
      isPhotoRunning = true
      cover()
      try? await post(photo, to: "photos")
      isPhotoRunning = false
      if !isTextRunning { finish() }
    }
  }

  private func cover() {
    // Two requests can both find `.invalid` here, and both begin a task.
    if taskId == .invalid {
      taskId = UIApplication.shared.beginBackgroundTask(withName: "chat") { [self] in finish() }
    }
  }

  private func finish() {
    guard taskId != .invalid else { return }
    UIApplication.shared.endBackgroundTask(taskId)
    taskId = .invalid
  }

  private func post(_ body: Data, to path: String) async throws {
    var request = URLRequest(url: URL(string: "https://chat.example.com/")!.appendingPathComponent(path))
    request.httpMethod = "POST"
    _ = try await session.upload(for: request, from: body)
  }
}
