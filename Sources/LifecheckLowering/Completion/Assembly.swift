import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// From drafts to the timed system: macros get their meaning, frozen code stands still.

extension Lowerer {
  func assemble() throws -> TimedSystem {
    if !crowds.isEmpty, isWorkDenied { crowdAtWork = makeCrowdFlag("the crowd is at work") }
    noteCrowdsInside()
    var system = TimedSystem()
    let kept = processes.indices.map(keptLocations)
    lastKept = kept
    for process in processes.indices { system.automata.append(try automaton(process, kept)) }
    for crowd in crowds { addCrowd(crowd, to: &system) }
    for kind in resourceCrowds.keys.sorted(by: { $0.index < $1.index }) { try addJoining(of: resourceCrowds[kind]!, to: &system) }
    variables[fault.index].domain = faults.count + 1
    system.variables = variables
    system.clocks = try clocks.map {
      Clock(name: $0.name, rate: try resolve($0.rate, kept), isDeadWhileStopped: $0.isDeadWhileStopped)
    }
    system.parameters = parameters
    for flag in [crowdAtWork].compactMap({ $0 }) + crowdInside.map(\.flag) {
      if system.looksAt(flag) { addCrowdFlag(flag, to: &system) } else { openFlags.append(flag) }
    }
    for index in system.automata.indices {
      system.automata[index].edges = system.automata[index].edges.map { $0.withoutIdleChoices(in: system.variables) }
    }
    return system
  }

  /// A member of a crowd may be inside any code that its copies can be in, and hold what they hold: a flag says so for
  /// each place asked about.
  private func noteCrowdsInside() {
    for crowd in crowds {
      for macro in processes[crowd.copies[0]].locations.flatMap({ $0.inside + $0.holds.map { .someoneHolds($0) } })
      where macroIndex[macro] != nil && !crowdInside.contains(where: { $0.macro == macro }) {
        crowdInside.append((macro, makeCrowdFlag("the crowd is inside")))
      }
    }
  }

  /// Locations that can be reached at all, in order; the idle one and the entry always stay.
  private func keptLocations(_ process: Int) -> [Int] {
    var reached: Set<Int> = [Process.idle]
    if processes[process].locations.count > 1, processes[process].locations[1].isStable { reached.insert(1) }
    var queue = Array(reached)
    while let next = queue.popLast() {
      for edge in processes[process].edges where edge.source == next && reached.insert(edge.target).inserted {
        queue.append(edge.target)
      }
    }
    return reached.sorted()
  }

  private func automaton(_ index: Int, _ kept: [[Int]]) throws -> Automaton {
    let process = processes[index]
    let number = Dictionary(uniqueKeysWithValues: kept[index].enumerated().map { ($0.element, $0.offset) })
    let locations = try kept[index].map { place -> Location in
      let draft = process.locations[place]
      let stops = stopsWhenFrozen(index, place)
      let invariants = try draft.invariants.map {
        // Frozen code cannot leave, so it must not hold up a clock that goes on.
        let goesOn = stops && clocks[$0.clock.index].rate != Term.variable(frozen).negated
        let condition = goesOn ? Term.all([$0.condition, .equal(.variable(frozen), .false)]) : $0.condition
        return Invariant(condition: try resolve(condition, kept), clock: $0.clock, bound: $0.bound)
      }
      return Location(name: draft.name, pause: draft.pause, invariants: invariants, origin: draft.origin)
    }
    var edges: [Edge] = []
    for draft in process.edges {
      guard let source = number[draft.source], let target = number[draft.target] else { continue }
      let (body, lines) = try body(of: draft, process: index, kept)
      if body.contains(where: { if case .assume(.false) = $0.kind { true } else { false } }) { continue }
      var edge = Edge(
        source: LocationIndex(source), target: LocationIndex(target), isUrgent: draft.isUrgent, choices: draft.choices,
        body: body, label: EdgeLabel(lines))
      edge.begins = draft.begins
      edges.append(edge)
    }
    return Automaton(name: process.name, locations: locations, initial: LocationIndex(0), edges: edges)
  }

  /// The actions that are left, and the lines with where they start among these.
  private func body(of draft: DraftEdge, process: Int, _ kept: [[Int]]) throws -> (body: [Action], lines: [EdgeLabel.Line]) {
    let stops = stopsWhenFrozen(process, draft.source) && !draft.isLimitOfSystem
    var body = stops ? [Action(.assume(.equal(.variable(frozen), .false)))] : []
    var lines: [EdgeLabel.Line] = []
    for (number, item) in draft.items.enumerated() {
      for line in draft.lines where line.start == number { lines.append(line.starting(at: body.count)) }
      switch item {
      case .action(let action), .loss(let action):
        let resolved = try resolve(action, kept)
        if case .assume(.true) = resolved.kind { continue }
        body.append(resolved)
      case .post, .dequeue, .endOf, .unlessAwaited, .die: break
      }
    }
    for line in draft.lines where line.start >= draft.items.count { lines.append(line.starting(at: body.count)) }
    return (body, lines)
  }

  func stopsWhenFrozen(_ process: Int, _ source: Int) -> Bool {
    !processes[process].isSystem || runsInApp(processes[process].locations[source])
  }

  /// Whether somebody asks that no app code is at work, so that it is not enough to say that a crowd may be.
  private var isWorkDenied: Bool { isDenied(.working) || isDenied(.halfway) }

  /// Whether it matters to somebody that this is false.
  func isDenied(_ macro: Macro) -> Bool {
    guard let index = macroIndex[macro] else { return false }
    let fact = DraftVariable.macro(index).index
    let facts = Set([fact] + macros.indices.filter { macros[$0].isWhileAt(index) }.map { DraftVariable.macro($0).index })
    return processes.contains { process in
      process.edges.contains { edge in edge.items.contains { facts.contains(where: $0.reads) } }
    }
      || hooks.becoming.contains { $0.fact.reads(fact) } || clocks.contains { $0.rate.reads(fact) }
      || questions.contains { $0.goal.denies(fact) }
  }

  // MARK: Macros

  func resolve(_ action: Action, _ kept: [[Int]]) throws -> Action {
    var problem: Error?
    let resolved = action.mapped { term in
      do { return try resolve(term, kept) } catch {
        problem = error
        return term
      }
    }
    if let problem { throw problem }
    guard case .move(let automaton, let location, let condition) = resolved.kind else { return resolved }
    let place = kept[automaton.index].firstIndex(of: location.index) ?? 0
    return Action(.move(automaton, LocationIndex(place), condition: condition), origin: resolved.origin)
  }

  func resolve(_ term: Term, _ kept: [[Int]]) throws -> Term {
    var problem: Error?
    let result = term.mapped(
      variable: { variable in
        guard case .macro(let macro) = DraftVariable(variable) else { return .variable(variable) }
        do { return try self.resolve(self.meaning(of: self.macros[macro]), kept) } catch {
          problem = error
          return .false
        }
      },
      at: { automaton, locations in
        let places = locations.compactMap { kept[automaton.index].firstIndex(of: $0.index) }.map { LocationIndex($0) }
        return places.isEmpty ? .false : .at(automaton, places.sorted())
      })
    if let problem { throw problem }
    return result
  }

  /// The term as it is while the process stands at the location.
  func fixed(_ term: Term, process: Int, at location: Int) -> Term {
    term.mapped(
      variable: { variable in
        guard case .macro(let macro) = DraftVariable(variable) else { return .variable(variable) }
        return self.term(.whileAt(macro: macro, process: process, location: location))
      },
      at: { automaton, places in
        guard automaton.index == process else { return .at(automaton, places) }
        return places.contains(LocationIndex(location)) ? .true : .false
      })
  }

  private func places(_ isMeant: (Int, DraftLocation) -> Bool) -> Term {
    .any(
      processes.indices.map { process in
        let found = processes[process].locations.indices.filter {
          $0 != Process.idle && isMeant(process, processes[process].locations[$0])
        }
        return found.isEmpty ? .false : .at(AutomatonIndex(process), found.map { LocationIndex($0) })
      })
  }

  func meaning(of macro: Macro) throws -> Term {
    switch macro {
    case .busy(let executor): return places { $1.holds.contains(executor) }
    case .someoneHolds(let executor): return .any([places { $1.holds.contains(executor) }, crowd(may: macro)])
    case .anyQueued(let executor): return places { $1.queuedOn == executor }
    case .behindOthers(let automaton, let executor): return behindOthers(automaton, executor)
    case .working, .halfway:
      let isMeant = macro == .working ? isAppAtWork : isAppHalfway
      let crowd = Term.all([thereIsACrowd(at: isMeant), crowdAtWork.map { .equal(.variable($0), .true) } ?? .true])
      return .any([places(isMeant), crowd])
    case .nothingUnderWay: return places(isUnderWay).negated
    case .functionRunning, .appCode, .eventRunning, .callbackRunning:
      if case .functionRunning(_, let id) = macro { try refuseUnknownOwners(of: id) }
      return .any([places { $1.inside.contains(macro) }, crowd(may: macro)])
    case .whileAt(let macro, let process, let location):
      return fixed(try meaning(of: macros[macro]), process: process, at: location)
    case .somethingIsLoose: return looseness
    case .isBeingLoopedOver(let node): return places { $1.loopedOver.contains(node) }
    case .jobRunning(let number):
      guard let process = processes.firstIndex(where: { $0.jobNumber == number }) else { return .false }
      return Term.at(AutomatonIndex(process), [LocationIndex(Process.idle)]).negated
    case .leavesUnnoticed(let process): return leavesUnnoticed(process)
    case .referenced(let kind, let entry, let exceptOwn):
      return try referenced(entry + 1, except: exceptOwn ? nodesOfKind[kind]![entry] : nil) { $0.refersTo == kind }
    case .boxReferenced(let pool, let entry):
      return try referenced(entry + 1, except: nil) { $0.boxPool == pool }
    }
  }

  /// Some member of a crowd makes it true.
  private func crowd(may macro: Macro) -> Term {
    guard let flag = crowdInside.first(where: { $0.macro == macro })?.flag else { return .false }
    return .all([thereIsACrowd, .equal(.variable(flag), .true)])
  }

  /// Some variable that counts has this value.
  private func referenced(_ value: Int, except node: Int?, _ refers: (VariableRole) -> Bool) throws -> Term {
    .any(
      try roles.indices.filter { refers(roles[$0]) && (node == nil || roles[$0].node != node) }.map { index in
        .all([try counts(roles[index], except: node), .equal(.variable(VariableIndex(index)), .constant(value))])
      })
  }

  /// Code that is about the entry, or knows it, may still read what it refers to, and call what it keeps.
  private func mayBeReached(_ node: Int) -> [Term] {
    let direct = roles.indices.filter {
      roles[$0].refersTo == nodes[node].kind && roles[$0].boxEntry == nil && roles[$0].node != node
    }
    return [term(.isBeingLoopedOver(node: node))]
      + direct.map { .equal(.variable(VariableIndex($0)), .constant(referenceValue(of: node))) }
  }

  /// A holder counts only while it exists itself.
  private func counts(_ role: VariableRole, except node: Int?) throws -> Term {
    var conditions = [role.countsWhile]
    if let owner = role.node, nodes[owner].isPoolEntry {
      conditions.append(.any([try liveness(of: owner)] + mayBeReached(owner)))
    }
    if let box = role.boxEntry {
      conditions.append(try referenced(box.entry + 1, except: node) { $0.boxPool == box.pool })
    }
    return .all(conditions)
  }
}

extension TimedSystem {
  /// Whether what can happen depends on the variable; what is asked about it does not count.
  fileprivate func looksAt(_ variable: VariableIndex) -> Bool {
    let conditions = automata.flatMap { $0.locations.flatMap { $0.invariants.map(\.condition) } } + clocks.map(\.rate)
    if conditions.contains(where: { $0.reads(variable) }) { return true }
    return automata.contains { $0.edges.contains { $0.body.contains { $0.reads(variable) } } }
  }
}

extension Term {
  /// Whether it can become true by the variable becoming false.
  fileprivate func denies(_ variable: VariableIndex) -> Bool {
    switch self {
    case .not(let inner): inner.reads(variable)
    case .and(let parts), .or(let parts): parts.contains { $0.denies(variable) }
    case .variable: false
    default: reads(variable)
    }
  }
}

extension EdgeLabel.Line {
  func starting(at start: Int) -> EdgeLabel.Line {
    EdgeLabel.Line(text: text, origin: origin, start: start, computed: computed)
  }
}
