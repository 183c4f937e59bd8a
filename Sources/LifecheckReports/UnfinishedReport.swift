import LifecheckDiagnostics

/// The limit or interruption that ended the check of a file before everything was settled.
package enum GivenUp: Error, Hashable, Sendable {
  case timeLimit(seconds: Double)
  /// Of the processor.
  case cpuLimit(seconds: Double)
  case memoryLimit(megabytes: Int)
  case interrupted

  /// The report where nothing is known: never green.
  package func report(on path: String) -> CheckReport {
    let file = SourceFile(id: FileID(0), path: path, text: [])
    let place = SourceRange(file: file.id, start: 0, end: 0)
    var report = CheckReport(files: [file], path: path, platform: nil, diagnostics: [diagnostic(at: place)], answers: [])
    report.isUnfinished = true
    return report
  }

  private func diagnostic(at place: SourceRange) -> Diagnostic {
    switch self {
    case .timeLimit(let seconds):
      Diagnostic(
        .error, "time-limit", unsettled("the time limit of \(TextReport.number(seconds)) s was over"), at: place,
        help: more("--timeout"))
    case .cpuLimit(let seconds):
      Diagnostic(
        .error, "cpu-limit", unsettled("the limit of \(TextReport.number(seconds)) s of the processor was used up"), at: place,
        help: more("--cpu-limit"))
    case .memoryLimit(let megabytes):
      Diagnostic(
        .error, "memory-limit", unsettled("the memory limit of \(megabytes) MB was reached"), at: place, help: more("--memory"))
    case .interrupted: Diagnostic(.error, "interrupted", unsettled("lifecheck was interrupted"), at: place)
    }
  }

  private func unsettled(_ why: String) -> String { "not settled: \(why) before there were answers" }

  private func more(_ option: String) -> String {
    "allow more with `\(option)`, or make the spec smaller: fewer things of a kind, shorter loops, "
      + "functions and facts that use each other less often"
  }
}
