import SQLite3
import UIKit

/// Saves articles for reading without a network. The database lies in the app group's container, because a widget reads it.
@MainActor
final class Library {
  private var database: OpaquePointer?
  private var saving: Task<Void, Never>?
  private var taskId: UIBackgroundTaskIdentifier = .invalid

  init() {
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.com.example.reader")!
    sqlite3_open(group.appendingPathComponent("library.sqlite").path, &database)
  }

  /// Called by the session's delegate for each article that arrives.
  func articleArrived(_ pages: [Data]) {
    guard saving == nil else { return }
    // Late in the background a task is refused and holds nothing. The server sends the article again.
    guard UIApplication.shared.applicationState != .background else { return }
    taskId = UIApplication.shared.beginBackgroundTask(withName: "save") { [weak self] in self?.saving?.cancel() }
    saving = Task {
      // From BEGIN to COMMIT, SQLite holds the lock of the file.
      sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil)
      let isComplete = await write(pages)
      sqlite3_exec(database, isComplete ? "COMMIT" : "ROLLBACK", nil, nil, nil)
      saving = nil
      UIApplication.shared.endBackgroundTask(taskId)
      taskId = .invalid
    }
  }

  /// - Returns: false if it was cancelled on the way.
  private func write(_ pages: [Data]) async -> Bool {
    for page in pages {
      if Task.isCancelled { return false }
      insert(page)
      await Task.yield()
    }
    return true
  }

  private func insert(_ page: Data) {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(database, "INSERT INTO page(content) VALUES (?)", -1, &statement, nil)
    page.withUnsafeBytes { bytes in
      _ = sqlite3_bind_blob(statement, 1, bytes.baseAddress, Int32(bytes.count), nil)
      sqlite3_step(statement)
    }
    sqlite3_finalize(statement)
  }
}
