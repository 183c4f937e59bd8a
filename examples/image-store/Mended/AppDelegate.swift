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
    func finish() {
      guard id != .invalid else { return }
      application.endBackgroundTask(id)
      id = .invalid
    }
    id = application.beginBackgroundTask(withName: "trim") { [self] in
      trimming?.cancel()
      finish()
    }
    trimming = Task {
      await trim(to: 50_000_000)
      finish()
      trimming = nil
    }
  }

  private func trim(to limit: Int) async {
    let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])) ?? []
    var size = files.reduce(0) { $0 + fileSize($1) }
    for file in files where size > limit {
      if Task.isCancelled { return }
      size -= fileSize(file)
      try? FileManager.default.removeItem(at: file)
      await Task.yield()
    }
  }

  private func fileSize(_ file: URL) -> Int { (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0 }
}
