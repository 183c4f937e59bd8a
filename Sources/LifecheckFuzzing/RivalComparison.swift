import LifecheckChecking
import LifecheckDriver
import LifecheckEngines
import LifecheckReports

// The same code at one site and at several. Of a block that may run any number of times some copies are followed, and all others are
// summarised; at several sites, one of each site is followed. Both mean the same, so no answer may differ.

/// The answers on a spec, and on the same one with each block written twice.
package struct RivalComparison: Sendable {
  /// How many answers both settle.
  package private(set) var decided = 0
  /// nil: they agree.
  package private(set) var disagreement: String?

  /// - Parameter seconds: For each of the two.
  package init(of text: String, seconds: Int = 2) {
    let (once, twice) = (answers(to: text, seconds), answers(to: writingBlocksTwice(text), seconds))
    for (a, b) in zip(once, twice) where a.verdict != "undecided" && b.verdict != "undecided" {
      decided += 1
      if a.verdict != b.verdict {
        disagreement = "\(a.title): \(a.verdict) of blocks at one site, \(b.verdict) of the same at two\n\(text)"
      }
    }
    if once.map(\.title) != twice.map(\.title) { disagreement = "the two are asked different questions\n\(text)" }
  }
}

private func answers(to text: String, _ seconds: Int) -> [(title: String, verdict: String)] {
  let limits = Limits(wallTime: .seconds(seconds), maximumSteps: 16)
  let report = try? verify(
    path: "rivals.lc", text: Array(text.utf8), loader: testPlatforms, options: VerificationOptions(limits: limits))
  return report?.answers.map { ($0.title, $0.verdict.name) } ?? []
}

/// Each outermost `async { … }` that is a statement of its own lines becomes `if any { async { … } } else { async { … } }`.
///
/// Not the first statement of an event, which is one step with the event's condition, nor that of a limit, which would have a place at
/// which it can pass.
package func writingBlocksTwice(_ text: String) -> String {
  var result: [Substring] = []
  var block: (indent: Substring, lines: [Substring])?
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    let indent = line.prefix { $0 == " " }
    let isBlock = ["async {", "async on main {"].contains(line.dropFirst(indent.count))
    if var open = block {
      open.lines.append(line)
      block = open
      guard line == open.indent + "}" else { continue }
      result += [open.indent + "if any {"] + open.lines + [open.indent + "} else {"] + open.lines + [open.indent + "}"]
      block = nil
    } else if isBlock, !["event", "within"].contains(firstWord(result)) {
      block = (indent, [line])
    } else {
      result.append(line)
    }
  }
  return result.joined(separator: "\n")
}

private func firstWord(_ lines: [Substring]) -> Substring { lines.last?.split(separator: " ").first ?? "" }

/// A block that may run any number of times, and guards itself by flags or a lock that nobody else touches, more or less well; and sentences
/// about how many are in its middle.
package func randomRace(seed: UInt64) -> String {
  var dice = SplitMix64(seed: seed)
  func statement() -> [String] {
    switch dice.pick(0...9) {
    case 0: ["if f { return }"]
    case 1: ["f = \(dice.chance(70))"]
    case 2: ["g = \(dice.pick(["true", "false", "f", "not f"]))"]
    case 3: ["if \(dice.pick(["f", "g", "not f", "not g"])) { \(dice.pick(["f", "g"])) = \(dice.chance(50)) }"]
    case 4, 5: ["atomic { if n < 2 { n += 1 } }"]
    case 6: ["atomic { if n > 0 { n -= 1 } }"]
    case 7: ["await load()"]
    case 8: ["await on \(dice.pick(["disk", "main"])) { \(dice.pick(["f = true", "f = false", "if f { g = true }", "s = g"])) }"]
    default: ["lock held {", "  \(dice.pick(["f = true", "f = false", "await load()", "if not f { f = true; s = g }"]))", "}"]
    }
  }
  let guards = [
    ["if f { return }", "f = true"], ["if f or g { return }", "g = true", "f = g"], ["if not f { f = true } else { return }"],
  ]
  let work = ["atomic { if n < 2 { n += 1 } }", "await load()", "atomic { if n > 0 { n -= 1 } }", "f = false"]
  let usual = dice.pick(guards) + work
  let body = usual.flatMap { line in (dice.chance(25) ? statement() : []) + (dice.chance(90) ? [line] : []) }
  let lines = [
    "use \"platforms/phone.lc\"", "app Race {", "  queue disk", "  var n: 0...2 = 0", "  var f, g, held, s: Bool = false",
    "  func load() async takes 1s...2s", "  signal begun", "  event go when on {",
    "    emit begun", "    async\(dice.chance(30) ? " on main" : "") {",
  ]
  let sentences = ["never n == 2", "never n == 1 for 3s", "never s", "never s and n > 0"].enumerated()
  return
    (lines + body.map { "      " + $0 } + ["    }", "  }"] + sentences.map { "  property \"\($0)\": \($1)" } + ["}"])
    .joined(separator: "\n") + "\n"
}
