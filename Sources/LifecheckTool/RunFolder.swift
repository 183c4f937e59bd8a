import ArgumentParser
import LifecheckReports

/// The argument of `--runs`: `svg=out/runs`.
struct RunFolder: ExpressibleByArgument, Sendable {
  let form: RunForm
  let path: String
  private var names = FileNameAllotment()

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let form = RunForm(rawValue: String(parts[0])), !parts[1].isEmpty else { return nil }
    (self.form, path) = (form, String(parts[1]))
  }

  /// Makes it, and tries it, before there is anything to lose.
  /// - Returns: What went wrong, as a sentence; nil: files can be written.
  func prepare() -> String? {
    if let problem = Files.makeFolder(path) { return "the folder \(path) cannot be made: \(problem)" }
    return Files.tryFolder(path).map { "nothing can be written to the folder \(path): \($0)" }
  }

  /// Writes the runs of one spec, each whole or not at all.
  /// - Returns: What went wrong, as a sentence; nil: all are there.
  mutating func write(_ report: CheckReport) -> String? {
    for run in report.runs {
      let target = "\(path)/\(names.name(run.stem, ending: form.ending))"
      if let problem = Files.replace(target, with: form.render(run)) { return "\(target) cannot be written: \(problem)" }
    }
    return nil
  }
}
