import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Conditions in code that may wait: what has effects is a step of its own, and so is each question to the system in the app's code.

extension Flow {
  /// Whether the expression is no part of one step: it has effects, or is code of the app's that asks the system twice.
  func takesSteps(_ expression: Expression) -> Bool {
    expression.hasEffects || isAppText && lowerer.model.asksTheSystemTwice(expression)
  }

  private var isAppText: Bool { !lowerer.model.kinds[environment.selfKind.index].isPlatformCode }

  /// A condition that may have effects; of `and` and `or`, the right side has its own only where it decides.
  func computeFact(_ expression: Expression) throws -> Term {
    switch expression.kind {
    case .not(let inner): return try computeFact(inner).negated
    case .binary(.and, let a, let b): return try decide(a, b, unless: .false)
    case .binary(.or, let a, let b): return try decide(a, b, unless: .true)
    case .definition(let base, let id) where takesSteps(expression):
      let outer = environment
      defer { environment = outer }
      environment = try keptEnvironment(of: base, lowerer.model.definitions[id.index].owner)
      return try computeFact(lowerer.model.definitions[id.index].value)
    case .call, .callClosure, .task, .work:
      if case .term(let term) = try compute(expression) { return term }
      throw LoweringFailure("not-a-value", "this has no value that code could test", at: expression.range)
    default:
      try refuseTwoQuestions(expression)
      return try lowerer.fact(expression, environment)
    }
  }

  /// Refuses two questions in an expression that is no condition: it would be one step, and they are two.
  func refuseTwoQuestions(_ expression: Expression) throws {
    guard isAppText, !expression.hasEffects, lowerer.model.asksTheSystemTwice(expression) else { return }
    throw LoweringFailure(
      "call-inside-expression", "an `and` or `or` that asks the system twice cannot stand inside a larger expression",
      at: expression.range, help: "give its result a name first: `let x = …`")
  }

  /// `a and b` (settled by a false `a`), `a or b` (settled by a true one).
  private func decide(_ a: Expression, _ b: Expression, unless settled: Term) throws -> Term {
    let first = try computeFact(a)
    guard cursor != nil, first != settled else { return first }
    if first == settled.negated { return try computeFact(b) }
    let isAskedAfterwards = isAppText && lowerer.model.asksTheSystem(a) && lowerer.model.asksTheSystem(b)
    guard takesSteps(b) || isAskedAfterwards else {
      let second = try computeFact(b)
      return settled == .true ? .any([first, second]) : .all([first, second])
    }
    let result = makeOwn("\(lowerer.sourceText(b.range))", .bool, hidden: true)
    func yield(_ value: Term) {
      lowerer.emit(.assign(result, value, condition: .true), b.range)
      commit()
    }
    func second() throws {
      let value = try computeFact(b)
      if cursor != nil { yield(value) }
    }
    try split(
      first, at: a.range, then: { if settled == .true { yield(.true) } else { try second() } },
      otherwise: { if settled == .true { try second() } else { yield(.false) } })
    return .equal(.variable(result), .true)
  }

  /// The names of the thing that `base` denotes, kept over the steps to come.
  private func keptEnvironment(of base: Expression, _ kind: KindID) throws -> Environment {
    let receiver = try keep(lowerer.evaluate(base, environment), type: base.type, name: "self", at: base.range)
    if case .node(let node) = receiver { return lowerer.environment(of: node) }
    return Environment(selfValue: receiver, selfKind: kind)
  }
}
