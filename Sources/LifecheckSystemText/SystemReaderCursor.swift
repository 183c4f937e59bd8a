import LifecheckDiagnostics
import LifecheckSystem

/// Looking at tokens and taking them.
extension SystemReader {
  var current: SystemToken { tokens[index] }

  mutating func advance() { if index + 1 < tokens.count { index += 1 } }

  mutating func skip(_ word: SystemWord) -> Bool { skip(SystemToken.Kind.word(word)) }
  mutating func skip(_ mark: String) -> Bool { skip(SystemToken.Kind.mark(mark)) }

  private mutating func skip(_ kind: SystemToken.Kind) -> Bool {
    guard current.kind == kind else { return false }
    advance()
    return true
  }

  mutating func expect(_ mark: String) throws(SystemTextProblem) {
    guard skip(mark) else { throw unexpected("`\(mark)`") }
  }

  mutating func expect(_ word: SystemWord, _ description: String) throws(SystemTextProblem) {
    guard skip(word) else { throw unexpected(description) }
  }

  func unexpected(_ wanted: String) -> SystemTextProblem {
    SystemTextProblem(message: "expected \(wanted) here", range: current.range)
  }

  mutating func number(_ description: String) throws(SystemTextProblem) -> Int {
    guard case .number(let value) = current.kind else { throw unexpected("\(description), a number,") }
    advance()
    return value
  }

  mutating func text(_ description: String) throws(SystemTextProblem) -> String {
    guard case .text(let text) = current.kind else { throw unexpected("\(description), in double quotes,") }
    advance()
    return text
  }

  mutating func name(_ description: String) throws(SystemTextProblem) -> String {
    guard let name = current.kind.declaredName else { throw unexpected("the name of \(description)") }
    advance()
    return name
  }

  // MARK: References

  mutating func variable() throws(SystemTextProblem) -> VariableIndex {
    guard case .variable(let variable) = try symbol("a variable") else { throw unexpected("a variable") }
    advance()
    return variable
  }

  mutating func clock() throws(SystemTextProblem) -> ClockIndex {
    guard case .clock(let clock) = try symbol("a clock") else { throw unexpected("a clock") }
    advance()
    return clock
  }

  mutating func parameter() throws(SystemTextProblem) -> ParameterIndex {
    guard case .parameter(let parameter) = try symbol("a parameter") else { throw unexpected("a parameter") }
    advance()
    return parameter
  }

  mutating func automaton() throws(SystemTextProblem) -> AutomatonIndex {
    guard case .automaton(let automaton) = try symbol("an automaton") else { throw unexpected("an automaton") }
    advance()
    return automaton
  }

  private func symbol(_ description: String) throws(SystemTextProblem) -> Symbol {
    guard let name = current.kind.declaredName else { throw unexpected(description) }
    guard let symbol = symbols[name] else {
      throw SystemTextProblem(message: "`\(name)` is declared nowhere", range: current.range)
    }
    return symbol
  }

  // MARK: Shapes

  /// One or more, with commas between them.
  mutating func list<Element>(
    _ element: (inout Self) throws(SystemTextProblem) -> Element
  ) throws(SystemTextProblem) -> [Element] {
    var result = [try element(&self)]
    while skip(",") { result.append(try element(&self)) }
    return result
  }

  /// Later passes recurse over terms, so a text must not nest without bound.
  mutating func nested<Result>(
    _ body: (inout Self) throws(SystemTextProblem) -> Result
  ) throws(SystemTextProblem) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else {
      throw SystemTextProblem(message: "this is nested more than \(Self.deepestNesting) deep", range: current.range)
    }
    return try body(&self)
  }

  private static let deepestNesting = 500
}
