import Foundation

/// The model checker SPIN, which knows nothing of what is tested.
package enum Spin {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Whether some run fails an assertion.
  /// - Parameter question: The value of the macro `QUESTION`.
  /// - Throws: when SPIN or the C compiler is missing, finds fault with the model, or does not search all of it.
  package static func failsAssertion(_ model: String, question: Int) throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lifecheck-spin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(model.utf8).write(to: folder.appendingPathComponent("model.pml"))
    let commands = [
      "command -v spin > /dev/null || { echo 'SPIN is missing; `make test` installs it'; exit 1; }",
      "spin -DQUESTION=\(question) -a model.pml",
      "cc -O1 -w -DSAFETY -DNOREDUCE -DMEMLIM=2000 -o pan pan.c",
      "./pan -m1000000",
    ]
    let output = try run(commands.joined(separator: " && "), in: folder)
    if output.contains("assertion violated 0") { return true }
    guard output.contains("errors: 0"), !output.contains("Search not completed"), !output.contains("depth too small") else {
      throw Failure(description: "SPIN says: \(output)")
    }
    return false
  }

  private static func run(_ command: String, in folder: URL) throws -> String {
    let log = folder.appendingPathComponent("log")
    try Data().write(to: log)
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: log), as: UTF8.self)
  }
}
