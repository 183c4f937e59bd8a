import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// From drafts to the timed system: macros get their meaning, frozen code stands still.

/// The timed system, and how to say in its words what terms of drafts say.
struct Assembled {
  var system = TimedSystem()
  let meanings: Meanings
  /// Flags of crowds that only properties look at: they are open whenever there is a crowd.
  var openFlags: [VariableIndex] = []
  /// Code that may start itself again without time passing.
  var timeless: [ExhaustionSite] = []
}

extension Lowerer {
  func assemble(_ writers: ExecutorsOfWriters) throws -> Assembled {
    let kept = processes.map(\.reachableLocations)
    let meanings = Meanings(lowerer: self, kept: kept, crowd: makeCrowdFlags(), holding: makeHoldingMembers(in: kept))
    var made = Assembled(meanings: meanings)
    // Crowds ask when guards hold, which depends on the values that there are.
    made.system.variables = variables
    for process in processes.indices { made.system.automata.append(try automaton(process, meanings)) }
    for crowd in crowds where canBeSummarized(crowd) { try addCrowd(crowd, to: &made.system, writers, meanings) }
    for crowd in crowds {
      addBeginning(of: crowd, to: &made.system)
      try addLeaving(of: crowd, to: &made.system, meanings)
    }
    for kind in resourceCrowds.keys.sorted(by: { $0.index < $1.index }) {
      try addJoining(of: resourceCrowds[kind]!, to: &made.system, meanings)
    }
    endHolding(meanings.holding, in: &made.system)
    made.timeless = try letTimeGoOn(in: &made.system, meanings)
    try keepTimeFromPassingInQueues(of: &made.system, meanings)
    made.system.variables = variables
    made.system.variables[builtIn.fault.index].domain = faults.all.count + 1
    made.system.clocks = try clocks.map {
      Clock(name: $0.name, rate: try meanings.resolve($0.rate), isDeadWhileStopped: $0.isDeadWhileStopped)
    }
    made.system.parameters = parameters
    for flag in meanings.crowd.all {
      if made.system.looksAt(flag) {
        addCrowdFlag(flag, of: meanings.crowd, to: &made.system)
      } else {
        made.openFlags.append(flag)
      }
    }
    for index in made.system.automata.indices {
      made.system.automata[index].edges = made.system.automata[index].edges.map {
        $0.withoutMoves(of: AutomatonIndex(index)).withoutIdleChoices(in: made.system.variables)
      }
    }
    return made
  }

  /// A member of a crowd may be inside any code that its copies can be in, and hold what they hold: a flag says so for
  /// each place asked about.
  private func makeCrowdFlags() -> CrowdFlags {
    var flags = CrowdFlags()
    if !crowds.isEmpty, isWorkDenied { flags.atWork = makeCrowdFlag("the crowd is at work") }
    for crowd in crowds {
      let facts = processes[crowd.copies[0]].locations.flatMap { $0.inside + $0.holds.map { .someoneHolds($0) } }
      for fact in facts where macros.mentions(fact) {
        let known = flags.inside.first { $0.macro == fact }?.flag
        let flag = known ?? makeCrowdFlag("the crowd is inside")
        if known == nil { flags.inside.append((fact, flag)) }
        if changesWhileFrozen(fact, by: crowd.copies[0]) { flags.changingWhileFrozen.insert(flag) }
      }
    }
    return flags
  }

  /// Some step by which a copy makes the fact true, or false, or its start, is one of the system's that a freeze does not stop.
  private func changesWhileFrozen(_ fact: Macro, by copy: Int) -> Bool {
    let process = processes[copy]
    func isTrue(at place: Int) -> Bool {
      process.locations[place].inside.contains(fact) || process.locations[place].holds.contains { .someoneHolds($0) == fact }
    }
    let goesOn = process.edges.filter { !process.stopsWhenFrozen(at: $0.source, in: model) }
    return process.isSystem
      && (isTrue(at: Process.beginning) || goesOn.contains { isTrue(at: $0.source) != isTrue(at: $0.target) })
  }

  private func automaton(_ index: Int, _ meanings: Meanings) throws -> Automaton {
    let process = processes[index]
    let kept = meanings.kept[index]
    let number = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($0.element, $0.offset) })
    let locations = try kept.map { try location($0, of: index, meanings) }
    var edges: [Edge] = []
    for draft in process.edges {
      guard let source = number[draft.source], let target = number[draft.target] else { continue }
      let (body, lines) = try body(of: draft, process: index, meanings)
      if body.contains(where: { if case .assume(.false) = $0.kind { true } else { false } }) { continue }
      var edge = Edge(
        source: LocationIndex(source), target: LocationIndex(target), isUrgent: draft.isUrgent, choices: draft.choices,
        body: body, label: EdgeLabel(lines))
      edge.begins = draft.begins
      edges.append(edge)
    }
    return Automaton(name: process.name, locations: locations, initial: LocationIndex(0), edges: edges)
  }

  private func location(_ place: Int, of process: Int, _ meanings: Meanings) throws -> Location {
    let draft = processes[process].locations[place]
    let stops = processes[process].stopsWhenFrozen(at: place, in: model)
    let invariants = try draft.invariants.map {
      // Frozen code cannot leave, so it must not hold up a clock that goes on.
      let canPass = stops && !draft.clocksOfSystem.contains($0.clock)
      let isLiftedWhileFrozen = canPass && clocks[$0.clock.index].rate != Term.variable(frozen).negated
      let condition = isLiftedWhileFrozen ? Term.all([$0.condition, .equal(.variable(frozen), .false)]) : $0.condition
      return Invariant(condition: try meanings.resolve(condition), clock: $0.clock, bound: $0.bound)
    }
    return Location(name: draft.name, pause: draft.pause, invariants: invariants, origin: draft.origin)
  }

  /// The actions that are left, and the lines with where they start among these.
  private func body(of draft: DraftEdge, process: Int, _ meanings: Meanings) throws -> (body: [Action], lines: [EdgeLabel.Line]) {
    let stops = processes[process].stopsWhenFrozen(at: draft.source, in: model) && !draft.isLimitOfSystem
    var body = stops ? [Action(.assume(.equal(.variable(frozen), .false)))] : []
    var lines: [EdgeLabel.Line] = []
    for (number, item) in draft.items.enumerated() {
      for line in draft.lines where line.start == number { lines.append(line.starting(at: body.count)) }
      switch item {
      case .action(let action), .loss(let action):
        let resolved = try meanings.resolve(action)
        if case .assume(.true) = resolved.kind { continue }
        body.append(resolved)
      case .post, .dequeue, .made, .endOf, .unlessAwaited, .die: break
      }
    }
    for line in draft.lines where line.start >= draft.items.count { lines.append(line.starting(at: body.count)) }
    return (body, lines)
  }

  /// Whether somebody asks that no app code is at work, so that it is not enough to say that a crowd may be.
  private var isWorkDenied: Bool { isDenied(.working) || isDenied(.halfway) }

  /// Whether it matters to somebody that this is false.
  func isDenied(_ macro: Macro) -> Bool {
    guard let fact = macros.variable(for: macro) else { return false }
    let facts = macros.variables(for: macro)
    return processes.contains { process in
      process.edges.contains { edge in edge.items.contains { facts.contains(where: $0.reads) } }
    }
      || observers.becoming.contains { $0.fact.reads(fact) } || clocks.contains { $0.rate.reads(fact) }
      || questions.contains { $0.goal.denies(fact) }
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

extension Edge {
  /// A block that starts itself is under way, and never the copy that is free.
  fileprivate func withoutMoves(of automaton: AutomatonIndex) -> Edge {
    func isLeftOut(_ action: Action) -> Bool { if case .move(automaton, _, _) = action.kind { true } else { false } }
    var edge = self
    edge.body.removeAll(where: isLeftOut)
    edge.label.lines = label.lines.map { line in line.starting(at: line.start - body.prefix(line.start).count(where: isLeftOut)) }
    return edge
  }
}

extension Term {
  /// Whether it can become true by the variable becoming false.
  func denies(_ variable: VariableIndex) -> Bool {
    switch self {
    case .not(let inner): inner.reads(variable)
    case .and(let parts), .or(let parts): parts.contains { $0.denies(variable) }
    case .variable: false
    default: reads(variable)
    }
  }
}
