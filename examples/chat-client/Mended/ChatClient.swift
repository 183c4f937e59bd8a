import UIKit

/// Posts texts and photos. Requests run on threads of their own and share one background task.
final class ChatClient: @unchecked Sendable {
  private let session = URLSession(configuration: .default)
  private let state = NSLock()
  private var requests = 0
  private var taskId: UIBackgroundTaskIdentifier = .invalid

  func send(text: String) {
    Task.detached { [self] in
      cover()
      try? await post(Data(text.utf8), to: "texts")
      done()
    }
  }

  func send(photo: Data) {
    Task.detached { [self] in
      cover()
      try? await post(photo, to: "photos")
      done()
    }
  }

  private func cover() {
    state.withLock {
      requests += 1
      guard taskId == .invalid else { return }
      taskId = UIApplication.shared.beginBackgroundTask(withName: "chat") { [self] in state.withLock { finish() } }
    }
  }

  private func done() {
    state.withLock {
      requests -= 1
      if requests == 0 { finish() }
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
