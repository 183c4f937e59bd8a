import LifecheckDiagnostics

/// Builds a diagnostic about the unknown `name`: with the closest of `names` as a question and a fix, or else with `help`.
func suggesting(
  _ name: String, from names: [String], at range: SourceRange, help: String? = nil,
  _ build: (_ question: String, _ fixIts: [Diagnostic.FixIt], _ help: String?) -> Diagnostic
) -> Diagnostic {
  guard let close = closestName(to: name, in: names) else { return build("", [], help) }
  return build("; did you mean `\(close)`?", [.replace(range, with: close)], nil)
}
