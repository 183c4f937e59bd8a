import LifecheckDiagnostics

// Branches, loops, returns and failures.

extension Checker {
  func conditional(
    _ condition: ExpressionSyntax, _ then: BlockSyntax, _ otherwise: BlockSyntax?, _ range: SourceRange
  ) -> [Statement] {
    let checked = value(condition, as: .bool)
    let taken = checked.flatMap { constant($0)?.bool }
    let a = with({ $0.isDead = $0.isDead || taken == false }) { block(then) }
    let b = otherwise.map { syntax in with({ $0.isDead = $0.isDead || taken == true }) { block(syntax) } }
    guard let checked else { return [] }
    return branch(on: checked, isTaken: taken, then: a, otherwise: b, range)
  }

  /// - Parameter isTaken: Whether the first branch is, if that is known before any run.
  private func branch(
    on condition: Expression, isTaken: Bool?, then: Block, otherwise: Block?, _ range: SourceRange
  ) -> [Statement] {
    if let isTaken, !condition.hasEffects { return isTaken ? inlined(then) : otherwise.map(inlined) ?? [] }
    // Code for other versions may ask for what this one does not have.
    let kept = isTaken == false ? Block(statements: [], range: then.range) : then
    return [Statement(.conditional(condition, then: kept, otherwise: isTaken == true ? nil : otherwise), range)]
  }

  /// The statements of a branch that is always taken. It stays a block where something is to happen at its end: a `defer` runs
  /// there, and its locals no longer refer to anything.
  private func inlined(_ block: Block) -> [Statement] {
    let hasEnd = block.statements.contains { statement in
      switch statement.kind {
      case .deferred, .declare: true
      default: false
      }
    }
    guard hasEnd else { return block.statements }
    return [Statement(.conditional(Expression(.bool(true), .bool, block.range), then: block, otherwise: nil), block.range)]
  }

  func guardElse(_ condition: ExpressionSyntax, _ otherwise: BlockSyntax, _ range: SourceRange) -> [Statement] {
    let checked = value(condition, as: .bool)
    let taken = checked.flatMap { constant($0)?.bool }
    let block = with({ $0.isDead = $0.isDead || taken == true }) { self.block(otherwise) }
    if block.fallsThrough { report(StatementProblem.guardFallsThrough(range: otherwise.range)) }
    guard let checked else { return [] }
    let fails = Expression(.not(checked), .bool, checked.range)
    return branch(on: fails, isTaken: taken.map { !$0 }, then: block, otherwise: nil, range)
  }

  func loop(
    _ name: NameSyntax, _ sequence: ExpressionSyntax, _ condition: ExpressionSyntax?, _ body: BlockSyntax,
    _ range: SourceRange
  ) -> [Statement] {
    if case .range = sequence.kind {
      guard let bounds = integerRange(sequence) else { return [] }
      return numberLoop(name, bounds, condition, body, range)
    }
    switch entity(sequence) {
    case .kind(let kind)?:
      refuseUnlessSaidToBeThere(kind, at: sequence.range)
      return inFrame {
        let local = declareLocal(name, elementType(of: kind), .loop)
        let checked = condition.map { value($0, as: .bool) }
        let block = self.block(body)
        if let checked, checked == nil { return [] }
        return [Statement(.forInstances(local, kind, condition: checked ?? nil, block), range)]
      }
    case .array(let base, let id)?: return arrayLoop(name, base, id, condition, body, range)
    case nil: return []
    default:
      report(StatementProblem.notALoop(range: sequence.range))
      return []
    }
  }

  private func numberLoop(
    _ name: NameSyntax, _ bounds: ClosedRange<Int>, _ condition: ExpressionSyntax?, _ body: BlockSyntax, _ range: SourceRange
  ) -> [Statement] {
    inFrame {
      let local = declareLocal(name, .integer(bounds), .loop)
      let block = conditionedBlock(condition, body)
      return [Statement(.forRange(local, bounds.lowerBound..<(bounds.upperBound + 1), block), range)]
    }
  }

  /// `for u in upload` with `task upload[3]`: a loop over the index, with `u` standing for `upload[index]`.
  private func arrayLoop(
    _ name: NameSyntax, _ base: Expression, _ id: InstanceID, _ condition: ExpressionSyntax?, _ body: BlockSyntax,
    _ range: SourceRange
  ) -> [Statement] {
    inFrame {
      let instance = model.instances[id.index]
      let type = ValueType.integer(0...max(0, instance.count - 1))
      let index = newLocal(name.text, type, name.range)
      let element = Expression(
        .instance(base: base, id, index: Expression(.local(index), type, name.range)), .instance(instance.kind), name.range)
      bind(name, .value(element), .loop)
      return [Statement(.forRange(index, 0..<instance.count, conditionedBlock(condition, body)), range)]
    }
  }

  private func conditionedBlock(_ condition: ExpressionSyntax?, _ body: BlockSyntax) -> Block {
    guard let condition else { return block(body) }
    let checked = value(condition, as: .bool)
    let inner = block(body)
    guard let checked else { return inner }
    return Block(statements: [Statement(.conditional(checked, then: inner, otherwise: nil), body.range)], range: body.range)
  }

  func returns(_ syntax: ExpressionSyntax?, _ range: SourceRange) -> StatementKind? {
    switch (syntax, code.result) {
    case (nil, .void): return .returns(nil)
    case (nil, let type):
      report(StatementProblem.returnNeedsValue(describe(type), range: range))
      return nil
    case (let syntax?, .void):
      if value(syntax) != nil { report(StatementProblem.returnTakesNoValue(range: syntax.range)) }
      return nil
    case (let syntax?, let type):
      // A returned value that was not understood is of no interest: the code still ends here.
      return .returns(value(syntax, as: type))
    }
  }

  func throwing(_ name: NameSyntax?, _ range: SourceRange) -> StatementKind? {
    noteFailures(name.map { [$0] })
    checkEscape(of: "throw", name.map { [$0.text] } ?? [], range)
    return .throwing(name?.text)
  }

  func doCatch(_ body: BlockSyntax, _ clauses: [CatchSyntax]) -> StatementKind {
    let frame = CodeContext.CatchFrame(
      names: Set(clauses.compactMap { $0.error?.text }), catchesAll: clauses.contains { $0.error == nil })
    let checkedBody = with({ $0.catches.append(frame) }) { block(body) }
    let checkedClauses = clauses.map { clause in
      if let error = clause.error {
        names.note(error, as: .failure)
        caughtNames.append(error)
      }
      return CatchClause(error: clause.error?.text, body: block(clause.body))
    }
    return .doCatch(checkedBody, clauses: checkedClauses)
  }
}

extension Block {
  /// Whether the end can be reached.
  var fallsThrough: Bool { statements.allSatisfy(\.fallsThrough) }
}

extension Statement {
  var fallsThrough: Bool {
    switch kind {
    case .returns, .throwing, .die: false
    case .conditional(let condition, let then, let otherwise):
      if case .bool(true) = condition.kind { then.fallsThrough } else { then.fallsThrough || otherwise?.fallsThrough ?? true }
    case .doCatch(let body, let clauses): body.fallsThrough || clauses.contains { $0.body.fallsThrough }
    case .within(_, let body, let otherwise): body.fallsThrough || otherwise?.fallsThrough ?? true
    case .lock(_, let body), .atomic(let body): body.fallsThrough
    default: true
    }
  }
}

/// The mistakes that a statement can contain.
enum StatementProblem: Problem {
  /// Why something cannot be assigned.
  enum Fixed: String {
    case constant = "a constant", parameter = "a parameter", loop = "the loop's variable", setting = "a setting",
      system = "the platform's own", definition = "a definition", phase = "one of the phases", value = "no variable"

    init(_ role: LocalBinding.Role) {
      switch role {
      case .constant: self = .constant
      case .parameter: self = .parameter
      case .loop: self = .loop
      case .variable: self = .value
      }
    }

    var help: String? {
      switch self {
      case .constant: "declare it with `var`"
      case .parameter: "copy it into a `var` first"
      case .setting: "the user changes a setting; a `durable var` is the app's own"
      case .phase: "assign to the variable that has these phases"
      case .definition: "assign to what it is defined by"
      case .system: "the platform changes it: call one of its functions, or leave it to what the system and the user do"
      case .loop, .value: nil
      }
    }
  }
  case unreachable(range: SourceRange)
  case localStorage(String, range: SourceRange)
  case notAssignable(String, Fixed, range: SourceRange)
  case unusedValue(range: SourceRange)
  case functionPosted(String, range: SourceRange)
  case guardFallsThrough(range: SourceRange)
  case notALoop(range: SourceRange)
  case returnNeedsValue(String, range: SourceRange)
  case returnTakesNoValue(range: SourceRange)
  case missingReturn(String, type: String, range: SourceRange)
  case weakCapture(String, range: SourceRange)
  case unknownError(String, known: [String], range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .unreachable(let range):
      return Diagnostic(.warning, "unreachable-code", "this is never reached: the code before it always ends", at: range)
    case .localStorage(let word, let range):
      return Diagnostic(
        .error, "local-storage", "a variable inside code lives as long as that code; it cannot be `\(word)`", at: range,
        help: "declare it in the app")
    case .notAssignable(let name, let why, let range):
      return Diagnostic(
        .error, "not-assignable", "`\(name)` is \(why.rawValue), so it cannot be assigned", at: range, help: why.help)
    case .unusedValue(let range):
      return Diagnostic(.error, "unused-value", "this has no effect: expected a call or an assignment", at: range)
    case .functionPosted(let name, let range):
      return Diagnostic(
        .error, "function-posted", "`\(name)` is a function; `call` is for callbacks", at: range, help: "write `\(name)()`")
    case .guardFallsThrough(let range):
      return Diagnostic(.error, "guard-falls-through", "the `else` of a `guard` must leave, by `return` or `throw`", at: range)
    case .notALoop(let range):
      return Diagnostic(
        .error, "not-a-loop", "a loop goes over numbers, as in `0..<3`, or over the instances of a kind", at: range)
    case .returnNeedsValue(let type, let range):
      return Diagnostic(.error, "return-value", "`return` needs a value here: \(type)", at: range)
    case .returnTakesNoValue(let range):
      return Diagnostic(.error, "return-value", "this code gives no value, so `return` takes none", at: range)
    case .missingReturn(let name, let type, let range):
      return Diagnostic(
        .error, "missing-return", "`\(name)` promises \(type), but its end can be reached without a `return`", at: range)
    case .weakCapture(let name, let range):
      return Diagnostic(
        .error, "weak-capture", "`weak` is not supported yet: `\(name)` would have to know when its owner goes away", at: range,
        help: "model the owner with a `var` of your own and test it")
    case .unknownError(let name, let known, let range):
      return suggesting(name, from: known, at: range) {
        Diagnostic(.error, "unknown-error", "nothing fails with `\(name)`\($0)", at: range, fixIts: $1, help: $2)
      }
    }
  }
}
