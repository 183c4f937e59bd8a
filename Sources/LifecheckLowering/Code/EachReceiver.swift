import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Code of a thing whose kind has parts that code must name (`data draft(saving: 1s)`, a queue, a callback, a stopwatch of its own) is about
// one thing. Where only the run says which (`drafts[i].save()`), it is laid out for each that may be meant.

/// The things that a call may be about.
struct EachReceiver {
  /// Each under a condition, of which at most one holds.
  let things: [(condition: Term, node: Int)]
  /// Where it may be none of them, as a name that `try?` has left empty: the condition for that.
  let isNone: Term?
}

extension Lowerer {
  /// - Returns: nil: one layout of the function's code is about any of the things. So is the code of what `new` makes, which may be over,
  ///   or one of many.
  func eachReceiver(_ receiver: Value, of base: Expression, _ function: Function) -> EachReceiver? {
    guard case .term = receiver, case .instance(let kind) = base.type, model.kinds[kind.index].pool == nil,
      hasPartsOfItsOwn(kind), function.result == .void || isFinite(function.result)
    else { return nil }
    let things = receivers(receiver, kind: kind).map { (condition: bind($0.condition), node: $0.node) }
    return EachReceiver(things: things, isNone: base.isOneOfDeclared ? nil : Term.any(things.map(\.condition)).negated)
  }

  private func hasPartsOfItsOwn(_ kind: KindID) -> Bool {
    !model.kinds[kind.index].parameters.isEmpty || model.executors.contains { $0.owner == kind }
      || model.callbacks.contains { $0.owner == kind } || model.stopwatches.contains { $0.owner == kind }
      || model.instances.contains { $0.owner == kind }
  }
}

extension Expression {
  /// Whether it always names a thing: an index is within its range.
  fileprivate var isOneOfDeclared: Bool { if case .instance = kind { true } else { false } }
}

extension Flow {
  /// Lays out `body` for each thing that may be meant, all of which go on at one place. Nothing is called where it is none of them, and
  /// the result is the first value of its type.
  func onEachReceiver(
    _ receiver: Value, of base: Expression, _ function: Function, _ slot: ResultSlot?, _ body: (Value) throws -> Void
  ) throws {
    guard let all = lowerer.eachReceiver(receiver, of: base, function) else { return try body(receiver) }
    let (start, unit, end) = (cursor!, lowerer.unit, makeLocation("", stable: false))
    func branch(where condition: Term, _ body: () throws -> Void) rethrows {
      (cursor, lowerer.unit) = (start, unit)
      lowerer.emit(.assume(condition), base.range)
      try body()
      if cursor != nil, !lowerer.unit.items.isEmpty { commit() }
      jump(to: end)
    }
    for thing in all.things { try branch(where: thing.condition) { try body(.node(thing.node)) } }
    if let isNone = all.isNone {
      branch(where: isNone) { if let slot { lowerer.emit(.assign(slot.variable, .constant(0), condition: .true), base.range) } }
    }
    cursor = isReached(end) ? end : nil
  }
}
