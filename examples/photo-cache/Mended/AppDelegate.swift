import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  private let cache = PhotoCache()

  func applicationDidEnterBackground(_ application: UIApplication) {
    cache.cleanInBackground()
  }
}

/// Keeps photos for a week.
final class PhotoCache {
  private let disk = DispatchQueue(label: "photo-cache")
  private let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
  private var isCleaning = false
  private var removal = Progress()

  func cleanInBackground() {
    guard !isCleaning else { return }
    let application = UIApplication.shared
    var id = UIBackgroundTaskIdentifier.invalid
    id = application.beginBackgroundTask(withName: "clean") { [weak self] in
      self?.removal.cancel()
    }
    removeExpired { application.endBackgroundTask(id) }
  }

  private func removeExpired(then done: @escaping () -> Void) {
    isCleaning = true
    removal = Progress()
    disk.async { [self, removal] in
      let limit = Date(timeIntervalSinceNow: -7 * 24 * 3600)
      let keys: Set<URLResourceKey> = [.contentAccessDateKey]
      let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
      for file in files {
        if removal.isCancelled { break }
        let date = try? file.resourceValues(forKeys: keys).contentAccessDate
        if let date, date < limit { try? FileManager.default.removeItem(at: file) }
      }
      DispatchQueue.main.async {
        self.isCleaning = false
        done()
      }
    }
  }
}
