import Foundation

/// `examples/cases/README.md`: a line for each bug, and how many each rule catches.
func casesPage(_ cases: [Pair], _ checked: [String: CheckedSpec]) -> Page? {
  if cases.isEmpty { return nil }
  let results = cases.map { CaseResult($0, before: $0.faulty.flatMap { checked[$0] }, after: $0.sound.flatMap { checked[$0] }) }
  return Page(
    path: "\(casesFolder)/README.md",
    text: """
      # Bugs of public apps, before and after their repair

      Each case is a bug in the history of a public app or library; its spec tells the source. Written by `make tables`; `make test`
      checks every verdict. A repair that does not hold leaves something of the bug, and the spec says what. *Steps* is the length of
      the shortest story before, and *what failed* is where it ends.

      \(table(["case", "pattern", "before", "after", "steps", "what failed"], results.map(\.row)))
      ## Totals

      \(cases.count) cases: \(results.count { !$0.caught.isEmpty }) caught, of these \(results.count { !$0.caught.isEmpty && $0.holdsAfter }) \
      with a repair that holds.

      \(totals("caught by", results, \.caught))
      \(totals("pattern", results, \.patterns))
      """)
}

private struct CaseResult {
  let pair: Pair
  let before: CheckedSpec?
  let after: CheckedSpec?

  init(_ pair: Pair, before: CheckedSpec?, after: CheckedSpec?) {
    self.pair = pair
    self.before = before
    self.after = after
  }

  var row: [String] {
    let shortest = before?.shortest
    return [
      "[\(pair.identifier)](\(pair.name))", patterns.joined(separator: ", "), before?.summary ?? "missing", after?.summary ?? "missing",
      shortest.map { "\($0.story.steps.count)" } ?? "", shortest?.story.failure ?? "",
    ]
  }

  var holdsAfter: Bool { after.map { !$0.answers.isEmpty && $0.failures.isEmpty } ?? false }

  /// Each rule that catches the bug, and the spec's own properties under one name.
  var caught: [String] {
    var names: [String] = []
    for answer in before?.failures ?? [] {
      let name = answer.identifier == nil ? "a property of the spec" : answer.shownName
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The codes that the comment names.
  var patterns: [String] {
    let words = (before?.comment ?? "").split { !$0.isLetter && $0 != "-" }.map(String.init)
    return patternCodes.filter(words.contains)
  }
}

/// What kinds of mistakes there are, as the specs' comments call them.
private let patternCodes = [
  "LEAK", "EH-NOEND", "EH-LATE", "OVERWRITE", "EARLY", "DOUBLE", "NOCOMPLETE", "NORESCHED", "REGISTER", "LOCK", "SAVE", "MAINBLOCK",
  "PROTECTED", "PAIR", "BGLAUNCH", "FGRACE", "TWICE", "RACE", "ORDER", "SCENE",
]

/// How many cases have each name, the most frequent first.
private func totals(_ head: String, _ results: [CaseResult], _ names: (CaseResult) -> [String]) -> String {
  var counts: [String: (all: Int, holds: Int)] = [:]
  for result in results {
    for name in names(result) {
      counts[name, default: (0, 0)].all += 1
      counts[name, default: (0, 0)].holds += result.holdsAfter ? 1 : 0
    }
  }
  if counts.isEmpty { return "" }
  let sorted = counts.sorted { ($1.value.all, $0.key) < ($0.value.all, $1.key) }
  return table([head, "cases", "with a repair that holds"], sorted.map { [$0.key, "\($0.value.all)", "\($0.value.holds)"] })
}
