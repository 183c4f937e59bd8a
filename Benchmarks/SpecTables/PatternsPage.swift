import Foundation

/// `specs/patterns/README.md`: a line for each pattern.
func patternsPage(_ patterns: [Pair], _ checked: [String: CheckedSpec]) -> Page? {
  if patterns.isEmpty { return nil }
  let rows = patterns.map { row($0, $0.faulty.flatMap { checked[$0] }, $0.sound.flatMap { checked[$0] }) }
  return Page(
    path: "\(patternsFolder)/README.md",
    text: """
      # Patterns of life-cycle bugs

      The mistakes that developers really make, each as a small spec that is broken and one that is mended. Written by `make tables`;
      `make test` checks every verdict. *Steps* is the length of the shortest story, *time* what the slower of the two
      specs took of the processor, which `make test` does not compare.

      \(table(["#", "pattern", "what goes wrong", "caught by", "broken", "mended", "steps", "time"], rows))
      """)
}

private func row(_ pattern: Pair, _ broken: CheckedSpec?, _ mended: CheckedSpec?) -> [String] {
  [
    pattern.number.map(String.init) ?? "", "[\(pattern.title)](\(pattern.name))", broken.map { mistake($0.comment) } ?? "",
    broken.map(caughtBy) ?? "", verdict(broken), verdict(mended), broken?.shortest.map { "\($0.story.steps.count)" } ?? "",
    timeClass([broken, mended]),
  ]
}

/// Without the number, which has a column of its own.
private func mistake(_ comment: String) -> String {
  let sentence = firstSentence(comment)
  guard sentence.hasPrefix("Pattern "), let colon = sentence.range(of: ": ") else { return sentence }
  let rest = sentence[colon.upperBound...]
  return rest.prefix(1).uppercased() + rest.dropFirst()
}

private func caughtBy(_ spec: CheckedSpec) -> String {
  let failures = spec.failures.isEmpty ? spec.answers.filter { $0.isAdvice && $0.isFailure } : spec.failures
  return failures.map { $0.shownName + ($0.isAdvice ? " (advice)" : "") }.joined(separator: ", ")
}

private func verdict(_ spec: CheckedSpec?) -> String {
  guard let spec else { return "missing" }
  if spec.answers.isEmpty { return "not checked" }
  let bad = ["violated", "unreachable", "vacuous", "undecided"].first { word in spec.failures.contains { $0.verdict.name == word }
  }
  if bad == nil, !spec.undecided.isEmpty { return "undecided in time" }
  return bad ?? (spec.answers.contains { $0.isAdvice && $0.isFailure } ? "advice only" : "proved")
}
