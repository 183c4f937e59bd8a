import LifecheckDiagnostics
import LifecheckSystem

/// Reads what `write` has written, or somebody by hand.
/// - Returns: nil: the diagnostics say why.
package func readSystem(_ file: SourceFile) -> (document: SystemDocument?, diagnostics: [Diagnostic]) {
  do throws(SystemTextProblem) {
    var lexer = SystemLexer(file)
    var reader = try SystemReader(tokens: lexer.tokens())
    let document = try reader.read()
    guard let problem = document.problem else { return (document, []) }
    let whole = SourceRange(file: file.id, start: 0, end: min(systemTextHeading.utf8.count, file.text.count))
    return (nil, [SystemTextProblem(message: problem.description, range: whole).diagnostic])
  } catch { return (nil, [error.diagnostic]) }
}

extension SystemDocument {
  fileprivate var problem: SystemProblem? {
    system.firstProblem ?? questions.lazy.compactMap { system.firstProblem(inGoal: $0.goal) }.first
  }
}

struct SystemReader {
  enum Symbol {
    case variable(VariableIndex)
    case clock(ClockIndex)
    case parameter(ParameterIndex)
    case automaton(AutomatonIndex)
  }

  let tokens: [SystemToken]
  let symbols: [String: Symbol]
  var index = 0
  /// How many brackets and negations the current token is in.
  var depth = 0
  var system = TimedSystem()
  var questions: [SystemDocument.Question] = []

  init(tokens: [SystemToken]) throws(SystemTextProblem) {
    self.tokens = tokens
    symbols = try declaredSymbols(in: tokens)
  }

  mutating func read() throws(SystemTextProblem) -> SystemDocument {
    try expect(.system, "`\(systemTextHeading)`, which begins such a text")
    let form = current
    guard try number("the number of the form") == 1 else {
      throw SystemTextProblem(message: "this form is not known; it has been written by a later lifecheck", range: form.range)
    }
    while current.kind != .end { try readItem() }
    return SystemDocument(system: system, questions: questions)
  }

  private mutating func readItem() throws(SystemTextProblem) {
    if skip(.var) { return try readVariable() }
    if skip(.clock) { return try readClock() }
    if skip(.param) { return try readParameter() }
    if skip(.initially) { return system.initial = try condition() }
    if skip(.assume) { return system.assumption = try condition() }
    if skip(.automaton) { return try readAutomaton() }
    if skip(.question) { return try readQuestion() }
    throw unexpected("a `var`, `clock`, `param`, `automaton` or `question`")
  }

  // MARK: Tables

  private mutating func readVariable() throws(SystemTextProblem) {
    let place = current.range
    let name = try name("the variable")
    try expect(":")
    let range = try range()
    guard range.lowerBound == 0 else { throw SystemTextProblem(message: "a variable's values begin with 0", range: place) }
    try expect("=")
    let initial = skip(.any) ? nil : try number("the first value")
    var variable = StateVariable(
      name: name, domain: range.upperBound + 1, valueNames: (0...range.upperBound).prefix(Self.mostValues).map(String.init), initial: initial,
      origin: place)
    guard variable.domain <= Self.mostValues else {
      throw SystemTextProblem(message: "a variable has at most \(Self.mostValues) values", range: place)
    }
    variable.isRigid = skip(.rigid)
    variable.isHidden = skip(.hidden)
    if skip(.says) { variable.label = try text("what stories call the variable") }
    if skip(.values) { variable.valueNames = try list { reader throws(SystemTextProblem) in try reader.text("the name of a value") } }
    system.variables.append(variable)
  }

  /// Each value has a name.
  private static let mostValues = 1 << 16

  private mutating func readClock() throws(SystemTextProblem) {
    let name = try name("the clock")
    let rate = skip(.while) ? try condition() : .true
    system.clocks.append(Clock(name: name, rate: rate, isDeadWhileStopped: skip(.resting)))
  }

  private mutating func readParameter() throws(SystemTextProblem) {
    let place = current.range
    let name = try name("the parameter")
    try expect(":")
    let range = try range()
    let usual = skip(.usually) ? try number("the usual value") : nil
    system.parameters.append(RigidParameter(name: name, range: range, preferred: usual, origin: place))
  }

  private mutating func range() throws(SystemTextProblem) -> ClosedRange<Int> {
    let place = current.range
    let low = try number("the lower end")
    try expect("...")
    let high = try number("the upper end")
    guard low <= high else { throw SystemTextProblem(message: "this range is empty", range: place) }
    return low...high
  }

  private mutating func readQuestion() throws(SystemTextProblem) {
    let title = try text("the title of the question")
    try expect(":")
    let goal = try condition()
    let watches = skip(.watches) ? try list { reader throws(SystemTextProblem) in try reader.variable() } : []
    questions.append(SystemDocument.Question(title: title, goal: goal, watches: Set(watches)))
  }
}

/// Everything may be named before it is declared.
private func declaredSymbols(in tokens: [SystemToken]) throws(SystemTextProblem) -> [String: SystemReader.Symbol] {
  var symbols: [String: SystemReader.Symbol] = [:]
  var counts: [SystemWord: Int] = [:]
  for (token, next) in zip(tokens, tokens.dropFirst()) {
    guard case .word(let word) = token.kind, let name = next.kind.declaredName else { continue }
    let number = counts[word, default: 0]
    let symbol: SystemReader.Symbol
    switch word {
    case .var: symbol = .variable(VariableIndex(number))
    case .clock: symbol = .clock(ClockIndex(number))
    case .param: symbol = .parameter(ParameterIndex(number))
    case .automaton: symbol = .automaton(AutomatonIndex(number))
    default: continue
    }
    counts[word] = number + 1
    guard symbols.updateValue(symbol, forKey: name) == nil else {
      throw SystemTextProblem(message: "`\(name)` is declared twice", range: next.range)
    }
  }
  return symbols
}

extension SystemToken.Kind {
  /// Bare or quoted.
  var declaredName: String? {
    switch self {
    case .name(let name), .text(let name): name
    default: nil
    }
  }
}
