import LifecheckChecking
import LifecheckSystem

/// The text of a small random spec for the test platform `phone`: handlers, events, work that takes time or fails,
/// blocks beside, limits, and sentences about them. One statement to a line, so that lines can be taken away.
///
/// Every other spec is a wild one: with queues, hops, closures, captured locals, jobs that are cancelled, functions that
/// give something, things by an index, and what is owed at the end of a block.
package func randomSpec(seed: UInt64) -> String {
  var writer = SpecWriter(dice: SplitMix64(seed: seed), isWild: seed % 2 == 1)
  return writer.write()
}

struct SpecWriter {
  var dice: SplitMix64
  var lines: [String] = []
  var depth = 1
  /// Blocks beside, of which there may be few: each doubles the states.
  var blocksLeft = 2
  let isWild: Bool
  /// Locals so far, each named once.
  var locals = 0
  /// The Boolean locals in whose scope the next line is.
  var captured: [String] = []
  /// In a function with a result, or in a closure: calls no other, since that might never end.
  var isInFunction = false
  var returns = "return"
  /// Whether there are resources.
  var hasHolds = false
  /// Whether there are things of which the run says which one is meant.
  var hasRows = false
  private let counters = ["a", "b"]
  private let flags = ["p", "q"]
  private let signals = ["s", "t"]

  init(dice: SplitMix64, isWild: Bool) {
    self.dice = dice
    self.isWild = isWild
  }

  mutating func write() -> String {
    lines = ["use \"platforms/phone.lc\"", "app Random {"]
    for name in counters { add("\(dice.chance(25) ? "durable " : "")var \(name): 0...\(dice.pick(1...2)) = 0") }
    for name in flags { add("\(dice.chance(25) ? "durable " : "")var \(name): Bool = \(dice.chance(20))") }
    for name in signals { add("signal \(name)") }
    add("func work() takes \(range(1...4))")
    add("func load() async takes \(range(1...6))")
    add("func send() async takes \(range(1...3)), may fail")
    add("func note() {")
    block(1) { $0.simple() }
    if isWild { wildDeclarations() }
    for callback in ["opened", "left", "returned"] + (isWild ? ["opened", "left"] : []) where dice.chance(35) {
      handler("on \(callback) {")
    }
    for number in 0..<dice.pick(1...2) {
      handler("event e\(number) when \(state())\(dice.chance(60) ? " and \(fact(1))" : "") {")
    }
    if isWild, dice.chance(40) { handler("event d0 on disk when \(state()) and \(fact(0)) {") }
    for number in 0..<4 { add(sentence(number)) }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

  mutating func handler(_ head: String) {
    add(head)
    block(dice.pick(1...3)) { $0.statement(isAsync: false) }
  }

  /// The statements of a block whose opening line is written, and its end.
  mutating func block(_ count: Int, _ write: (inout SpecWriter) -> Void) {
    let outside = captured
    depth += 1
    for _ in 0..<count { write(&self) }
    depth -= 1
    captured = outside
    add("}")
  }

  // MARK: Statements

  mutating func statement(isAsync: Bool) {
    if isWild, dice.chance(40) { return wild(isAsync: isAsync) }
    switch dice.pick(0...11) {
    case 0, 1: conditional(isAsync: isAsync)
    case 2: add("wait \(dice.pick(1...4))s")
    case 3: add("work()")
    case 4: add("note()")
    case 5 where isAsync: add("await load()")
    case 6 where isAsync: attempt()
    case 5, 6, 7: beside()
    case 8 where depth < 4: limit(isAsync: isAsync)
    case 9: add("emit \(dice.pick(signals))")
    default: simple()
    }
  }

  mutating func simple() {
    if !captured.isEmpty, dice.chance(25) { return add("\(dice.pick(captured)) = \(dice.chance(50))") }
    switch dice.pick(0...4) {
    case 0: add("emit \(dice.pick(signals))")
    case 1:
      let name = dice.pick(counters)
      add("if \(name) < 1 { \(name) += 1 }")
    case 2: add("\(dice.pick(counters)) = \(dice.pick(0...1))")
    case 3: add("\(dice.pick(flags)) = \(dice.chance(20) ? "any" : fact(0))")
    default: add("\(dice.pick(flags)) = \(dice.chance(60))")
    }
  }

  private mutating func conditional(isAsync: Bool) {
    if dice.chance(25) { return add("if \(fact(1)) { \(returns) }") }
    add("if \(dice.chance(25) ? "any" : fact(1)) {")
    if depth > 3 { return block(1) { $0.simple() } }
    block(dice.pick(1...2)) { $0.statement(isAsync: isAsync) }
  }

  private mutating func attempt() {
    add("do {")
    depth += 1
    add("try await send()")
    simple()
    depth -= 1
    add("} catch {")
    block(1) { $0.simple() }
  }

  mutating func beside() {
    if blocksLeft == 0 || depth > 3 { return simple() }
    blocksLeft -= 1
    add(dice.chance(50) ? "async {" : "async on main {")
    let outside = returns
    returns = "return"
    block(dice.pick(1...3)) { $0.statement(isAsync: true) }
    returns = outside
  }

  private mutating func limit(isAsync: Bool) {
    add("within \(dice.pick(1...4))s {")
    block(1) { $0.statement(isAsync: isAsync) }
    lines.removeLast()
    add("} else {")
    block(1) { $0.simple() }
  }

  // MARK: Facts and sentences

  mutating func state() -> String { dice.pick(["on", "on", "on", "away", "running"]) }

  mutating func fact(_ depth: Int) -> String {
    if isWild, !captured.isEmpty, dice.chance(30) { return dice.pick(captured) }
    if depth > 0, dice.chance(35) { return "\(fact(depth - 1)) \(dice.pick(["and", "or"])) \(fact(depth - 1))" }
    switch dice.pick(0...4) {
    case 0: return "\(dice.pick(counters)) == \(dice.pick(0...1))"
    case 1: return "\(counters[0]) < \(counters[1])"
    case 2: return "not \(dice.pick(flags))"
    default: return dice.pick(flags)
    }
  }

  mutating func happening() -> String {
    if isWild, dice.chance(45) { return wildHappening() }
    return plainHappening()
  }

  private mutating func plainHappening() -> String {
    dice.pick(
      signals + signals + ["work", "load returns", "send fails", "opened", "\(dice.pick(flags)) becomes true", "dies killed"])
  }

  private mutating func sentence(_ number: Int) -> String {
    if dice.chance(20) { return "possible \"\(number)\": \(dice.chance(50) ? happening() : fact(1))" }
    if isWild, dice.chance(50) { return "property \"\(number)\": \(wildSentence())" }
    let (first, second) = (happening(), happening())
    let excuse = dice.chance(40) ? ", or the app dies" : ""
    let body =
      switch dice.pick(0...9) {
      case 0: "never \(fact(1)) and \(state())"
      case 1: "never \(fact(1)) for \(dice.pick(1...9))s"
      case 2: "never \(first) while \(fact(0))"
      case 3, 4: "after \(first), \(second) within \(dice.pick(1...12))s\(excuse)"
      case 5: "after \(first), \(second) before \(happening())\(excuse)"
      case 6: "after \(first), never \(second) until \(happening())"
      case 7: "\(first) before \(second)"
      case 8: "\(first) at most once per \(second)"
      default: "\(first) exactly once per \(second)\(excuse)"
      }
    return "property \"\(number)\": \(body)"
  }

  private mutating func range(_ bounds: ClosedRange<Int>) -> String {
    let low = dice.pick(bounds)
    let high = dice.pick(low...bounds.upperBound)
    return dice.chance(10) ? "\(low)s...forever" : "\(low)s...\(high)s"
  }
}
