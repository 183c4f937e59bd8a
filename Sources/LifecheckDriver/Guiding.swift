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
      several.exchange.guide(number, by: several.guide(by: edges.map(lines).filter { !$0.isEmpty }))
    } else if exchange.results[query] != nil || exchange.isOver {
      several.exchange.endGuidance(of: number)
    } else if exchange.hasTriedByClauses(query) {
      several.exchange.noteTriedElsewhere(number)
    }
  }

  /// What a story tells of a step, wherever the same is followed.
  private struct ToldLine: Hashable {
    let text: String
    let origin: SourceRange
    init(_ line: EdgeLabel.Line) { (text, origin) = (line.text, line.origin) }
  }

  private func lines(of edge: EdgeReference) -> [ToldLine] {
    lowered.system.automata[edge.automaton.index].edges[edge.edge].label.lines.map(ToldLine.init)
  }

  private func guide(by steps: [[ToldLine]]) -> Guide {
    var edges: [[ToldLine]: Set<EdgeReference>] = [:]
    for (automaton, number) in zip(lowered.system.automata, 0...) {
      for index in automaton.edges.indices {
        let edge = EdgeReference(automaton: AutomatonIndex(number), edge: index)
        edges[lines(of: edge), default: []].insert(edge)
      }
    }
    // The summary does not tell all that is done in it: handlers that the platform calls for further things, or any code.
    let between = [[], linesOfHandlers, linesOfCode].map { free in
      edges.filter { $0.key.allSatisfy(free.contains) }.values.reduce(into: Set()) { $0.formUnion($1) }
    }
    return Guide(steps: steps.compactMap { edges[$0] }, between: between)
  }

  private var linesOfCode: Set<ToldLine> {
    let files = Set(lowered.pieces.map(\.range.file))
    return toldLines { files.contains($0.file) }
  }

  /// Without the blocks that they start.
  private var linesOfHandlers: Set<ToldLine> {
    func isInside(_ line: SourceRange, _ form: Piece.Form) -> Bool {
      lowered.pieces.contains { $0.form == form && $0.range.covers(line) }
    }
    return toldLines { isInside($0, .handler) && !isInside($0, .block) }
  }

  private func toldLines(where isWanted: (SourceRange) -> Bool) -> Set<ToldLine> {
    let lines = lowered.system.automata.flatMap { $0.edges.flatMap(\.label.lines) }
    return Set(lines.filter { isWanted($0.origin) }.map(ToldLine.init))
  }
}
