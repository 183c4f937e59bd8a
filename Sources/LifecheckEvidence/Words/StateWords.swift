import LifecheckEncoding
import LifecheckFormulas
import LifecheckReports
import LifecheckSystem

/// Conditions on states in the words of the spec: its names, and seconds.
struct StateWords {
  private let reader: PhraseReader
  private let meanings: [Formula: SymbolMeaning]
  private let places: Places
  /// Names of variables; those of the same name have a number.
  private let variableNames: [String]
  /// A sentence about more values than this only counts them.
  private static let mostValues = 8
  /// How the values of conditions are named.
  private static let truths = [["false", "true"], ["no", "yes"]]

  init(_ encoded: EncodedSystem, places: Places) {
    reader = PhraseReader(encoded)
    meanings = Dictionary(uniqueKeysWithValues: encoded.meanings.map { ($0.symbol, $0.meaning) })
    self.places = places
    var counts: [String: Int] = [:]
    variableNames = encoded.timed.variables.map { variable in
      counts[variable.name, default: 0] += 1
      return counts[variable.name]! == 1 ? variable.name : "\(variable.name) (\(counts[variable.name]!))"
    }
  }

  private var system: TimedSystem { reader.encoded.timed }

  /// A part of an invariant as a sentence: `while state is suspended: upload.id is none`.
  func sentence(_ formula: Formula) -> String {
    let phrase = reader.phrase(formula)
    if phrase == .always(true) { return "each value has one of its codes" }
    let parts = phrase.disjuncts
    if parts.count == 1 { return text(parts[0]) }
    let conclusion = parts.indices.min { weight(parts[$0]) < weight(parts[$1]) }!
    let premises = parts.indices.filter { $0 != conclusion }.map { parts[$0].negated(reader.count) }
    return "while \(premises.map { nested($0) }.joined(separator: " and ")): \(text(parts[conclusion]))"
  }

  /// The least fits best behind the colon: times, then what leaves few values.
  private func weight(_ phrase: Phrase) -> Double {
    switch phrase {
    case .time: 0
    case .oneOf(let slot, let values): Double(values.count) / Double(reader.count(slot))
    case .always, .all, .any, .unsaid: 1
    }
  }

  private func text(_ phrase: Phrase) -> String {
    switch phrase {
    case .always(let value): value ? "always" : "never"
    case .oneOf(let slot, let values): text(slot, values)
    case .time(let time): text(time)
    case .all(let parts): parts.map(nested).joined(separator: " and ")
    case .any(let parts): parts.map(nested).joined(separator: " or ")
    case .unsaid: "(more than a sentence: see the formula)"
    }
  }

  private func nested(_ phrase: Phrase) -> String {
    switch phrase {
    case .all, .any: "(\(text(phrase)))"
    default: text(phrase)
    }
  }

  // MARK: Values and places

  private func text(_ slot: Slot, _ values: Set<Int>) -> String {
    let count = reader.count(slot)
    if case .variable(let variable) = slot, Self.truths.contains(system.variables[variable.index].valueNames) {
      return (values == [1] ? "" : "not ") + "`\(name(slot))`"
    }
    let isShorterNegated = values.count * 2 > count
    let listed = (isShorterNegated ? Set(0..<count).subtracting(values) : values).sorted()
    if listed.count > Self.mostValues {
      return "`\(name(slot))` is \(isPlace(slot) ? "at " : "")one of \(values.count) of \(count)"
    }
    let names = listed.map { valueName($0, of: slot) }
    let verb = isShorterNegated ? "is not" : "is"
    return "`\(name(slot))` \(verb) \(names.joined(separator: isShorterNegated ? " nor " : " or "))"
  }

  private func isPlace(_ slot: Slot) -> Bool { if case .place = slot { true } else { false } }

  func name(_ slot: Slot) -> String {
    switch slot {
    case .variable(let variable): variableNames[variable.index]
    case .place(let automaton): system.automata[automaton.index].name
    }
  }

  func valueName(_ value: Int, of slot: Slot) -> String {
    switch slot {
    case .variable(let variable):
      let names = system.variables[variable.index].valueNames
      guard names.indices.contains(value) else { return "\(value)" }
      return names.count { $0 == names[value] } == 1 ? names[value] : "\(names[value]) (\(value))"
    case .place(let automaton):
      let location = system.automata[automaton.index].locations[value]
      if location.name.isEmpty { return "at place \(value)" }
      let isAlone = system.automata[automaton.index].locations.count { $0.name == location.name } == 1
      let name = location.name.contains("`") ? location.name : "`\(location.name)`"
      let origin = location.origin.map { places.place($0) }
      let details = [origin, isAlone ? nil : "place \(value)"].compactMap { $0 }.joined(separator: ", ")
      return "at \(name)" + (details.isEmpty ? "" : " (\(details))")
    }
  }

  // MARK: Times

  private func text(_ time: TimePhrase) -> String {
    let isTurned = time.left.allSatisfy { $0.symbol == nil } && time.relation != .equal
    return isTurned
      ? "\(sum(time.right)) \(time.relation.turned) \(sum(time.left))"
      : "\(sum(time.left)) \(time.relation.rawValue) \(sum(time.right))"
  }

  private func sum(_ summands: [TimePhrase.Summand]) -> String {
    let parts = summands.map { summand in
      guard let symbol = summand.symbol else { return RationalTime(summand.factor).text }
      return (summand.factor == 1 ? "" : "\(summand.factor) x ") + "`\(name(symbol))`"
    }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " + ")
  }

  private func name(_ symbol: Formula) -> String {
    switch meanings[symbol] {
    case .clock(let clock): system.clocks[clock.index].name
    case .parameter(let parameter): system.parameters[parameter.index].name
    default: "?"
    }
  }
}
