import LifecheckSystem

/// An order of somebody who makes a run by hand, one a line.
package enum SimulationOrder: Hashable, Sendable {
  /// A blank line or a comment.
  case nothing
  /// The option with this number among all that can happen, from 1.
  case number(Int)
  /// The option whose text is this, begins with it, or contains it.
  case event(String)
  /// nil: until something must happen.
  case wait(RationalTime?)
  case go
  /// Until time can pass.
  case goOn
  /// So many orders back.
  case undo(Int)
  case story
  case values
  case set(name: String, value: String)
  case help
  case quit

  static let usage = """
      1, 2, …          let this happen, of what is listed
      TEXT             the same by what it says, or the beginning or a part of that
      wait 2.5s        let time pass; units are ms, s, min and h
      wait             let time pass until something must happen
      go               do what must happen next, or wait until it must
      go on            do all that must happen, until time can pass
      undo, undo 3     take back the last thing you said, or the last three
      story            tell the run from its start
      values           list the values of all variables
      set NAME VALUE   at the start: another value for what is unknown
      help, quit
    """

  /// - Returns: The order, or what is wrong with it.
  package static func read(_ line: String) -> Result<SimulationOrder, SimulationMistake> {
    let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first else { return .success(.nothing) }
    if let number = Int(first), words.count == 1 { return .success(.number(number)) }
    switch (first, words.count) {
    case ("go", 2) where words[1] == "on": return .success(.goOn)
    case ("wait", 1): return .success(.wait(nil))
    case ("wait", 2...3): return wait(words.dropFirst().joined())
    case ("undo", 1): return .success(.undo(1))
    case ("undo", 2):
      guard let count = Int(words[1]), count > 0 else {
        return .failure(SimulationMistake("`undo` takes how often to go back: `undo 3`"))
      }
      return .success(.undo(count))
    case ("set", 3...): return .success(.set(name: words[1], value: words[2...].joined(separator: " ")))
    case ("set", _): return .failure(SimulationMistake("`set` takes a name and a value: `set NAME VALUE`"))
    default: break
    }
    let alone: [String: SimulationOrder] = ["go": .go, "story": .story, "values": .values, "help": .help, "quit": .quit]
    if words.count == 1, let order = alone[first] { return .success(order) }
    return .success(.event(words.joined(separator: " ")))
  }

  private static func wait(_ text: String) -> Result<SimulationOrder, SimulationMistake> {
    guard let time = duration(text) else {
      return .failure(
        SimulationMistake("`\(text)` is no time to wait: write `wait 2.5s`, with ms, s, min or h, and at most 1000000 h"))
    }
    return .success(.wait(time))
  }

  /// `2.5s`, exactly; nil: it is none, or too long.
  static func duration(_ text: String) -> RationalTime? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let units = ["ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let unit = units[String(text.dropFirst(digits.count))], (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty }),
      parts[0].count <= 12, parts.count == 1 || parts[1].count <= 6, let number = Int(parts.joined())
    else { return nil }
    let scale = parts.count == 1 ? 1 : (0..<parts[1].count).reduce(1) { power, _ in power * 10 }
    guard let time = RationalTime(number, over: scale).multiplied(by: unit) else { return nil }
    return time <= RationalTime(1_000_000 * 3_600_000) ? time : nil
  }
}

/// Why an order cannot be obeyed, as a sentence.
package struct SimulationMistake: Error, Hashable, Sendable {
  package let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}
