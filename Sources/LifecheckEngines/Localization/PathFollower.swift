import LifecheckSystem

/// Tells whether the whole system can do what a part of it did, with steps of what is left out in between if need be, and
/// if not, what the part lacks.
struct PathFollower {
  enum Outcome {
    /// The last node of the same path in the whole system; and what first made other steps necessary on the way, if
    /// anything did.
    case arrived(Int, detour: SystemPart?)
    /// The obstacles among the elements that the part leaves out; empty if they are not known.
    case blocked(SystemPart)
  }

  let whole: TimedSystem
  let urgency: UrgencyOfPlaces
  /// Of the whole system.
  let explorer: Explorer
  let part: SystemPart
  let localization: Localization

  /// More ways to come to the same kept values than these are not looked at.
  private static let widest = 64
  /// Steps of left-out automata to look at before it is said that they stand in the way.
  private static let mostQuietSteps = 300

  /// - Parameter last: Edges of the whole system to take after the path.
  func follow(_ path: [NodeStore.Node], of local: Explorer, then last: [EdgeReference], to goal: TermProgram.Index) -> Outcome {
    var frontier = start(local.values(of: path[0].state))
    if frontier.isEmpty { return .blocked(SystemPart()) }
    var detour: SystemPart?
    let steps = path.dropFirst().map { (edge: localization.original($0.edge!), values: Optional(local.values(of: $0.state))) }
    for step in steps + last.map({ (edge: $0, values: nil) }) {
      switch advance(frontier, by: step.edge, to: step.values) {
      case .success(let next, let reason):
        frontier = next
        detour = detour ?? reason
      case .blocked(let reason): return .blocked(reason)
      }
    }
    if let arrived = frontier.first(where: { holds(goal, in: $0) }) { return .arrived(arrived, detour: detour) }
    let missing = whatBoundTime(before: frontier[0])
    if let arrived = quietSuccessors(of: frontier).first(where: { holds(goal, in: $0) }) {
      return .arrived(arrived, detour: detour ?? missing)
    }
    return .blocked(missing)
  }

  private func holds(_ goal: TermProgram.Index, in node: Int) -> Bool {
    explorer.canHold(goal, in: explorer.nodes[node].state, explorer.zone(of: node))
  }

  private func start(_ values: [UInt16]) -> [Int] {
    explorer.initialStates().filter { kept($0.0) == values }.prefix(Self.widest).flatMap { values, zone in
      explorer.append(values, zone, parent: -1, edge: nil, choices: [])
    }
  }

  /// The values of the part, in the whole's state; the places of what was left out count as 0.
  private func kept(_ values: [UInt16]) -> [UInt16] {
    let variables = Array(values[..<whole.variables.count])
    let kept = localization.kept(variables: variables, locations: Array(values[whole.variables.count...]))
    return kept + Array(repeating: 0, count: localization.system.automata.count - part.automata.count)
  }

  // MARK: One step

  /// Why a step could not be taken from some node.
  private struct Reason: Error {
    enum Kind: Int { case otherValues, assumption, otherPlace }
    var kind: Kind
    var missing: SystemPart
    /// The nearer to a success, and the less to add, the better.
    func isBetter(than other: Reason) -> Bool { (kind.rawValue, missing.count) < (other.kind.rawValue, other.missing.count) }
  }

  private enum Advance {
    /// The detour is what kept the step from being taken at once.
    case success([Int], detour: SystemPart?)
    case blocked(SystemPart)
  }

  /// - Parameter values: What the kept values must be afterwards; nil: whatever.
  private func advance(_ frontier: [Int], by edge: EdgeReference, to values: [UInt16]?) -> Advance {
    var best: Reason?
    let next = take(edge, from: frontier, to: values, &best)
    if !next.isEmpty { return .success(next, detour: nil) }
    let direct = best?.missing ?? whatBoundTime(before: frontier[0])
    let later = take(edge, from: quietSuccessors(of: frontier), to: values, &best)
    if !later.isEmpty { return .success(later, detour: direct) }
    return .blocked(best?.missing ?? direct)
  }

  private func take(_ reference: EdgeReference, from frontier: [Int], to values: [UInt16]?, _ best: inout Reason?) -> [Int] {
    var next: [Int] = []
    for node in frontier where next.count < Self.widest {
      switch take(reference, from: node, to: values) {
      case .success(let nodes): next += nodes
      case .failure(var reason):
        reason.missing = reason.missing.subtracting(part)
        if reason.missing.count > 0, best.map({ reason.isBetter(than: $0) }) ?? true { best = reason }
      }
    }
    return next
  }

  private func take(_ reference: EdgeReference, from node: Int, to values: [UInt16]?) -> Result<[Int], Reason> {
    let state = explorer.values(of: explorer.nodes[node].state)
    let place = Int(state[whole.variables.count + reference.automaton.index])
    guard let edge = explorer.program.edges(of: reference.automaton.index, at: place).first(where: { $0.reference == reference })
    else {
      var missing = SystemPart()
      missing.automata.insert(reference.automaton)
      return .failure(Reason(kind: .otherPlace, missing: missing))
    }
    let (successors, failures) = explorer.attempt(edge, from: node)
    if successors.isEmpty { return .failure(Reason(kind: .assumption, missing: assumptions(failures, of: edge))) }
    let fitting = successors.filter { values == nil || kept($0.values) == values }
    if fitting.isEmpty { return .failure(Reason(kind: .otherValues, missing: inputs(of: edge))) }
    return .success(
      fitting.flatMap { explorer.append($0.values, $0.zone, parent: node, edge: reference, choices: $0.choices) })
  }

  /// The nodes that steps of left-out automata lead to while nothing that is kept changes.
  private func quietSuccessors(of frontier: [Int]) -> [Int] {
    var found: [Int] = []
    var seen = Dictionary(grouping: frontier) { explorer.nodes[$0].state }
    var pending = frontier[...]
    while let node = pending.popFirst(), found.count < Self.mostQuietSteps {
      let state = explorer.values(of: explorer.nodes[node].state)
      let visible = kept(state)
      for automaton in whole.automata.indices where !part.automata.contains(AutomatonIndex(automaton)) {
        for edge in explorer.program.edges(of: automaton, at: Int(state[whole.variables.count + automaton])) {
          for successor in explorer.successors(of: edge, from: node) where kept(successor.values) == visible {
            for new in explorer.append(
              successor.values, successor.zone, parent: node, edge: edge.reference, choices: successor.choices)
            {
              let zone = explorer.zone(of: new)
              let number = explorer.nodes[new].state
              if seen[number, default: []].contains(where: { zone.isSubset(of: explorer.zone(of: $0)) }) { continue }
              seen[number, default: []].append(new)
              found.append(new)
              pending.append(new)
            }
          }
        }
      }
    }
    return found
  }

  private func assumptions(_ failures: Set<Int>, of edge: ExplorationProgram.PreparedEdge) -> SystemPart {
    var missing = SystemPart()
    for number in failures {
      if case .assume(let term) = edge.origins[number] { missing.add(term) }
    }
    return missing
  }

  /// The inputs that decide how the edge changes the elements that are kept.
  private func inputs(of edge: ExplorationProgram.PreparedEdge) -> SystemPart {
    var inputs: [Term] = []
    for kind in edge.origins {
      switch kind {
      case .assume, .reset: break
      case .assign(let variable, let value, let condition): if part.variables.contains(variable) { inputs += [value, condition] }
      case .move(let automaton, _, let condition): if part.automata.contains(automaton) { inputs.append(condition) }
      }
    }
    // An assumption about a choice among them decides too.
    let choices = inputs.reduce(into: Set<ChoiceIndex>()) { $0.formUnion($1.choices) }
    for case .assume(let term) in edge.origins where !choices.isDisjoint(with: term.choices) { inputs.append(term) }
    return inputs.reduce(into: SystemPart()) { $0.add($1) }
  }

  // MARK: Time

  /// Clocks can be where they are in the part, but not in the whole: one of the things that kept time from passing there,
  /// as late on the path as there is one. Each alone may be enough, so the one that adds least is taken.
  private func whatBoundTime(before last: Int) -> SystemPart {
    var node = last
    while node >= 0 {
      var reasons = whatBoundsTime(in: explorer.nodes[node].state)
      if let edge = explorer.nodes[node].edge { reasons.append(conditionsOfResets(edge)) }
      let missing = reasons.map { $0.subtracting(part) }.filter { $0.count > 0 }
      if let least = missing.min(by: { ($0.automata.count, $0.count) < ($1.automata.count, $1.count) }) { return least }
      node = explorer.nodes[node].parent
    }
    return SystemPart()
  }

  private func whatBoundsTime(in state: Int) -> [SystemPart] {
    let values = explorer.values(of: state)
    var reasons: [SystemPart] = []
    for (index, automaton) in whole.automata.enumerated() {
      let place = Int(values[whole.variables.count + index])
      let invariants = explorer.program.invariants[index][place]
      for (number, invariant) in invariants.enumerated() {
        if explorer.evaluate(invariant.condition, in: state) == 0 { continue }
        let definition = automaton.locations[place].invariants[number]
        var reason = SystemPart.mentioned(in: definition.condition)
        reason.automata.insert(AutomatonIndex(index))
        reason.clocks.insert(definition.clock)
        reasons.append(reason)
      }
      if explorer.behaviour(of: state).isUrgent { reasons += urgentEdges(of: index, at: place, values) }
    }
    return reasons
  }

  private func urgentEdges(of automaton: Int, at location: Int, _ values: [UInt16]) -> [SystemPart] {
    let enabled = values.withUnsafeBufferPointer { values in
      explorer.program.edges(of: automaton, at: location).filter { explorer.isUrgent($0, values) }
    }
    return enabled.map { edge in
      var reason = SystemPart()
      reason.automata.insert(AutomatonIndex(automaton))
      let condition = whole.sufficientGuard(of: whole.automata[automaton].edges[edge.reference.edge])
      if condition == .false {
        for case .assume(let term) in edge.origins { reason.add(term) }
        return reason
      }
      reason.add(condition)
      return withoutNeedless(reason, forUrgencyOf: automaton, values)
    }
  }

  /// Where several edges leave a place, it may be urgent whatever each of them waits for.
  private func withoutNeedless(_ reason: SystemPart, forUrgencyOf automaton: Int, _ values: [UInt16]) -> SystemPart {
    var needed = reason.subtracting(part)
    func tries(without remove: (inout SystemPart) -> Void) {
      var fewer = needed
      remove(&fewer)
      if isUrgent(automaton, values, mentioning: fewer) { needed = fewer }
    }
    for variable in needed.variables.sorted() { tries { $0.variables.remove(variable) } }
    for other in needed.automata.sorted() where other.index != automaton { tries { $0.automata.remove(other) } }
    return needed
  }

  /// Whether it shows, with so much added to the part, that time stands still for the automaton.
  private func isUrgent(_ automaton: Int, _ values: [UInt16], mentioning added: SystemPart) -> Bool {
    var part = self.part
    part.formUnion(added)
    func value(_ place: Int) -> Int { Int(values[place]) }
    let place = LocationIndex(value(whole.variables.count + automaton))
    let condition = urgency.condition(of: AutomatonIndex(automaton), at: place, mentioning: part, in: whole)
    return condition.folded { leaf in
      switch leaf {
      case .variable(let variable): .constant(value(variable.index))
      case .at(let other, let places):
        places.contains(LocationIndex(value(whole.variables.count + other.index))) ? .true : .false
      default: leaf
      }
    } == .true
  }

  private func conditionsOfResets(_ reference: EdgeReference) -> SystemPart {
    var missing = SystemPart()
    for action in whole.automata[reference.automaton.index].edges[reference.edge].body {
      if case .reset(let clock, let condition) = action.kind, part.clocks.contains(clock) { missing.add(condition) }
    }
    return missing
  }
}

extension Term {
  fileprivate var choices: Set<ChoiceIndex> {
    var found: Set<ChoiceIndex> = []
    visit { part in
      if case .choice(let choice) = part { found.insert(choice) }
    }
    return found
  }
}
