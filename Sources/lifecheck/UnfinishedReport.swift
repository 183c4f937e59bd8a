import LifecheckDiagnostics
import LifecheckReports

/// Why there is no answer for a file, and none will come.
enum GivenUp: Error {
  case timeLimit(seconds: String)
  case memoryLimit(megabytes: Int)
  case interrupted

  /// What is reported instead of a check: never green.
  func report(on path: String) -> CheckReport {
    let file = SourceFile(id: FileID(0), path: path, text: [])
    let place = SourceRange(file: file.id, start: 0, end: 0)
    var report = CheckReport(files: [file], path: path, platform: nil, diagnostics: [diagnostic(at: place)], answers: [])
    report.isUnfinished = true
    return report
  }

  private func diagnostic(at place: SourceRange) -> Diagnostic {
    let smaller = "or make the spec smaller: fewer things of a kind, shorter loops, functions and facts that use each other less often"
    switch self {
    case .timeLimit(let seconds):
      return Diagnostic(
        .error, "time-limit", "not settled: the time limit of \(seconds) s was over before there were answers", at: place,
        help: "allow more with `--timeout`, \(smaller)")
    case .memoryLimit(let megabytes):
      return Diagnostic(
        .error, "memory-limit", "not settled: the memory limit of \(megabytes) MB was reached before there were answers",
        at: place, help: "allow more with `--memory`, \(smaller)")
    case .interrupted:
      return Diagnostic(.error, "interrupted", "not settled: lifecheck was interrupted before there were answers", at: place)
    }
  }
}
