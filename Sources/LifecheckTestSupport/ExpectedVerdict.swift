import LifecheckDiagnostics
import LifecheckReports

/// One line of a fixture: `// expect: "title": proved` or `// expect: rule some-id: violated, 7 steps`. With `, if decided` it is
/// known to take too long for a test, so the answer may also be undecided.
package struct ExpectedVerdict: Sendable {
  /// A rule's id, or a property's title.
  package let subject: String
  package let verdict: String
  /// Set where the fixture cares how short the story is.
  package let steps: Int?
  package let mayBeUndecided: Bool

  /// nil: the line expects nothing.
  package init?(line: String) {
    guard var text = line.after("// expect: ") else { return nil }
    mayBeUndecided = text.hasSuffix(Self.ifDecided)
    if mayBeUndecided { text.removeLast(Self.ifDecided.count) }
    let parts = text.splitLast(", ")
    steps = parts.flatMap { $0.rest.hasSuffix(" steps") ? Int($0.rest.dropLast(6)) : nil }
    guard let (subject, verdict) = (steps == nil ? text : parts!.start).splitLast(": ") else { return nil }
    self.verdict = verdict
    self.subject = subject.after("rule ") ?? String(subject.dropFirst().dropLast())
  }
  private static let ifDecided = ", if decided"
}

/// The verdicts that the lines of a fixture or a platform's test expect.
package func expectedVerdicts(of file: SourceFile) -> [ExpectedVerdict] {
  file.lineStarts.indices.compactMap { ExpectedVerdict(line: file.lineText($0)) }
}

/// How the answers differ from what the fixture expects: every expectation must be met, and what no line speaks of must
/// not be bad news.
/// - Parameter listsReached: what is reached must be listed too.
package func mismatches(_ expected: [ExpectedVerdict], _ answers: [Answer], listsReached: Bool = false) -> [String] {
  var rest = answers
  var complaints: [String] = []
  for expectation in expected {
    guard let index = rest.firstIndex(where: { ($0.identifier ?? $0.title) == expectation.subject }) else {
      complaints.append("nothing answers for \(expectation.subject)")
      continue
    }
    complaints += mismatches(expectation, rest.remove(at: index))
  }
  let unlisted = rest.filter { isBadNews($0.verdict) || listsReached && $0.verdict.name == "reached" }
  return complaints + unlisted.map { "unexpected: \($0.title) is \($0.verdict.name)" }
}

private func mismatches(_ expectation: ExpectedVerdict, _ answer: Answer) -> [String] {
  if case .undecided = answer.verdict, expectation.mayBeUndecided { return [] }
  if answer.verdict.name != expectation.verdict {
    return ["\(expectation.subject) is \(answer.verdict.name), not \(expectation.verdict)"]
  }
  guard let steps = expectation.steps, let story = story(answer.verdict), story.steps.count != steps else { return [] }
  return ["\(expectation.subject) takes \(story.steps.count) steps, not \(steps)"]
}

private func isBadNews(_ verdict: Verdict) -> Bool {
  switch verdict {
  case .proved, .reached, .notApplicable: false
  case .violated, .unreachable, .vacuous, .undecided: true
  }
}

private func story(_ verdict: Verdict) -> Story? {
  switch verdict {
  case .violated(let story), .reached(let story): story
  default: nil
  }
}

extension String {
  fileprivate func after(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// The text before and after the last occurrence of a separator.
  fileprivate func splitLast(_ separator: String) -> (start: String, rest: String)? {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix(separator) {
        return (String(self[..<index]), String(self[index...].dropFirst(separator.count)))
      }
    }
    return nil
  }
}
