import LifecheckLanguage

// The times that stopwatches are compared with.

extension Evaluation {
  /// For each stopwatch the times that it is compared with anywhere, in order, as parameters have them.
  func comparedTimes() throws -> [[Int]] {
    var compared: [StopwatchID: [(other: Expression, scope: KindID)]] = [:]
    model.everyExpression { expression, owner in
      guard case .binary(_, let a, let b) = expression.kind else { return }
      if case .stopwatch(_, let stopwatch) = a.kind { compared[stopwatch, default: []].append((b, owner)) }
      if case .stopwatch(_, let stopwatch) = b.kind { compared[stopwatch, default: []].append((a, owner)) }
    }
    let values = try compared.mapValues { comparisons in
      try comparisons.flatMap { other, scope in
        try program.things(of: scope).map { thing in
          var (environment, moment) = (Environment(this: thing), Moment(state: parametersAlone()))
          do { return try value(other, &environment, &moment).number } catch is NotCovered {
            throw NotCovered(what: "stopwatch compared with what is not fixed")
          }
        }
      }
    }
    return program.stopwatches.map { Set(values[$0.stopwatch] ?? []).sorted() }
  }

  /// A state in which only the parameters have values.
  func parametersAlone() -> State {
    State(
      slots: program.slots.indices.map { parameters[$0] ?? .none }, stopwatches: program.stopwatches.map { _ in 0 },
      queues: program.executors.map { _ in [] }, tracks: [])
  }
}

extension CheckedModel {
  /// Each expression of the model, with the kind whose names it uses.
  func everyExpression(_ body: (Expression, KindID) -> Void) {
    func visit(_ expression: Expression, _ owner: KindID) {
      body(expression, owner)
      if case .closure(let closure) = expression.kind { visit(closure.body, owner) }
      if case .task(_, _, let closure, _) = expression.kind { visit(closure.body, owner) }
      expression.children.forEach { visit($0, owner) }
    }
    func visit(_ block: Block, _ owner: KindID) {
      for statement in block.statements {
        statement.expressions.forEach { visit($0, owner) }
        statement.blocks.forEach { visit($0, owner) }
      }
    }
    for (index, kind) in kinds.enumerated() {
      kind.liveWhile.map { visit($0, KindID(index)) }
      kind.onDies.forEach { visit($0.body, KindID(index)) }
    }
    for function in functions { function.body.map { visit($0, function.owner) } }
    for handler in handlers { visit(handler.body, handler.owner) }
    for stopwatch in stopwatches { stopwatch.condition.map { visit($0, stopwatch.owner) } }
    for definition in definitions { visit(definition.value, definition.owner) }
    for event in events {
      [event.when, event.latest].compactMap { $0 }.forEach { visit($0, event.owner) }
      visit(event.body, event.owner)
    }
    for property in properties { property.sentence.facts.forEach { visit($0, property.owner) } }
  }
}

extension Sentence {
  /// All facts in it, those of its happenings too.
  var facts: [Expression] {
    func parts(_ happenings: Happening...) -> [Expression] {
      happenings.flatMap { happening -> [Expression] in
        var facts = [happening.condition].compactMap { $0 }
        if case .becomes(let fact) = happening.kind { facts.append(fact) }
        return facts
      }
    }
    switch self {
    case .always(let fact), .neverFact(let fact), .possibleFact(let fact), .neverFor(let fact, _): return [fact]
    case .neverHappening(let a), .possibleHappening(let a): return parts(a)
    case .before(let fact, let a): return [fact] + parts(a)
    case .afterWithin(let a, let b, _, let exception): return parts(a, b) + [exception].compactMap { $0 }
    case .afterBefore(let a, let b, let c), .afterNeverUntil(let a, let b, let c): return parts(a, b, c)
    case .onlyAfter(let a, let b), .exactlyOnce(let a, let b, _), .atMostOnce(let a, let b): return parts(a, b)
    }
  }
}
