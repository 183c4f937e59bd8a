import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Who sees what: what merging must not hide, and what nobody could notice.

/// A variable or clock that a unit may touch.
enum Touched: Hashable {
  case variable(VariableIndex)
  case clock(ClockIndex)
}

struct Visibility {
  /// The variables and clocks that more than one domain touches, or a property, or that outlive the process.
  let visible: Set<Touched>
  /// Of these, a copy's own references to things that others end. Nobody could notice when one is set back to none.
  let endedElsewhere: Set<VariableIndex>
  /// The variables that decide whether a resource is forgotten.
  let decidesForgetting: Set<VariableIndex>
  /// It matters to somebody that no code is in the middle of something.
  let isHalfwayDenied: Bool
  /// By process: its places where something of the app is under way, if it matters to somebody that something is.
  let underWay: [Set<Int>]
  /// By number of a job that somebody asks for: the executors that all who ask hold meanwhile; none where a sentence asks.
  let askersForJobs: [Int: Set<ExecutorKey>]
  let writers: ExecutorsOfWriters
  let starters: [Int: Set<ExecutorKey>]
  /// Changed by who makes a resource; just before that, one that was made earlier may be forgotten.
  let changedByMaking: Set<Touched>
}

extension DraftEdge {
  struct Access {
    var read: Set<Touched> = []
    var written: Set<Touched> = []
    /// Facts whose meaning is fixed when the automata are put together.
    var facts: Set<MacroID> = []
    /// The processes of which it asks no more than whether they are under way.
    var activations: Set<Int> = []
    /// Looks at other places of processes, or moves them.
    var isGlobal = false

    var touched: Set<Touched> { read.union(written) }
    var asksForCode: Bool { isGlobal || !facts.isEmpty || !activations.isEmpty }
  }

  var access: Access {
    var access = Access()
    for case .action(let action) in items {
      for term in action.terms { access.note(term) }
      switch action.kind {
      case .assume: break
      case .assign(let variable, _, _): access.written.insert(.variable(variable))
      case .move: access.isGlobal = true
      case .reset(let clock, _): access.written.insert(.clock(clock))
      }
    }
    return access
  }

  func assigns(_ variables: Set<VariableIndex>) -> Bool {
    items.contains { item in
      guard case .action(let action) = item, case .assign(let variable, _, _) = action.kind else { return false }
      return variables.contains(variable)
    }
  }
}

extension DraftEdge.Access {
  fileprivate mutating func note(_ term: Term) {
    for variable in term.readVariables {
      switch DraftVariable(variable) {
      case .state: read.insert(.variable(variable))
      case .macro(let fact): facts.insert(fact)
      case .anyUnknown: isGlobal = true
      }
    }
    read.formUnion(term.readClocks.map { .clock($0) })
    term.visit { part in
      guard case .at(let process, let places) = part else { return }
      if places == [LocationIndex(Process.idle)] { activations.insert(process.index) } else { isGlobal = true }
    }
  }
}

extension Lowerer {
  func visibility() throws -> Visibility {
    let ended = referencesEndedElsewhere()
    return Visibility(
      visible: findVisible().union(ended.map { .variable($0) }), endedElsewhere: ended,
      decidesForgetting: try decidingWhatIsForgotten(), isHalfwayDenied: isDenied(.halfway),
      underWay: placesUnderWay(), askersForJobs: askersForJobs(), writers: executorsOfWriters(), starters: executorsOfStarts(),
      changedByMaking: Set(resourceCrowds.values.map { .variable($0.members) }))
  }

  /// The variables and clocks that more than one domain touches, or a property, or that outlive the process.
  private func findVisible() -> Set<Touched> {
    var seen: [Touched: Set<String>] = [:]
    var users: [Touched: Set<Int>] = [:]
    let further = Set(crowds.flatMap(\.copies))
    for process in processes.indices {
      let own = ownParts(of: process)
      for edge in processes[process].edges {
        for item in edge.access.touched.union(variablesThatLetGo(in: edge)) {
          // Of code of which there are further copies, another one may come in between, but at what each has for itself.
          let actors = further.contains(process) && !own.contains(item) ? [process, -1 - process] : [process]
          seen[item, default: []].formUnion(actors.map { domain(of: edge, $0, like: process) })
          users[item, default: []].formUnion(actors)
        }
      }
    }
    var visible = observed()
    for (item, domains) in seen where domains.count > 1 && users[item]!.count > 1 { visible.insert(item) }
    for (index, role) in roles.enumerated() where role.storage == .durable || role.storage == .system {
      visible.insert(.variable(VariableIndex(index)))
    }
    for clock in stopwatches.values { visible.insert(.clock(clock)) }
    for own in processes.flatMap(\.ownVariables) { visible.remove(.variable(own)) }
    // Between what comes before and the making of a resource, an entry may join the crowd.
    for crowd in resourceCrowds.values { visible.insert(.variable(crowd.members)) }
    return visible
  }

  /// What a copy has for itself is changed by others only where it refers to a thing that they end.
  private func referencesEndedElsewhere() -> Set<VariableIndex> {
    let further = Set(crowds.flatMap(\.copies))
    return processes.indices.reduce(into: []) { found, process in
      found.formUnion(processes[process].ownVariables.filter { isEndedElsewhere($0, of: process, further: further) })
    }
  }

  /// Somebody ends its thing who may come in between the looks at it: another actor, who needs not the executor of them all.
  private func isEndedElsewhere(_ own: VariableIndex, of process: Int, further: Set<Int>) -> Bool {
    guard let kind = roles[own.index].refersTo, overReference(kind) != nil, !roles[own.index].isReceiver else { return false }
    let looks = processes[process].edges.filter { $0.access.read.contains(.variable(own)) }
    let domains = Set(looks.map { domain(of: $0, process, like: process) })
    guard !domains.isEmpty else { return false }
    return processes.indices.contains { other in
      let actors = (other == process ? [] : [other]) + (further.contains(other) ? [-1 - other] : [])
      return processes[other].edges.contains { edge in
        // Who dies with the app looks at nothing any more.
        variablesThatLetGo(in: edge).contains(.variable(own)) && (processes[process].isSystem || !endsApp(edge))
          && actors.contains { domains != [domain(of: edge, $0, like: other)] }
      }
    }
  }

  private func placesUnderWay() -> [Set<Int>] {
    guard isDenied(.nothingUnderWay) else { return processes.map { _ in [] } }
    return processes.indices.map { process in
      let locations = processes[process].locations
      return Set(locations.indices.filter { $0 != Process.idle && isUnderWay(process, locations[$0]) })
    }
  }

  private func askersForJobs() -> [Int: Set<ExecutorKey>] {
    var result: [Int: Set<ExecutorKey>] = [:]
    // As it ends, no variable has it any more.
    let holders = known.asksForJobs ? roles.indices.filter { roles[$0].isJob }.map { VariableIndex($0) } : []
    for number in processes.compactMap(\.jobNumber) {
      result[number] = executorsHeld(byAllThatRead: macros.variables(for: .jobRunning(number: number)).union(holders))
    }
    return result
  }

  /// nil where nobody reads one of them; empty where anything but the steps of processes does.
  private func executorsHeld(byAllThatRead facts: Set<VariableIndex>) -> Set<ExecutorKey>? {
    if (asked + conditionsBesideSteps).contains(where: { term in facts.contains(where: term.reads) }) { return [] }
    var held: Set<ExecutorKey>?
    for process in processes {
      for edge in process.edges where edge.items.contains(where: { !$0.isLoss && facts.contains(where: $0.reads) }) {
        // An event that has an executor comes while nobody holds that.
        let its = edge.source == Process.idle ? Set([process.executor].compactMap(\.self)) : process.heldThroughout(edge)
        held = held?.intersection(its) ?? its
      }
    }
    return held
  }

  /// The variables and clocks that each copy of the code has for itself.
  private func ownParts(of process: Int) -> Set<Touched> {
    Set(processes[process].ownVariables.map { .variable($0) }).union(processes[process].ownClocks.map { .clock($0) })
  }

  /// What the executor holds together, whoever acts; without one, each that acts.
  private func domain(of edge: DraftEdge, _ actor: Int, like process: Int) -> String {
    let holds = processes[process].locations[edge.source].holds + processes[process].locations[edge.target].holds
    if let executor = holds.first { return "\(executor.node).\(executor.executor.index)" }
    return "actor \(actor)"
  }

  /// What sentences ask for, and what they are about.
  private var asked: [Term] { questions.map(\.goal) + questions.flatMap { $0.occasions.map(\.goal) } }

  /// What is looked at all the time, and not only as a step is taken.
  private var conditionsBesideSteps: [Term] {
    clocks.map(\.rate) + processes.flatMap { $0.locations.flatMap { $0.invariants.map(\.condition) } }
      + observers.becoming.map(\.fact)
  }

  /// The variables and clocks that properties, clock rates, invariants and events' own machinery look at.
  private func observed() -> Set<Touched> {
    let terms = asked + conditionsBesideSteps
    let seen = terms.reduce(into: Set<VariableIndex>()) { $0.formUnion($1.readVariables) }.subtracting(exhaustion.map(\.flag))
    return Set(seen.map { .variable($0) }).union(asked.flatMap(\.readClocks).map { .clock($0) })
  }

  /// Where somebody asks whether a resource is forgotten, whatever may refer to it: code's own variables, too.
  private func decidingWhatIsForgotten() throws -> Set<VariableIndex> {
    let meanings = Meanings(lowerer: self)
    var set: Set<VariableIndex> = []
    for macro in macros.all {
      guard case .referenced(let kind, _, exceptOwn: true) = macro, made.contains(kind) else { continue }
      set.formUnion(try meanings.meaning(of: macro).readVariables)
    }
    return Set(set.compactMap(\.ofState))
  }
}
