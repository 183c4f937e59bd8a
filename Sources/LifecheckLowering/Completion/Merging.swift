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

extension Lowerer {
  /// What a unit may touch besides state variables; clocks are counted after them.
  private struct Access {
    var touched: Set<Int> = []
    /// Looks at or moves other processes.
    var isGlobal = false
  }

  func mergeUnits() throws {
    let visible = findVisible()
    let held = try decidingWhatIsForgotten()
    for process in processes.indices {
      joinEnds(of: process)
      var movers = processes[process].edges.map { edge in
        let mover = mover(edge, of: process, visible)
        // What is forgotten after it must not be hidden by what follows; before it, nothing more was.
        return mover == .both && assigns(edge, held) ? .left : mover
      }
      mergePassing(process, &movers)
    }
  }

  /// The end of an activation is one step with its last statement, also where somebody asks whether it is under way.
  private func joinEnds(of process: Int) {
    var edges = processes[process].edges
    var done: Set<Int> = []
    while let end = edges.first(where: { isJoinable($0, edges, of: process) && !done.contains($0.source) }) {
      done.insert(end.source)
      edges = edges.filter { !($0.source == end.source && $0.target == end.target) }.map {
        $0.target == end.source ? $0.followed(by: fixed(end, of: process)) : $0
      }
    }
    processes[process].edges = edges
  }

  private func isJoinable(_ edge: DraftEdge, _ edges: [DraftEdge], of process: Int) -> Bool {
    edge.endsActivation && isSeenToMove(edge, of: process) && !processes[process].locations[edge.source].isStable
      && edges.filter { $0.source == edge.source }.count == 1 && edges.contains { $0.target == edge.source }
  }

  // MARK: Who sees what

  /// The variables and clocks that more than one domain touches, or a property, or that outlive the process.
  private func findVisible() -> Set<Int> {
    var domains: [Int: Set<String>] = [:]
    var users: [Int: Set<Int>] = [:]
    for process in processes.indices {
      for edge in processes[process].edges {
        let domain = self.domain(of: edge, process)
        for item in access(edge).touched {
          domains[item, default: []].insert(domain)
          users[item, default: []].insert(process)
        }
      }
    }
    var visible = observed()
    for (item, seen) in domains where seen.count > 1 && users[item]!.count > 1 { visible.insert(item) }
    for (index, role) in roles.enumerated() where role.storage == .durable || role.storage == .system { visible.insert(index) }
    for clock in stopwatches.values { visible.insert(clock.index + variables.count) }
    for process in processes { for own in process.ownVariables { visible.remove(own.index) } }
    // Between what comes before and the making of a resource, an entry may join the crowd.
    for crowd in resourceCrowds.values { visible.insert(crowd.members.index) }
    return visible
  }

  private func domain(of edge: DraftEdge, _ process: Int) -> String {
    let holds = processes[process].locations[edge.source].holds + processes[process].locations[edge.target].holds
    if let executor = holds.first { return "\(executor.node).\(executor.executor.index)" }
    return "process \(process)"
  }

  /// What properties, clock rates, invariants and events' own machinery look at.
  private func observed() -> Set<Int> {
    let asked = questions.map(\.goal) + questions.flatMap { $0.occasions.map(\.goal) }
    let conditions = processes.flatMap { $0.locations.flatMap { $0.invariants.map(\.condition) } }
    let terms = asked + clocks.map(\.rate) + conditions + hooks.becoming.map(\.fact)
    let seen = terms.reduce(into: Set<VariableIndex>()) { $0.formUnion($1.readVariables) }.subtracting(exhaustion.map(\.flag))
    return Set(seen.map(\.index)).union(asked.flatMap(\.readClocks).map { $0.index + variables.count })
  }

  private func assigns(_ edge: DraftEdge, _ variables: Set<Int>) -> Bool {
    edge.items.contains { item in
      guard case .action(let action) = item, case .assign(let variable, _, _) = action.kind else { return false }
      return variables.contains(variable.index)
    }
  }

  /// Where somebody asks whether a resource is forgotten, whatever may refer to it: code's own variables, too.
  private func decidingWhatIsForgotten() throws -> Set<Int> {
    var set: Set<VariableIndex> = []
    for macro in macros {
      guard case .referenced(let kind, _, exceptOwn: true) = macro, newSites.contains(kind) else { continue }
      set.formUnion(try meaning(of: macro).readVariables)
    }
    return Set(set.map(\.index).filter { $0 >= 0 })
  }

  private func access(_ edge: DraftEdge) -> Access {
    var access = Access()
    func look(_ term: Term) {
      for variable in term.readVariables {
        if variable.ofState == nil { access.isGlobal = true } else { access.touched.insert(variable.index) }
      }
      access.touched.formUnion(term.readClocks.map { $0.index + variables.count })
      if term.mentionsLocations { access.isGlobal = true }
    }
    for case .action(let action) in edge.items {
      action.terms.forEach(look)
      switch action.kind {
      case .assume: break
      case .assign(let variable, _, _): access.touched.insert(variable.index)
      case .move: access.isGlobal = true
      case .reset(let clock, _): access.touched.insert(clock.index + variables.count)
      }
    }
    return access
  }

  /// Somebody asks whether code is running that this edge enters or leaves, or whether an executor is busy that it takes or
  /// gives back. But that an activation ends is one step with its last statement, whoever asks for it or for its job.
  private func isSeenToMove(_ edge: DraftEdge, of process: Int) -> Bool {
    let facts = [edge.source, edge.target].map { place in
      let location = processes[process].locations[place]
      return Set(
        location.inside + location.holds.map { .someoneHolds($0) } + (isAppAtWork(process, location) ? [.working] : [])
          + (isAppHalfway(process, location) && isDenied(.halfway) ? [.halfway] : []))
    }
    return facts[0].symmetricDifference(facts[1]).contains { macroIndex[$0] != nil }
  }

  private func mover(_ edge: DraftEdge, of process: Int, _ visible: Set<Int>) -> Mover {
    if edge.mobility != .glued, isSeenToMove(edge, of: process) { return .none }
    switch edge.mobility {
    case .local: return access(edge).touched.isDisjoint(with: visible) ? .both : .none
    case .release: return access(edge).touched.isDisjoint(with: visible) ? .left : .none
    case .visible: return .none
    case .glued: return .glued
    case .automatic:
      let access = access(edge)
      return !access.isGlobal && access.touched.isDisjoint(with: visible) ? .both : .none
    }
  }

  // MARK: Merging

  private func mergePassing(_ process: Int, _ movers: inout [Mover]) {
    var edges = processes[process].edges
    for location in processes[process].locations.indices where !processes[process].locations[location].isStable {
      let incoming = edges.indices.filter { edges[$0].target == location }
      let outgoing = edges.indices.filter { edges[$0].source == location }
      // What is one step by definition leaves no time in between, whatever limit there is.
      let isOneStep = incoming.contains { movers[$0] == .glued }
      if processes[process].locations[location].outlastsLimits, !isOneStep { continue }
      let isSmall = incoming.count <= 1 || outgoing.count <= 1 || incoming.count * outgoing.count <= 12
      func together(_ first: Int, _ second: Int) -> Mover? {
        // What is one step with the first thing that follows is so across what does nothing.
        movers[first] == .glued && edges[second].doesNothing ? .glued : movers[first].followed(by: movers[second])
      }
      let isInvisible = incoming.allSatisfy { first in outgoing.allSatisfy { together(first, $0) != nil } }
      guard isSmall, isInvisible, !incoming.isEmpty, !outgoing.isEmpty else { continue }
      var merged: [DraftEdge] = []
      var mergedMovers: [Mover] = []
      for first in incoming {
        for second in outgoing {
          let isSeen = movers[first] == .glued && isSeenToMove(edges[first], of: process)
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
  private func fixed(_ edge: DraftEdge, of process: Int) -> DraftEdge {
    func fix(_ term: Term) -> Term { fixed(term, process: process, at: edge.source) }
    var moved = edge
    moved.items = edge.items.map { item in
      switch item {
      case .action(let action): .action(action.mapped(fix))
      case .loss(let action): .loss(action.mapped(fix))
      case .post(let posted, let executor, let condition): .post(process: posted, executor, condition: fix(condition))
      case .endOf(let ended, let condition): .endOf(process: ended, condition: fix(condition))
      case .unlessAwaited, .dequeue, .die: item
      }
    }
    return moved
  }
}

/// Where a unit can be moved over what others do at the same instant.
private enum Mover {
  case both, left, none
  /// None, but one step with what follows.
  case glued

  /// How the two move as one; nil if they must not be one.
  func followed(by next: Mover) -> Mover? {
    switch (self, next) {
    case (.both, _): next
    case (_, .both): self == .glued ? Mover.none : self
    case (.left, .left): .left
    case (.none, .left), (.glued, _): Mover.none
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

  /// This edge and then the next, as one.
  func followed(by next: DraftEdge) -> DraftEdge {
    let shift = choices.count
    var edge = self
    edge.target = next.target
    edge.choices += next.choices
    edge.begins += next.begins
    edge.lines += next.lines.map { $0.starting(at: $0.start + items.count) }
    edge.items += next.items.map { item in
      switch item {
      case .action(let action): return .action(action.shiftingChoices(by: shift))
      case .loss(let action): return .loss(action.shiftingChoices(by: shift))
      case .post, .dequeue, .endOf, .unlessAwaited, .die: return item
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
