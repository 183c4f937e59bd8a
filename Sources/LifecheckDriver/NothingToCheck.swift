import LifecheckDiagnostics
import LifecheckReports

// A spec that says nothing would look as good as one whose every sentence holds.

private let helpToAsk = "write a `property`, or `use` a platform, whose rules are then checked"

/// There is neither a property nor a rule.
func nothingToCheck(in file: SourceFile) -> Diagnostic {
  let start = SourceRange(file: file.id, start: 0, end: 0)
  return file.text.isEmpty
    ? Diagnostic(.error, "empty-file", "this file is empty", at: start, help: helpToAsk)
    : Diagnostic(.error, "nothing-to-check", "there is nothing to check here", at: start, help: helpToAsk)
}

extension CheckReport {
  /// An error where there are rules, and all of them are about what the spec does not use; of questions that were asked alone the
  /// exit code says so.
  mutating func refuseSilenceOfAll() {
    guard only.isEmpty, !hasErrors, !answers.isEmpty, answers.allSatisfy(\.saysNothing), let file = files.first else { return }
    let start = SourceRange(file: file.id, start: 0, end: 0)
    diagnostics.append(
      Diagnostic(
        .error, "nothing-to-check", "no rule of the platform says anything of this spec", at: start,
        help: "write a `property`, or use what the rules are about: `--all` lists them"))
  }
}

extension Answer {
  fileprivate var saysNothing: Bool { if case .notApplicable = verdict { true } else { false } }
}
