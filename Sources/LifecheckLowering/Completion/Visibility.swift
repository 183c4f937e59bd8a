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
  /// The variables that decide whether a resource is forgotten.
  let decidesForgetting: Set<VariableIndex>
  /// It matters to somebody that no code is in the middle of something.
  let isHalfwayDenied: Bool
}

extension DraftEdge {
  struct Access {
    var touched: Set<Touched> = []
    /// Looks at or moves other processes.
    var isGlobal = false
  }

  var access: Access {
    var access = Access()
    for case .action(let action) in items {
      for term in action.terms { access.note(term) }
      switch action.kind {
      case .assume: break
      case .assign(let variable, _, _): access.touched.insert(.variable(variable))
      case .move: access.isGlobal = true
      case .reset(let clock, _): access.touched.insert(.clock(clock))
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
      if variable.ofState == nil { isGlobal = true } else { touched.insert(.variable(variable)) }
    }
    touched.formUnion(term.readClocks.map { .clock($0) })
    if term.mentionsLocations { isGlobal = true }
  }
}

extension Lowerer {
  func visibility() throws -> Visibility {
    Visibility(
      visible: findVisible(), decidesForgetting: try decidingWhatIsForgotten(), isHalfwayDenied: isDenied(.halfway))
  }

  /// The variables and clocks that more than one domain touches, or a property, or that outlive the process.
  private func findVisible() -> Set<Touched> {
    var domains: [Touched: Set<String>] = [:]
    var users: [Touched: Set<Int>] = [:]
    for process in processes.indices {
      for edge in processes[process].edges {
        let domain = self.domain(of: edge, process)
        for item in edge.access.touched {
          domains[item, default: []].insert(domain)
          users[item, default: []].insert(process)
        }
      }
    }
    var visible = observed()
    for (item, seen) in domains where seen.count > 1 && users[item]!.count > 1 { visible.insert(item) }
    for (index, role) in roles.enumerated() where role.storage == .durable || role.storage == .system {
      visible.insert(.variable(VariableIndex(index)))
    }
    for clock in stopwatches.values { visible.insert(.clock(clock)) }
    for process in processes { for own in process.ownVariables { visible.remove(.variable(own)) } }
    // Between what comes before and the making of a resource, an entry may join the crowd.
    for crowd in resourceCrowds.values { visible.insert(.variable(crowd.members)) }
    return visible
  }

  private func domain(of edge: DraftEdge, _ process: Int) -> String {
    let holds = processes[process].locations[edge.source].holds + processes[process].locations[edge.target].holds
    if let executor = holds.first { return "\(executor.node).\(executor.executor.index)" }
    return "process \(process)"
  }

  /// The variables and clocks that properties, clock rates, invariants and events' own machinery look at.
  private func observed() -> Set<Touched> {
    let asked = questions.map(\.goal) + questions.flatMap { $0.occasions.map(\.goal) }
    let conditions = processes.flatMap { $0.locations.flatMap { $0.invariants.map(\.condition) } }
    let terms = asked + clocks.map(\.rate) + conditions + observers.becoming.map(\.fact)
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
