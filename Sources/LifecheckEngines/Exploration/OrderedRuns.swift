import LifecheckSystem

/// The runs of a system that take some of its edges only in a given order.
///
/// The order is a variable more, which says how many of the steps have been taken, and for each step and each edge that may be it
/// an edge more, which counts on.
struct OrderedRuns {
  private var system: TimedSystem
  /// By edge of `system` that counts on: the edge of the system that was given.
  private var originals: [EdgeReference: EdgeReference] = [:]
  /// What runs may take.
  private var allowed: Set<EdgeReference>

  /// - Parameters:
  ///   - steps: For each step, the edges that may be it.
  ///   - free: The edges that may be taken between the steps.
  init(of system: TimedSystem, taking steps: [Set<EdgeReference>], between free: Set<EdgeReference>) {
    self.system = system
    allowed = free
    let taken = VariableIndex(system.variables.count)
    self.system.variables.append(
      StateVariable(name: "steps taken", domain: steps.count + 1, valueNames: [], initial: 0, isHidden: true))
    for (number, step) in steps.enumerated() {
      for edge in step.sorted(by: { ($0.automaton.index, $0.edge) < ($1.automaton.index, $1.edge) }) {
        addCounting(edge, as: number, taken)
      }
    }
  }

  private mutating func addCounting(_ reference: EdgeReference, as number: Int, _ taken: VariableIndex) {
    let automaton = reference.automaton.index
    var edge = system.automata[automaton].edges[reference.edge]
    // The original, which is not taken, is as urgent as ever.
    edge.isUrgent = false
    edge.body.insert(Action(.assume(.compare(.equal, .variable(taken), .constant(number)))), at: 0)
    edge.body.append(Action(.assign(taken, .constant(number + 1), condition: .true)))
    let counting = EdgeReference(automaton: reference.automaton, edge: system.automata[automaton].edges.count)
    system.automata[automaton].edges.append(edge)
    originals[counting] = reference
    allowed.insert(counting)
  }

  /// The edges of a shortest such run that reaches the goal; nil if none is found.
  /// - Parameter nodes: Where to give up.
  func edges(
    reaching goal: Term, terminal: Term, ignored: Set<VariableIndex>, atMost nodes: Int, mustStop: @escaping () -> Bool
  ) -> Set<EdgeReference>? {
    let parameters = MonotonousParameters(system, goals: [goal])
    let explorer = Explorer(
      parameters.fixed(in: system), goals: [parameters.fixed(in: goal)], terminal: terminal, ignored: ignored, allowed: allowed)
    explorer.run(maximumNodes: nodes, maximumBranches: nodes * 20, only: 0, mustStop: mustStop)
    guard let end = explorer.reached[0] else { return nil }
    let taken = explorer.path(to: end).compactMap { explorer.nodes[$0].edge }
    return Set(taken.map { originals[$0] ?? $0 })
  }
}
