import LifecheckEncoding
import LifecheckFormulas
import LifecheckSystem

/// The claim of a proof as lines of text, each a node over those before it. The last one is the claim.
///
/// Times stand only in sums and comparisons, and numbers are small enough to be reckoned with: what a reader takes cannot overflow.
struct KeptClaim: Hashable {
  var k: Int
  var lines: [String]

  static let mostNodes = 200_000
  private static let largestTime: UInt = 1_000_000_000_000
  private static let largestFactor: UInt = 1_000_000

  init(k: Int, lines: [String]) { (self.k, self.lines) = (k, lines) }
}

// MARK: Writing

extension KeptClaim {
  /// - Parameter encoded: The claim's own.
  /// - Returns: nil if it has something that is not written.
  init?(_ formula: Formula, k: Int, of encoded: EncodedSystem) {
    let meanings = Dictionary(uniqueKeysWithValues: encoded.meanings.map { ($0.symbol, $0.meaning) })
    var places: [Formula: Int] = [:]
    var lines: [String] = []
    let bank = encoded.system.bank
    for part in bank.reachable(from: [formula]) {
      guard let line = Self.line(bank[part], meanings[part], { places[$0]! }) else { return nil }
      places[part] = lines.count
      lines.append(line)
    }
    guard lines.count <= Self.mostNodes else { return nil }
    self.init(k: k, lines: lines)
  }

  private static func line(_ node: FormulaBank.Node, _ meaning: SymbolMeaning?, _ place: (Formula) -> Int) -> String? {
    func over(_ word: String, _ parts: [Formula]) -> String { ([word] + parts.map { "\(place($0))" }).joined(separator: " ") }
    switch node {
    case .bool(let value): return value ? "true" : "false"
    case .real(let value): return "time \(value)"
    case .symbol: return meaning.map(words)
    case .not(let a): return over("not", [a])
    case .and(let parts): return over("and", parts)
    case .or(let parts): return over("or", parts)
    case .iff(let a, let b): return over("iff", [a, b])
    case .ifThenElse(let a, let b, let c): return over("if", [a, b, c])
    case .lessEqual(let a, let b): return over("<=", [a, b])
    case .less(let a, let b): return over("<", [a, b])
    case .equalReal(let a, let b): return over("=", [a, b])
    case .add(let parts): return over("sum", parts)
    case .scale(let factor, let a): return "times \(factor) \(place(a))"
    }
  }

  private static func words(_ meaning: SymbolMeaning) -> String {
    switch meaning {
    case .variable(let index, let bit): "variable \(index.index) \(bit)"
    case .location(let index, let bit): "place \(index.index) \(bit)"
    case .clock(let index): "clock \(index.index)"
    case .parameter(let index): "parameter \(index.index)"
    }
  }
}

// MARK: Reading

extension KeptClaim {
  /// The kind of a node, as far as it decides which others may be made of it.
  private enum Form { case truth, time, product, sum }
  private typealias Part = (formula: Formula, form: Form)

  /// The claim in the symbols of this encoding, whose bank grows by it.
  /// - Returns: nil if it is none about this system.
  func formula(in encoded: inout EncodedSystem) -> Formula? {
    guard !lines.isEmpty, lines.count <= Self.mostNodes else { return nil }
    let symbols = Dictionary(uniqueKeysWithValues: encoded.meanings.map { ($0.meaning, $0.symbol) })
    var parts: [Part] = []
    parts.reserveCapacity(lines.count)
    for line in lines {
      guard let part = Self.part(line, parts, symbols, &encoded.system.bank) else { return nil }
      parts.append(part)
    }
    return parts[parts.count - 1].form == .truth ? parts[parts.count - 1].formula : nil
  }

  private static func part(
    _ line: String, _ parts: [Part], _ symbols: [SymbolMeaning: Formula], _ bank: inout FormulaBank
  ) -> Part? {
    var words = line.split(separator: " ")[...]
    guard let head = words.popFirst() else { return nil }
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count else { return nil }
    if let meaning = meaning(head, numbers) {
      guard let symbol = symbols[meaning] else { return nil }
      if case .variable = meaning { return (symbol, .truth) }
      if case .location = meaning { return (symbol, .truth) }
      return (symbol, .time)
    }
    switch (head, numbers.count) {
    case ("true", 0): return (bank.true, .truth)
    case ("false", 0): return (bank.false, .truth)
    case ("time", 1): return numbers[0].magnitude <= largestTime ? (bank.real(numbers[0]), .time) : nil
    case ("times", 2):
      guard let part = child(numbers[1], of: parts), part.form == .time, isSymbol(part.formula, in: bank) else { return nil }
      return numbers[0].magnitude <= largestFactor ? (bank.scale(numbers[0], part.formula), .product) : nil
    default:
      let children = numbers.compactMap { child($0, of: parts) }
      return children.count == numbers.count ? combined(head, children, &bank) : nil
    }
  }

  private static func combined(_ head: Substring, _ children: [Part], _ bank: inout FormulaBank) -> Part? {
    let formulas = children.map(\.formula)
    let areTimes = children.allSatisfy { $0.form != .truth }
    if head == "sum" {
      let areSummands = areTimes && children.allSatisfy { $0.form != .sum } && (1...1000).contains(children.count)
      return areSummands ? (bank.make(.add(formulas)), .sum) : nil
    }
    if let comparison = comparisons[head] {
      return areTimes && children.count == 2 ? (bank.compare(comparison, formulas[0], formulas[1]), .truth) : nil
    }
    guard children.allSatisfy({ $0.form == .truth }) else { return nil }
    switch (head, children.count) {
    case ("not", 1): return (bank.not(formulas[0]), .truth)
    case ("and", _): return (bank.and(formulas), .truth)
    case ("or", _): return (bank.or(formulas), .truth)
    case ("iff", 2): return (bank.iff(formulas[0], formulas[1]), .truth)
    case ("if", 3): return (bank.ifThenElse(formulas[0], formulas[1], formulas[2]), .truth)
    default: return nil
    }
  }

  private static let comparisons: [Substring: Comparison] = ["<=": .lessEqual, "<": .less, "=": .equal]

  private static func meaning(_ head: Substring, _ numbers: [Int]) -> SymbolMeaning? {
    switch (head, numbers.count) {
    case ("variable", 2): .variable(VariableIndex(numbers[0]), bit: numbers[1])
    case ("place", 2): .location(AutomatonIndex(numbers[0]), bit: numbers[1])
    case ("clock", 1): .clock(ClockIndex(numbers[0]))
    case ("parameter", 1): .parameter(ParameterIndex(numbers[0]))
    default: nil
    }
  }

  private static func child(_ number: Int, of parts: [Part]) -> Part? { parts.indices.contains(number) ? parts[number] : nil }

  private static func isSymbol(_ formula: Formula, in bank: FormulaBank) -> Bool {
    if case .symbol = bank[formula] { true } else { false }
  }
}
