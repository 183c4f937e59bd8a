// The direct parts of expressions and statements, for checks that walk over checked code.

extension Expression {
  /// Direct subexpressions, in order of evaluation. Not the code of closures and tasks: see `closures`.
  package var children: [Expression] {
    switch kind {
    case .bool, .integer, .duration, .forever, .string, .enumCase, .none, .root, .selfInstance, .local, .version, .frozen,
      .running, .working, .halfway, .atRest, .any:
      []
    case .instance(let base, _, let index): [base] + (index.map { [$0] } ?? [])
    case .variable(let base, _), .definition(let base, _), .parameter(let base, _), .stopwatch(let base, _),
      .executor(let base, _),
      .callback(let base, _), .executorBusy(let base, _), .callbackRunning(let base, _), .callbackAnswered(let base, _),
      .callbackAwaits(let base, _),
      .eventRunning(let base, _), .functionRunning(let base, _):
      [base]
    case .forgotten(let inner), .jobRunning(let inner), .not(let inner), .cancelJob(let inner): [inner]
    case .binary(_, let a, let b), .range(let a, let b): [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .quantified(_, _, _, let condition): condition.map { [$0] } ?? []
    case .new(_, let arguments): arguments
    case .closure(let closure): closure.copies.map(\.value)
    case .call(let base, _, let arguments, _): [base] + arguments
    case .callClosure(let callee, _, _): [callee]
    case .task(_, let executor, _, _): executor.map { [$0] } ?? []
    case .work(_, let takes, _, _): [takes]
    }
  }
}

extension Statement {
  /// The expressions evaluated by the statement itself, before any block inside it.
  package var expressions: [Expression] {
    switch kind {
    case .declare(_, let value): value.map { [$0] } ?? []
    case .assign(let target, let value): [value, target]
    case .expression(let value), .conditional(let value, _, _), .wait(let value, _, _, _), .waitUntil(let value),
      .within(let value, _, _), .lock(let value, _), .emit(let value, _), .reset(let value, _):
      [value]
    case .forInstances(_, _, let condition, _): condition.map { [$0] } ?? []
    case .returns(let value): value.map { [$0] } ?? []
    case .callCallback(let target, _, let arguments, _): [target] + arguments
    case .forRange, .throwing, .doCatch, .deferred, .atomic, .die, .freeze, .thaw, .start: []
    }
  }

  /// The blocks inside, in order.
  package var blocks: [Block] {
    switch kind {
    case .conditional(_, let then, let otherwise): [then] + (otherwise.map { [$0] } ?? [])
    case .forRange(_, _, let body), .forInstances(_, _, _, let body), .deferred(let body), .lock(_, let body),
      .atomic(let body):
      [body]
    case .doCatch(let body, let clauses): [body] + clauses.map(\.body)
    case .within(_, let body, let otherwise): [body] + (otherwise.map { [$0] } ?? [])
    case .callCallback(_, _, _, let inPlace): inPlace.map { [$0] } ?? []
    case .declare, .assign, .expression, .returns, .throwing, .wait, .waitUntil, .emit, .die, .freeze, .thaw, .start,
      .reset:
      []
    }
  }
}
