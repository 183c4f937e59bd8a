import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLowering
import LifecheckSystem

extension Level {
  /// Tells another level, where more is followed, by which lines of code this one reaches what both are asked.
  func guide(_ several: Level) {
    for (own, other) in zip(agenda.asked, several.agenda.asked) {
      guard let own, let other else { continue }
      for (query, number) in zip([own.goal] + own.occasions, [other.goal] + other.occasions) {
        guide(several, on: number, asHere: query)
      }
    }
  }

  private func guide(_ several: Level, on number: Int, asHere query: Int) {
    guard several.exchange.mayBeGuided(number) else { return }
    if let edges = exchange.edgesReaching(query) {
      let lines = Set(edges.flatMap { lowered.system.automata[$0.automaton.index].edges[$0.edge].label.lines.map(ToldLine.init) })
      several.exchange.guide(number, by: several.edges(telling: lines.union(several.linesOfHandlers)))
    } else if exchange.results[query] != nil || exchange.isOver {
      several.exchange.endGuidance(of: number)
    } else if exchange.areClausesSlow {
      several.exchange.noteTriedElsewhere(number)
    }
  }

  /// A line that a story tells of a step, the same in every level that follows the step.
  private struct ToldLine: Hashable {
    let text: String
    let origin: SourceRange
    init(_ line: EdgeLabel.Line) { (text, origin) = (line.text, line.origin) }
  }

  /// Lines that the summary of further things does not tell of them: that the platform calls their handlers.
  private var linesOfHandlers: Set<ToldLine> {
    func isInside(_ line: SourceRange, _ form: Piece.Form) -> Bool {
      lowered.pieces.contains { $0.form == form && $0.range.covers(line) }
    }
    let lines = lowered.system.automata.flatMap { $0.edges.flatMap(\.label.lines) }
    return Set(lines.filter { isInside($0.origin, .handler) && !isInside($0.origin, .block) }.map(ToldLine.init))
  }

  /// All edges of which a story tells nothing else.
  private func edges(telling lines: Set<ToldLine>) -> Set<EdgeReference> {
    var result: Set<EdgeReference> = []
    for (automaton, number) in zip(lowered.system.automata, 0...) {
      for (edge, index) in zip(automaton.edges, 0...) where edge.label.lines.allSatisfy({ lines.contains(ToldLine($0)) }) {
        result.insert(EdgeReference(automaton: AutomatonIndex(number), edge: index))
      }
    }
    return result
  }
}
