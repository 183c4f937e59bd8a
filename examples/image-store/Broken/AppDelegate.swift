import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let store = ImageStore()

  func applicationDidEnterBackground(_ application: UIApplication) {
    store.trimInBackground()
  }
}

/// Thumbnails on disk, trimmed to 50 MB whenever the app leaves the screen.
@MainActor
final class ImageStore {
  private var trimming: Task<Void, Never>?

  func trimInBackground() {
    guard trimming == nil else { return }
    let application = UIApplication.shared
    var id = UIBackgroundTaskIdentifier.invalid
    // `[id]` is copied when the closure is made: before `beginBackgroundTask` has returned, it is `.invalid`.
    id = application.beginBackgroundTask(withName: "trim") { [id] in
      application.endBackgroundTask(id)
    }
    trimming = Task {
      await trim(to: 50_000_000)
      application.endBackgroundTask(id)
      trimming = nil
    }
  }

  private func trim(to limit: Int) async {
    let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])) ?? []
    var size = files.reduce(0) { $0 + fileSize($1) }
    for file in files where size > limit {
      size -= fileSize(file)
      try? FileManager.default.removeItem(at: file)
      await Task.yield()
    }
  }

  private func fileSize(_ file: URL) -> Int { (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0 }
}
