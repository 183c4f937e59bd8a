import LifecheckChecking
import LifecheckSystem

/// The text of a small random app for a platform that ships: one or two things of its kinds, answers to their callbacks and
/// the platform's, an event, blocks beside, work that takes time or fails, and sentences about them. One statement to a line,
/// so that lines can be taken away. The platform's own rules are asked, too.
package func randomApp(_ words: PlatformWords, seed: UInt64) -> String {
  var writer = AppWriter(words: words, dice: SplitMix64(seed: seed))
  return writer.write()
}

private struct AppWriter {
  let words: PlatformWords
  var dice: SplitMix64
  private var lines: [String] = []
  private var depth = 1
  private var blocksLeft = 1
  private var parts: [PlatformWords.Part] = []

  init(words: PlatformWords, dice: SplitMix64) {
    self.words = words
    self.dice = dice
  }

  mutating func write() -> String {
    lines = ["use \(words.platform)", "app Random {"]
    var kinds = words.parts
    for _ in 0..<dice.pick(1...2) where !kinds.isEmpty { parts.append(kinds.remove(at: dice.pick(0...kinds.count - 1))) }
    (words.common.declarations + parts.flatMap(\.declarations)).forEach { add($0) }
    add("func grind() takes 1s...4s")
    add("func loadAll() async takes 1s...6s")
    add("func sendAll() async takes 1s...3s, may fail")
    for callback in parts.flatMap(\.callbacks) where dice.chance(60) { handler("on \(callback) {") }
    var callbacks = words.common.callbacks
    for _ in 0..<dice.pick(1...2) where !callbacks.isEmpty {
      handler("on \(callbacks.remove(at: dice.pick(0...callbacks.count - 1))) {")
    }
    if dice.chance(60) { handler("event tap by user when running and not frozen\(dice.chance(50) ? " and \(fact())" : "") {") }
    for number in 0..<3 { add(sentence(number)) }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

  private mutating func handler(_ head: String) {
    add(head)
    block(dice.pick(1...3), isAsync: false)
  }

  private mutating func block(_ count: Int, isAsync: Bool) {
    depth += 1
    for _ in 0..<count { statement(isAsync: isAsync) }
    depth -= 1
    add("}")
  }

  private mutating func statement(isAsync: Bool) {
    let all = parts.flatMap(\.calls) + (dice.chance(20) ? words.common.calls : [])
    // A handler that is a plain method cannot wait.
    let calls = isAsync ? all : all.filter { !$0.contains("await ") }
    switch dice.pick(0...11) {
    case 0...4 where !calls.isEmpty: add(dice.pick(calls))
    case 5 where depth < 4:
      add("if \(dice.chance(40) ? "any" : fact()) {")
      block(1, isAsync: isAsync)
    case 6: add(isAsync ? "await loadAll()" : "grind()")
    case 7 where isAsync: add("do { try await sendAll() } catch { p = true }")
    case 7, 8:
      if blocksLeft == 0 { return add("p = true") }
      blocksLeft -= 1
      add(dice.chance(50) ? "async {" : "async on main {")
      block(dice.pick(1...2), isAsync: true)
    case 9: add("wait \(dice.pick(1...4))s")
    case 10: add("if n < 2 { n += 1 }")
    default: add("p = \(dice.chance(60))")
    }
  }

  private mutating func fact() -> String {
    let own = ["p", "not p", "n == 0"] + parts.flatMap(\.facts)
    let some = dice.chance(40) ? words.common.facts : own
    let fact = dice.pick(some)
    return dice.chance(25) ? "not \(fact)".withoutTwoDenials : fact
  }

  private mutating func happening() -> String {
    let own = parts.flatMap(\.happenings) + ["grind", "loadAll returns", "sendAll fails", "p becomes true"]
    return dice.pick(dice.chance(40) ? words.common.happenings : own)
  }

  private mutating func sentence(_ number: Int) -> String {
    if dice.chance(25) { return "possible \"\(number)\": \(dice.chance(50) ? happening() : "\(fact()) and \(fact())")" }
    let (first, second) = (happening(), happening())
    let body =
      switch dice.pick(0...7) {
      case 0: "never \(fact()) and \(fact())"
      case 1: "never \(first) while \(fact())"
      case 2, 3: "after \(first), \(second) within \(dice.pick(1...40))s"
      case 4: "after \(first), \(second) before \(happening()), or the app dies"
      case 5: "after \(first), never \(second) until \(happening())"
      case 6: "\(first) only after \(second)"
      default: "\(first) at most once per \(second)"
      }
    return "property \"\(number)\": \(body)"
  }
}

extension String {
  /// Not a denial of a denial.
  fileprivate var withoutTwoDenials: String { hasPrefix("not not ") ? String(dropFirst(8)) : self }
}
