import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Large-block encoding: two units become one edge where nobody could notice the difference.
//
// A unit is local if all it touches is touched by code of the same executor only (or by this one process), and is lost
// with the process. A local unit can be moved before or after anything that others do at the same instant (a both-mover),
// so a sequence with at most one unit that is not local is as good as indivisible (Lipton, Reduction, CACM 18(12), 1975).
// Giving an executor back moves left only: nothing that is not local may follow. Taking one moves right only, and nothing
// can come before it, since it starts in a queue.
//
// In the system's own code a test is one step with what follows, and the end of `sync on` with what came before, whoever could notice
// a gap: docs/decisions/0040.

extension Drafts {
  /// The same with units made one.
  func merged(_ seen: Visibility) -> Drafts {
    var merging = Merging(processes: processes, macros: macros, seen: seen)
    merging.run()
    return Drafts(processes: merging.processes, macros: merging.macros)
  }
}

/// The pass under way.
private struct Merging {
  var processes: [Process]
  var macros: MacroTable
  let seen: Visibility

  mutating func run() {
    for process in processes.indices {
      joinStatements(of: process)
      joinEnds(of: process)
      var movers = processes[process].edges.map { mover($0, of: process) }
      mergePassing(process, &movers)
    }
  }

  /// What only keeps what a statement has come to is one step with it where nobody could notice: `job = async on main { … }`, while main is
  /// held.
  private mutating func joinStatements(of process: Int) {
    for place in processes[process].locations.indices {
      let location = processes[process].locations[place]
      let edges = processes[process].edges
      let before = edges.indices.filter { edges[$0].target == place }
      let after = edges.indices.filter { edges[$0].source == place }
      guard !location.isStable, !location.outlastsLimits, before.count == 1, after.count == 1 else { continue }
      let (first, next) = (before[0], after[0])
      guard first != next, edges[next].isRest(of: edges[first]), mover(edges[next], of: process) == .both else { continue }
      processes[process].edges[first] = edges[first].followed(by: edges[next])
      processes[process].edges.remove(at: next)
    }
  }

  /// The end of an activation is one step with its last statement, also where somebody asks whether it is under way, and where the next
  /// one begins with it.
  private mutating func joinEnds(of process: Int) {
    var edges = processes[process].edges
    var done: Set<Int> = []
    while let end = edges.first(where: { isJoinable($0, edges, of: process) && !done.contains($0.source) }) {
      done.insert(end.source)
      let ends = edges.filter { $0.source == end.source }.map { fixed($0, of: process) }
      let rest = edges.filter { $0.source != end.source }
      edges = rest.flatMap { edge in edge.target == end.source ? ends.map { edge.followed(by: $0) } : [edge] }
    }
    processes[process].edges = edges
  }

  private func isJoinable(_ edge: DraftEdge, _ edges: [DraftEdge], of process: Int) -> Bool {
    let goesOn = processes[process].next != nil
    return edge.endsActivation && (isSeenToMove(edge, of: process) || goesOn)
      && !processes[process].locations[edge.source].isStable
      && edges.filter { $0.source == edge.source }.allSatisfy { $0.endsActivation || (goesOn && $0.beginsNext) }
      && edges.contains { $0.target == edge.source }
  }

  /// Somebody asks whether code is running that this edge enters or leaves, whether an executor is busy that it takes or gives back, or
  /// whether something is over that it ends. (With its last statement, an end is one step all the same: `joinEnds`.)
  private func isSeenToMove(_ edge: DraftEdge, of process: Int) -> Bool {
    if isSeenToEnd(edge, of: process) { return true }
    let facts = [edge.source, edge.target].map { place in
      let (of, location) = (processes[process], processes[process].locations[place])
      return Set(
        location.inside + location.holds.map { .someoneHolds($0) } + (of.isAppAtWork(in: location) ? [.working] : [])
          + (of.isAppHalfway(in: location) && seen.isHalfwayDenied ? [.halfway] : []))
    }
    return facts[0].symmetricDifference(facts[1]).contains { macros.mentions($0) }
  }

  /// Somebody asks whether its job is over, or whether anything is under way, and may do so just before this edge.
  private func isSeenToEnd(_ edge: DraftEdge, of process: Int) -> Bool {
    if seen.underWay[process].contains(edge.source) != seen.underWay[process].contains(edge.target) { return true }
    guard (edge.source == Process.idle) != (edge.target == Process.idle), let number = processes[process].jobNumber,
      let askers = seen.askersForJobs[number]
    else { return false }
    return askers.isDisjoint(with: processes[process].locations[edge.source].holds)
  }

  /// Behind it the code is about a thing, in place of which nothing else is made.
  private func entersRound(_ edge: DraftEdge, of process: Int) -> Bool {
    let before = processes[process].locations[edge.source].loopedOver
    return processes[process].locations[edge.target].loopedOver.contains { !before.contains($0) }
  }

  private func mover(_ edge: DraftEdge, of process: Int) -> Mover {
    let mover = moverBySight(edge, of: process)
    // A resource may be forgotten after this edge, and what follows must not hide that; before it, no more was forgotten.
    return mover == .both && edge.assigns(seen.decidesForgetting) ? .left : mover
  }

  private func moverBySight(_ edge: DraftEdge, of process: Int) -> Mover {
    if edge.mobility == .glued { return .glued }
    if edge.mobility == .closes { return .closing }
    let access = noticeableAccess(of: edge)
    let isSeen = isSeenToMove(edge, of: process) || !access.touched.isDisjoint(with: seen.visible)
    switch edge.mobility {
    case .local: return isSeen ? .none : .both
    case .release: return isSeen ? .none : .left
    case .automatic where isSeenToMove(edge, of: process) || isSeenToWriteOrRead(edge, of: process): return .none
    case .automatic: return looksAtOthers(edge, of: process) ? .none : .both
    // What the system tests and what it then does stay one step, whoever else could come in between.
    case .leadsOn: return isSeen || access.asksForCode ? .glued : .both
    case .visible, .glued, .closes: return .none
    }
  }

  /// What nobody can change meanwhile may be read earlier or later as well.
  private func isSeenToWriteOrRead(_ edge: DraftEdge, of process: Int) -> Bool {
    let access = noticeableAccess(of: edge)
    if !access.written.isDisjoint(with: seen.visible) { return true }
    let held = processes[process].heldThroughout(edge)
    return access.read.intersection(seen.visible).contains { item in
      guard case .variable(let variable) = item, let writers = seen.writers[variable] else { return true }
      return writers.isDisjoint(with: held)
    }
  }

  /// Whether a reference is set back before or after somebody else ends its thing, it is none.
  private func noticeableAccess(of edge: DraftEdge) -> DraftEdge.Access {
    var access = edge.access
    for reference in seen.endedElsewhere where !edge.items.contains(where: { $0.assignsOtherThanNone(to: reference) }) {
      access.written.remove(.variable(reference))
    }
    return access
  }

  /// Whether it depends on where others are. Whether some code is under way stays as it is while whoever could change that has to wait.
  private func looksAtOthers(_ edge: DraftEdge, of process: Int) -> Bool {
    let access = edge.access
    if access.isGlobal { return true }
    var asked = access.activations
    for fact in access.facts {
      guard case .jobRunning(let number) = macros[fact], let job = processes.firstIndex(where: { $0.jobNumber == number }) else {
        return true
      }
      asked.insert(job)
    }
    let held = processes[process].heldThroughout(edge)
    return asked.contains { seen.starters[$0]?.isDisjoint(with: held) ?? false }
  }

  /// What the first one reads may be forgotten just before the next one.
  private func losesSight(_ first: DraftEdge, _ next: DraftEdge) -> Bool {
    !first.access.read.isDisjoint(with: seen.visible) && !next.access.touched.isDisjoint(with: seen.changedByMaking)
  }

  private mutating func mergePassing(_ process: Int, _ movers: inout [Mover]) {
    var edges = processes[process].edges
    for location in processes[process].locations.indices where !processes[process].locations[location].isStable {
      let incoming = edges.indices.filter { edges[$0].target == location }
      let outgoing = edges.indices.filter { edges[$0].source == location }
      // Edges that are one step by definition leave no time in between, whatever limit there is.
      let isOneStep = incoming.contains { movers[$0] == .glued }
      if processes[process].locations[location].outlastsLimits, !isOneStep { continue }
      let isSmall = incoming.count <= 1 || outgoing.count <= 1 || incoming.count * outgoing.count <= 12
      func together(_ first: Int, _ second: Int) -> Mover? {
        // An edge that is one step with the first thing that follows is so across edges that do nothing, or lead on.
        movers[first] == .glued && (edges[second].doesNothing || (edges[second].mobility == .leadsOn && movers[second] == .both))
          ? .glued
          : movers[first] == .both && losesSight(edges[first], edges[second]) ? nil : movers[first].followed(by: movers[second])
      }
      let isInvisible = incoming.allSatisfy { first in outgoing.allSatisfy { together(first, $0) != nil } }
      guard isSmall, isInvisible, !incoming.isEmpty, !outgoing.isEmpty else { continue }
      var merged: [DraftEdge] = []
      var mergedMovers: [Mover] = []
      for first in incoming {
        for second in outgoing {
          let isSeen =
            movers[first] == .glued && isSeenToMove(edges[first], of: process) || entersRound(edges[first], of: process)
          merged.append(edges[first].followed(by: isSeen ? fixed(edges[second], of: process) : edges[second]))
          mergedMovers.append(together(first, second)!)
        }
      }
      let gone = Set(incoming + outgoing)
      movers = movers.indices.filter { !gone.contains($0) }.map { movers[$0] } + mergedMovers
      edges = edges.indices.filter { !gone.contains($0) }.map { edges[$0] } + merged
    }
    processes[process].edges = edges
  }

  /// The process has not moved yet where the unit begins: what the edge says of places is said of its own.
  private mutating func fixed(_ edge: DraftEdge, of process: Int) -> DraftEdge {
    var moved = edge
    moved.items = edge.items.map { item in item.mapped { macros.fixed($0, process: process, at: edge.source) } }
    return moved
  }
}

/// Where a unit can be moved over what others do at the same instant.
private enum Mover {
  case both, left, none
  /// None, but one step with what follows.
  case glued
  /// None, but one step with what came before.
  case closing

  /// How the two move as one; nil if they must not be one.
  func followed(by next: Mover) -> Mover? {
    switch (self, next) {
    case (.closing, .closing): .closing
    case (_, .closing): Mover.none
    case (.both, _): next
    case (_, .both): self == .glued || self == .closing ? Mover.none : self
    case (.left, .left): .left
    case (.glued, .glued): .glued
    case (.none, .left), (.closing, .left), (.glued, _): Mover.none
    default: nil
    }
  }
}

extension DraftEdge {
  /// It only leads from one place of the code to another. A statement that changes nothing, `emit` of what nobody asks for, is
  /// a step of its own all the same: what runs there is running after it.
  var doesNothing: Bool { items.isEmpty && lines.isEmpty && mobility == .local }

  /// Nothing is left to do: the event or block is over.
  var endsActivation: Bool { target == Process.idle && source != Process.idle && lines.isEmpty && mobility == .local }

  /// The block is over, and a copy of it that has waited is followed from here on.
  var beginsNext: Bool { target == Process.beginning && source != Process.idle && lines.isEmpty }

  /// It tells of nothing but what the other one has come to.
  func isRest(of other: DraftEdge) -> Bool {
    guard let told = other.lines.last, told.computed == nil, !lines.isEmpty else { return false }
    return lines.allSatisfy { $0.computed != nil && $0.origin == told.origin }
  }

  /// This edge and then the next, as one.
  func followed(by next: DraftEdge) -> DraftEdge {
    let shift = choices.count
    var edge = self
    edge.target = next.target
    edge.choices += next.choices
    edge.begins += next.begins
    // The statement has been told already by its effects.
    let told = lines.last
    let isRest = { (line: EdgeLabel.Line) in line.computed != nil && told?.computed == nil && line.origin == told?.origin }
    edge.lines += next.lines.drop(while: isRest).map { $0.starting(at: $0.start + items.count) }
    edge.items += next.items.map { item in
      switch item {
      case .action(let action): return .action(action.shiftingChoices(by: shift))
      case .loss(let action): return .loss(action.shiftingChoices(by: shift))
      case .post, .dequeue, .made, .endOf, .unlessAwaited, .die: return item
      }
    }
    return edge
  }
}

extension Action {
  func shiftingChoices(by shift: Int) -> Action {
    mapped { $0.mapped(choice: { .choice(ChoiceIndex($0.index + shift)) }) }
  }
}

extension Term {
  var mentionsLocations: Bool { contains { if case .at = $0 { true } else { false } } }
}

extension DraftEdge.Item {
  fileprivate func assignsOtherThanNone(to reference: VariableIndex) -> Bool {
    guard case .action(let action) = self, case .assign(reference, let value, _) = action.kind else { return false }
    return value != .constant(0)
  }
}
