import LifecheckDiagnostics

extension Checker {
  /// `{ [x] in … }`
  func closure(_ syntax: ClosureSyntax, _ range: SourceRange) -> Expression? {
    guard noteEffect("a closure", mayTakeTime: false, range) else { return nil }
    var copies: [(name: NameSyntax, type: ValueType, value: Expression)] = []
    for capture in syntax.captures where capture.name.text != "self" {
      if capture.isWeak {
        report(StatementProblem.weakCapture(capture.name.text, range: capture.name.range))
      }
      let place = ExpressionSyntax(.name(capture.name), capture.name.range)
      // Read out here, when the closure is made: that is no use from inside.
      if let value = value(place).flatMap(lasting) { copies.append((capture.name, value.type, value)) }
    }
    for capture in syntax.captures where capture.name.text == "self" && capture.isWeak {
      report(StatementProblem.weakCapture("self", range: capture.name.range))
    }
    var checkedCopies: [Closure.Copy] = []
    let body = with(enterClosure(boundary: .none)) {
      for copy in copies {
        checkedCopies.append(.init(local: declareLocal(copy.name, copy.type, .constant), value: copy.value))
      }
      return block(syntax.body)
    }
    return Expression(
      .closure(Closure(copies: checkedCopies, parameters: [], body: body, range: range)), .closure, range)
  }

  /// `async on q { … }`, `await { … }`, `sync on q { … }`
  func task(
    _ mode: TaskModeSyntax, _ executor: ExpressionSyntax?, _ body: BlockSyntax, _ effect: EffectMode, _ range: SourceRange
  ) -> Expression? {
    let checkedExecutor = executor.map { value($0, as: .executor) }
    guard noteEffect(mode.rawValue, mayTakeTime: mode != .async, range) else { return nil }
    let checked = with(enterClosure(boundary: .job)) { block(body) }
    if let checkedExecutor, checkedExecutor == nil { return nil }
    return Expression(
      .task(
        TaskMode(mode), executor: checkedExecutor ?? nil,
        Closure(copies: [], parameters: [], body: checked, range: body.range), effect.call),
      mode == .async ? .job : .void, range)
  }

  private func enterClosure(boundary: CodeContext.FailureBoundary) -> (inout CodeContext) -> Void {
    { code in
      code.frames.append([:])
      code.closureDepth += 1
      code.result = .void
      code.boundary = boundary
      code.catches = []
      code.isAtomic = false
    }
  }
}

extension TaskMode {
  init(_ syntax: TaskModeSyntax) {
    switch syntax {
    case .async: self = .async
    case .await: self = .await
    case .sync: self = .sync
    }
  }
}
