import Foundation
import LifecheckReports

/// `examples/cases/README.md`: a line for each bug, and how many each rule catches.
func casesPage(_ cases: [Pair], patterns: [Pair], _ checked: [String: CheckedSpec]) -> Page? {
  if cases.isEmpty { return nil }
  let results = cases.map {
    CaseResult($0, patterns, before: $0.faulty.flatMap { checked[$0] }, after: $0.sound.flatMap { checked[$0] })
  }
  let heads = ["case", "pattern", "before", "after", "repair", "steps", "time", "the shortest story"]
  return Page(
    path: "\(casesFolder)/README.md",
    text: """
      # Bugs of public apps, before and after their repair

      Each case is a bug in the history of a public app or library; its spec tells the source. Written by `make tables`; `make test`
      checks every verdict, and that each case is caught before, by what fails or by an advice that the repair is free of. *Repair* is what the case says of it: of one that is partial, or a
      regression, something is left, if only what advice tells, and the spec says what; proposed are those that we have not read. *Steps* is the length of the
      shortest story before, which the last column tells in short. *Time* is what the slower of the two
      took of the processor when the table was written; `make test` does not compare it.

      \(table(heads, results.map(\.row)))
      ## Totals

      \(cases.count) cases: \(results.count { !$0.caught.isEmpty }) caught, of these \(results.count { !$0.caught.isEmpty && $0.holdsAfter }) \
      with a repair that holds. Half of the specs before have at most \(median(results.compactMap { $0.before?.codeLines })) lines \
      of code.

      \(totals("what is broken", results, { $0.header.family.map { [$0] } ?? [] }))
      \(totals("caught by", results, \.caught))
      """)
}

private func median(_ numbers: [Int]) -> Int { numbers.isEmpty ? 0 : numbers.sorted()[(numbers.count - 1) / 2] }

private struct CaseResult {
  let pair: Pair
  let allPatterns: [Pair]
  let before: CheckedSpec?
  let after: CheckedSpec?
  let header: CaseHeader

  init(_ pair: Pair, _ patterns: [Pair], before: CheckedSpec?, after: CheckedSpec?) {
    self.pair = pair
    allPatterns = patterns
    self.before = before
    self.after = after
    header = CaseHeader(before: before, after: after)
  }

  var row: [String] {
    let shortest = before?.shortest
    return [
      "[\(pair.identifier)](\(pair.name))", patternLinks, summaryBefore, after?.summary ?? "missing",
      header.repair?.rawValue ?? "", shortest.map { "\($0.story.steps.count)" } ?? "", timeClass([before, after]),
      shortest?.story.inShort ?? "",
    ]
  }

  private var patternLinks: String {
    let links = header.patterns.compactMap { number in allPatterns.first { $0.number == number }.map(link) }
    return links.isEmpty ? "none" : links.joined(separator: ", ")
  }

  private func link(_ pattern: Pair) -> String {
    "[\(pattern.number ?? 0) \(pattern.title)](../../\(patternsFolder)/\(pattern.name))"
  }

  /// The failures; where there are none, the advice that the repair is free of.
  private var summaryBefore: String {
    guard let before else { return "missing" }
    let advice = before.adviceMended(by: after).map(\.shownName)
    return before.failures.isEmpty && !advice.isEmpty ? "advised: \(advice.joined(separator: ", "))" : before.summary
  }

  var holdsAfter: Bool { after.map { !$0.answers.isEmpty && $0.failures.isEmpty && $0.undecided.isEmpty } ?? false }

  /// Each rule that catches the bug, and the spec's own properties under one name.
  var caught: [String] {
    var names: [String] = []
    for answer in (before?.failures ?? []) + (before?.adviceMended(by: after) ?? []) {
      let name = answer.identifier == nil ? "a property of the spec" : answer.shownName
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

extension Story {
  /// The events that happen to the app, and how it ends: the steps in words alone, which are the world's and not the code's.
  fileprivate var inShort: String {
    var parts: [String] = []
    for text in steps.map(\.text) where !text.contains("`") && !text.hasSuffix(" goes on") && parts.last != text {
      parts.append(text)
    }
    return (parts + [failure]).joined(separator: " → ")
  }
}

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
