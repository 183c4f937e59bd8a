import LifecheckChecking
import LifecheckSystem

extension Interpreter {
  /// All that `take` accepts, found by trying every choice of every edge.
  package func enabledEdges(in state: State) -> [EnabledEdge] {
    system.automata.indices.flatMap { automaton in
      system.automata[automaton].edges.indices.flatMap { number in
        let edge = EdgeReference(automaton: AutomatonIndex(automaton), edge: number)
        return everyChoice(of: system.automata[automaton].edges[number]).compactMap { choices in
          (try? take(edge, choices: choices, in: state)).map { _ in EnabledEdge(edge: edge, choices: choices) }
        }
      }
    }
  }

  private func everyChoice(of edge: Edge) -> [[Int]] {
    edge.choices.reduce([[]]) { choices, domain in choices.flatMap { choice in (0..<domain).map { choice + [$0] } } }
  }
}
