import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Code of a thing whose kind has parts that code must name (`data draft(saving: 1s)`, a queue, a callback, a stopwatch of its own) is about
// one thing. Where only the run says which (`drafts[i].save()`), it is laid out for each that may be meant. Other code is laid out once for
// all that may be meant. Where a name may be `none`, nothing is called then.

/// The things that a call may be about.
struct EachReceiver {
  /// Each under a condition, of which at most one holds.
  let things: [(condition: Term, receiver: Value)]
  /// Where it may be none of them, as a name that `try?` has left empty: the condition for that.
  let isNone: Term?
}

extension Lowerer {
  /// - Returns: nil: it is always about one thing, and one layout of the function's code is about any that it may be.
  func eachReceiver(_ receiver: Value, of base: Expression, _ function: Function) -> EachReceiver? {
    guard case .term(let reference) = receiver, !base.isOwnThing else { return nil }
    if case .instance(let kind) = base.type, model.kinds[kind.index].pool == nil, hasPartsOfItsOwn(kind),
      function.result == .void || isFinite(function.result)
    {
      let things = receivers(receiver, kind: kind).map { (condition: bind($0.condition), receiver: Value.node($0.node)) }
      return EachReceiver(things: things, isNone: base.isOneOfDeclared ? nil : Term.any(things.map(\.condition)).negated)
    }
    let isNone = bind(Term.folded(.equal, reference, .constant(0)))
    if base.isOneOfDeclared || isNone == .false { return nil }
    return EachReceiver(things: isNone == .true ? [] : [(isNone.negated, receiver)], isNone: isNone)
  }

  /// What a call gives that calls nothing.
  func resultOfNothing(_ type: ValueType) -> Value {
    isFinite(type) ? .term(.constant(valueRange(of: type).lowerBound)) : .void
  }

  private func hasPartsOfItsOwn(_ kind: KindID) -> Bool {
    !model.kinds[kind.index].parameters.isEmpty || model.executors.contains { $0.owner == kind }
      || model.callbacks.contains { $0.owner == kind } || model.stopwatches.contains { $0.owner == kind }
      || model.instances.contains { $0.owner == kind }
  }
}

extension Expression {
  /// The thing whose code this is, which is there.
  fileprivate var isOwnThing: Bool { if case .selfInstance = kind { true } else { false } }

  /// Whether it always names a thing: an index is within its range.
  fileprivate var isOneOfDeclared: Bool { if case .instance = kind { true } else { false } }
}

extension Flow {
  /// Lays out `body` for each thing that may be meant, all of which go on at one place. Nothing is called where it is none of them, and
  /// the result is the first value of its type.
  /// - Parameter range: That of the call.
  func onEachReceiver(
    _ receiver: Value, of base: Expression, _ function: Function, _ slot: ResultSlot?, at range: SourceRange,
    _ body: (Value) throws -> Void
  ) throws {
    guard let all = lowerer.eachReceiver(receiver, of: base, function) else { return try body(receiver) }
    let (start, unit, end) = (cursor!, lowerer.unit, makeLocation("", stable: false))
    func branch(where condition: Term, line: EdgeLabel.Line? = nil, _ body: () throws -> Void) rethrows {
      (cursor, lowerer.unit) = (start, unit)
      lowerer.emit(.assume(condition), base.range)
      try body()
      if cursor != nil, !lowerer.unit.items.isEmpty { commit(line: line) }
      jump(to: end)
    }
    for thing in all.things { try branch(where: thing.condition) { try body(thing.receiver) } }
    if let isNone = all.isNone {
      branch(where: isNone, line: isOwnCode(range) ? lowerer.callsNothing(at: range) : nil) {
        if let slot { lowerer.emit(.assign(slot.variable, .constant(0), condition: .true), base.range) }
      }
    }
    cursor = isReached(end) ? end : nil
  }
}

extension Lowerer {
  func callsNothing(at range: SourceRange) -> EdgeLabel.Line {
    EdgeLabel.Line(text: "`\(sourceText(range))` calls nothing: it is none", origin: range)
  }
}
