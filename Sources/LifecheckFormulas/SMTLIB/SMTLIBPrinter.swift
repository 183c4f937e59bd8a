/// Writes formulas of one bank as SMT-LIB 2 text, which stays linear in the number of nodes: what is used more than once,
/// or is long, becomes a definition.
package struct SMTLIBPrinter {
  /// How definitions get at the symbols.
  package enum Style: Hashable, Sendable {
    /// The symbols are constants of the file.
    case constants
    /// Every definition has the symbols that it reads as parameters, so that it can be applied to other states.
    case functions
  }
  private let style: Style
  private let prefix: String
  private let names: [Formula: String]
  /// How a formula is written where it is used.
  private var references: [Formula: String] = [:]
  private var definitionCount = 0

  /// Longer texts become definitions, so that lines and nesting stay short.
  private static let longest = 240
  /// Shorter ones are repeated.
  private static let shortest = 48

  /// - Parameters:
  ///   - names: Of all symbols that occur, as legal SMT-LIB symbols.
  ///   - prefix: The first word of the names of definitions.
  package init(names: [Formula: String], style: Style, prefix: String) {
    self.names = names
    self.style = style
    self.prefix = prefix
  }

  /// Makes the definitions that the texts of these formulas need.
  /// - Returns: One command a line.
  package mutating func define(_ roots: [Formula], of bank: FormulaBank) -> [String] {
    let formulas = bank.reachable(from: roots) { references[$0] != nil }
    var uses: [Formula: Int] = [:]
    for formula in formulas { for child in bank.children(of: formula) { uses[child, default: 0] += 1 } }
    for root in roots { uses[root, default: 0] += 1 }
    var lines: [String] = []
    for formula in formulas {
      let text = write(formula, of: bank)
      let isNamed = text.utf8.count > ((uses[formula] ?? 0) > 1 ? Self.shortest : Self.longest)
      references[formula] = isNamed ? name(formula, text, of: bank, &lines) : text
    }
    return lines
  }

  /// - Precondition: The formula was among those given to `define`.
  package func text(of formula: Formula) -> String { references[formula]! }

  /// `((|clock a| Real) (|variable b| Bool))`
  package static func parameters(_ symbols: [(name: String, isReal: Bool)]) -> String {
    "(" + symbols.map { "(\($0.name) \($0.isReal ? "Real" : "Bool"))" }.joined(separator: " ") + ")"
  }

  /// The symbols that a definition of this formula has as parameters, in the order of the bank.
  package func support(of formula: Formula, in bank: FormulaBank) -> [(name: String, isReal: Bool)] {
    bank.symbols(in: formula).sorted().map { (names[$0]!, bank.isReal($0)) }
  }

  private mutating func name(
    _ formula: Formula, _ text: String, of bank: FormulaBank, _ lines: inout [String]
  ) -> String {
    definitionCount += 1
    let name = "|\(prefix) \(definitionCount)|"
    let parameters = style == .functions ? support(of: formula, in: bank) : []
    let sort = bank.isReal(formula) ? "Real" : "Bool"
    lines.append("(define-fun \(name) \(Self.parameters(parameters)) \(sort) \(text))")
    return parameters.isEmpty ? name : "(\(name) \(parameters.map(\.name).joined(separator: " ")))"
  }

  private func write(_ formula: Formula, of bank: FormulaBank) -> String {
    func text(_ part: Formula) -> String { references[part]! }
    func list(_ operation: String, _ parts: [Formula], empty: String) -> String {
      switch parts.count {
      case 0: empty
      case 1: text(parts[0])
      default: "(\(operation) \(parts.map(text).joined(separator: " ")))"
      }
    }
    switch bank[formula] {
    case .bool(let value): return value ? "true" : "false"
    case .real(let value): return Self.decimal(value)
    case .symbol: return names[formula]!
    case .not(let a): return "(not \(text(a)))"
    case .and(let parts): return list("and", parts, empty: "true")
    case .or(let parts): return list("or", parts, empty: "false")
    case .iff(let a, let b), .equalReal(let a, let b): return "(= \(text(a)) \(text(b)))"
    case .ifThenElse(let a, let b, let c): return "(ite \(text(a)) \(text(b)) \(text(c)))"
    case .lessEqual(let a, let b): return "(<= \(text(a)) \(text(b)))"
    case .less(let a, let b): return "(< \(text(a)) \(text(b)))"
    case .add(let parts): return list("+", parts, empty: "0.0")
    case .scale(let factor, let a): return "(* \(Self.decimal(factor)) \(text(a)))"
    }
  }

  /// `5000.0`, `(- 5000.0)`
  private static func decimal(_ value: Int) -> String {
    value < 0 ? "(- \(value.magnitude).0)" : "\(value).0"
  }
}

extension FormulaBank {
  /// Whether the formula stands for a time.
  package func isReal(_ formula: Formula) -> Bool {
    var formula = formula
    while case .ifThenElse(_, let branch, _) = self[formula] { formula = branch }
    switch self[formula] {
    case .real, .add, .scale: return true
    case .symbol(let symbol): return symbol.sort == .real
    default: return false
    }
  }
}
