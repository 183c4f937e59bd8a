import ArgumentParser
import LifecheckReports

/// The argument of `--report`: `sarif=out.sarif`.
struct ReportFile: ExpressibleByArgument, Sendable {
  let kind: MachineReport
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = MachineReport(rawValue: String(parts[0])), !parts[1].isEmpty else { return nil }
    (self.kind, path) = (kind, String(parts[1]))
  }

  /// Whole or not at all; `-` is standard output.
  /// - Returns: What went wrong, as a sentence; nil: it is written.
  func write(_ text: String) -> String? {
    if path == "-" { return System.writeToStandardOutput(text) ? nil : "standard output cannot be written" }
    return Files.makeFolder(of: path) ?? Files.replace(path, with: text).map { "\(path) cannot be written: \($0)" }
  }
}
