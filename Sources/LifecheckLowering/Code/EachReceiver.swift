import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Code of a thing whose kind has what is settled before the run (`data draft(saving: 1s)`, a queue, a callback or a stopwatch of its own) is about one
// thing. Where only the run says which (`drafts[i].save()`), it is laid out for each that may be meant.

extension Lowerer {
  /// The things that a call may be about, each under a condition, exactly one of which holds; nil: its code is the same for all of them.
  func eachReceiver(_ receiver: Value, of base: Expression) -> [(condition: Term, node: Int)]? {
    guard case .term = receiver, case .instance(let kind) = base.type, hasSettledMembers(kind) else { return nil }
    return receivers(receiver, kind: kind).map { (bind($0.condition), $0.node) }
  }

  private func hasSettledMembers(_ kind: KindID) -> Bool {
    !model.kinds[kind.index].parameters.isEmpty || model.executors.contains { $0.owner == kind }
      || model.callbacks.contains { $0.owner == kind } || model.stopwatches.contains { $0.owner == kind }
      || model.instances.contains { $0.owner == kind }
  }
}

extension Flow {
  /// Lays out `body` for each thing that may be meant, all of which go on at one place.
  func onEachReceiver(_ receiver: Value, of base: Expression, _ body: (Value) throws -> Void) throws {
    guard let things = lowerer.eachReceiver(receiver, of: base) else { return try body(receiver) }
    let (start, unit, end) = (cursor!, lowerer.unit, makeLocation("", stable: false))
    for thing in things {
      (cursor, lowerer.unit) = (start, unit)
      lowerer.emit(.assume(thing.condition), base.range)
      try body(.node(thing.node))
      jump(to: end)
    }
    cursor = isReached(end) ? end : nil
  }
}
