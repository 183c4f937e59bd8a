import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// `atRest`: whatever the app does next, the user or the system begins it.
//
// No code of the app runs, sleeps, or waits for its turn, and none of its own events, those by the user and those that come whatever the
// app does left out, could come next. It is a fact of runs in which code does not overlap with itself: once a block or an event of the app has begun
// while an earlier run of it was under way, it is false until the process dies. So it means the same however many copies are
// followed: those that are not need not be known.

extension Lowerer {
  /// Called where it is evaluated, outside and inside of units alike.
  func atRest() throws -> Term {
    found.noteAskingForRest()
    guard known.asksForRest, let flag = flags.overlap else { return .false }
    return .all([term(.nothingUnderWay), .equal(.variable(flag), .false)] + (try pendingEvents().map(\.negated)))
  }

  /// That an activation begins while another one of the same code is under way.
  func noteOverlap(of process: Int, when condition: Term, at range: SourceRange) {
    guard let flag = flags.overlap, !processes[process].isSystem else { return }
    emit(.assign(flag, .true, condition: condition), range)
  }

  /// Every place of the app's code, its own processes' and those of the system that run it.
  func isUnderWay(_ process: Int, _ location: DraftLocation) -> Bool {
    !processes[process].isSystem || location.runsInApp(of: model)
  }

  /// For each of the app's events that it waits for, whether it could come; what its condition says of time is taken as true.
  ///
  /// A person need not do anything, however long one waits; nor need what comes whatever the app does.
  private func pendingEvents() throws -> [Term] {
    guard !context.isAskingForRest else { return [] }
    let events = model.events.filter { !model.kinds[$0.owner.index].isPlatformCode && $0.by != "user" && model.isAwaited($0) }
    return try with(\.isAskingForRest, true) {
      try events.flatMap { event in
        try (nodesOfKind[event.owner] ?? []).map { node in
          let condition = try event.when.map { try fact($0, environment(of: node)) } ?? .true
          return .all(condition.writtenConjuncts.filter { !$0.mentionsClock })
        }
      }
    }
  }
}
