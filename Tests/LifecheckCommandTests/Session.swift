import Foundation
import LifecheckTestSupport

/// The command, run in a new folder by a shell.
struct Session {
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var exitCode: Int32
  }
  struct Failure: Error { var message: String }

  let folder: URL

  /// - Throws: when the folder cannot be made.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("lifecheck-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func end() { try? FileManager.default.removeItem(at: folder) }

  /// Where the products of the build are.
  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle.map { $0.bundleURL.deletingLastPathComponent() } ?? Bundle.main.bundleURL
  }

  /// Where the command is: in the folder LIFECHECK_BIN, such as one that it was installed in; else beside the test bundle.
  static var commands: URL {
    ProcessInfo.processInfo.environment["LIFECHECK_BIN"].map { URL(fileURLWithPath: $0) } ?? products
  }

  func write(_ text: String, to name: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func copy(_ path: String, to name: String) throws {
    let root = fixturesFolder.deletingLastPathComponent().deletingLastPathComponent()
    try FileManager.default.copyItem(at: root.appendingPathComponent(path), to: folder.appendingPathComponent(name))
  }

  /// Output goes through files: a pipe that nobody empties would stop the command.
  func run(_ command: String, secondsAllowed: Int = 240) throws -> Outcome {
    let logs = try Session.makeLogs()
    defer { try? FileManager.default.removeItem(at: logs) }
    let (output, errors) = (logs.appendingPathComponent("output"), logs.appendingPathComponent("errors"))
    for url in [output, errors] { try Data().write(to: url) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "\(Session.commands.path):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C", "HOME": folder.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let end = Date().addingTimeInterval(TimeInterval(secondsAllowed))
    while process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.005) }
    if process.isRunning {
      process.terminate()
      throw Failure(message: "`\(command)` has not ended after \(secondsAllowed) s")
    }
    process.waitUntilExit()
    return Outcome(
      output: try Session.text(of: output), errors: try Session.text(of: errors), exitCode: process.terminationStatus)
  }

  private static func makeLogs() throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("lifecheck-logs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  private static func text(of url: URL) throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }
}
