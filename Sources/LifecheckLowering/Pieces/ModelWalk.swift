import LifecheckLanguage

/// Visits every statement and expression below a block, outermost first. Closures and async bodies are entered.
struct ModelWalk {
  var onExpression: (Expression) -> Void = { _ in }
  var onStatement: (Statement) -> Void = { _ in }
  var entersClosures = true

  func walk(_ block: Block) {
    for statement in block.statements { walk(statement) }
  }

  func walk(_ statement: Statement) {
    onStatement(statement)
    switch statement.kind {
    case .declare(_, let value): value.map(walk)
    case .assign(let target, let value): [target, value].forEach(walk)
    case .expression(let value), .waitUntil(let value), .emit(let value, _), .reset(let value, _): walk(value)
    case .conditional(let condition, let then, let otherwise):
      walk(condition)
      walk(then)
      otherwise.map(walk)
    case .forRange(_, _, let body), .deferred(let body), .atomic(let body): walk(body)
    case .forInstances(_, _, let condition, let body):
      condition.map(walk)
      walk(body)
    case .returns(let value): value.map(walk)
    case .doCatch(let body, let clauses):
      walk(body)
      clauses.forEach { walk($0.body) }
    case .wait(let duration, _, _, _): walk(duration)
    case .within(let limit, let body, let otherwise):
      walk(limit)
      walk(body)
      otherwise.map(walk)
    case .lock(let lock, let body):
      walk(lock)
      walk(body)
    case .callCallback(let target, _, let arguments): ([target] + arguments).forEach(walk)
    case .throwing, .die, .freeze, .thaw, .start: break
    }
  }

  func walk(_ expression: Expression) {
    onExpression(expression)
    for child in children(of: expression) { walk(child) }
    switch expression.kind {
    case .closure(let closure), .task(.async, _, let closure, _):
      if entersClosures { walk(closure.body) }
    case .task(_, _, let closure, _): walk(closure.body)
    default: break
    }
  }

  private func children(of expression: Expression) -> [Expression] {
    switch expression.kind {
    case .instance(let base, _, let index): [base] + (index.map { [$0] } ?? [])
    case .variable(let base, _), .definition(let base, _), .stopwatch(let base, _), .executor(let base, _),
      .callback(let base, _), .parameter(let base, _), .executorBusy(let base, _), .callbackRunning(let base, _),
      .callbackAnswered(let base, _), .eventRunning(let base, _), .functionRunning(let base, _),
      .jobRunning(let base),
      .forgotten(let base), .not(let base), .cancelJob(let base), .callClosure(let base, _, _),
      .work(_, let base, _, _):
      [base]
    case .binary(_, let a, let b), .range(let a, let b): [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .quantified(_, _, _, let condition): condition.map { [$0] } ?? []
    case .new(_, let arguments): arguments
    case .closure(let closure): closure.copies.map(\.value)
    case .call(let base, _, let arguments, _): [base] + arguments
    case .task(_, let executor, let closure, _): (executor.map { [$0] } ?? []) + closure.copies.map(\.value)
    case .bool, .integer, .duration, .forever, .string, .enumCase, .none, .root, .selfInstance, .local, .version,
      .frozen, .running, .working, .halfway, .atRest, .any:
      []
    }
  }
}

extension Expression {
  /// Whether it calls something, starts something, or takes an entry of a pool.
  var hasEffects: Bool {
    var found = false
    var walk = ModelWalk()
    walk.onExpression = { part in
      switch part.kind {
      case .call, .callClosure, .task, .work, .new, .cancelJob: found = true
      default: break
      }
    }
    walk.walk(self)
    return found
  }
}

/// The locals that a closure uses and does not declare itself, in order of first use; its copies are among its own.
func freeLocals(of closure: Closure) -> [LocalID] {
  var own = Set(closure.parameters + closure.copies.map(\.local))
  var used: [LocalID] = []
  var walk = ModelWalk()
  walk.onStatement = { statement in
    switch statement.kind {
    case .declare(let local, _), .forRange(let local, _, _), .forInstances(let local, _, _, _): own.insert(local)
    case .callCallback(_, .local(let local), _): used.append(local)
    default: break
    }
  }
  walk.onExpression = { expression in
    switch expression.kind {
    case .local(let local): used.append(local)
    case .quantified(_, let local, _, _): own.insert(local)
    case .closure(let inner), .task(_, _, let inner, _):
      own.formUnion(inner.parameters + inner.copies.map(\.local))
    default: break
    }
  }
  walk.walk(closure.body)
  var seen: Set<LocalID> = []
  return used.filter { !own.contains($0) && seen.insert($0).inserted }
}
