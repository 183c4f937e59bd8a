import LifecheckLanguage
import LifecheckSystem

// An app's event can happen again while its code waits and has let its thread go: two taps, two uploads. Some copies are
// followed exactly, all further ones are a crowd, as with the copies of an `async` block.

extension Lowerer {
  func isUnderWay(_ process: Int) -> Term { Term.at(AutomatonIndex(process), [LocationIndex(Process.idle)]).negated }

  /// Makes the further copies of an event that may let its executor go. Which of two copies is which is nobody's business, so
  /// the second happens only while the first is under way.
  /// - Throws: where there is no executor that could be let go: what comes in, and where, would not be said.
  func repeatEvent(_ id: EventID, _ event: Event, _ node: Int, _ executor: ExecutorKey?, first: Int) throws {
    guard executor != nil else {
      throw LoweringFailure(
        "not-supported", "`\(event.name)` lets its thread go, but there is no platform here, so no main thread", at: event.range,
        help: "say `use` with a platform; or declare `queue main`, and write `event \(event.name) on main`")
    }
    let name = processes[first].name
    var copies = [first]
    for number in 1..<followed.copies(of: event.range) {
      let copy = makeProcess("\(name) (copy \(number + 1))", isSystem: processes[first].isSystem, executor: executor)
      try layOut(id, event, node, executor, isApp: !processes[first].isSystem, process: copy, others: copies)
      copies.append(copy)
    }
    try makeCrowd(of: id, event, node, executor, copies)
  }

  /// One more while all copies are under way, or one that is not to be followed (`FollowedCopy`): from then on there is a crowd, whose
  /// first step is the event's.
  private func makeCrowd(of id: EventID, _ event: Event, _ node: Int, _ executor: ExecutorKey?, _ copies: [Int]) throws {
    let shown = "the event `\(qualified(event.name, of: node))`"
    let choice = followedCopy(of: [event.body], at: event.range)
    let crowd = makeCrowd(shown, copies, followedCopy: choice, executor: executor, at: event.range)
    let isApp = !processes[copies[0]].isSystem
    let process = makeProcess("further copies of \(shown) begin", isSystem: !isApp, executor: executor)
    let flow = Flow(
      lowerer: self, process: process, cursor: Process.idle, environment: environment(of: node), executor: nil, isApp: isApp)
    try guardEvent(EventSource(event: id, node: node), flow, executor, isApp: isApp, process: process)
    let areUnderWay = Term.all(copies.map(isUnderWay))
    if !choice.isOpen { emit(.assume(areUnderWay), event.range) }
    notePassingOver(choice, when: areUnderWay.negated, at: event.range)
    emit(.assume(.equal(.variable(crowd.members), .false)), event.range)
    noteOverlap(of: process, when: .true, at: event.range)
    for flag in crowd.flags { emit(.assign(flag, .true, condition: .true), event.range) }
    flow.commit(to: Process.idle, urgent: false, mobility: .visible)
  }
}
