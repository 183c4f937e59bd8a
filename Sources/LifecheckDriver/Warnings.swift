import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckSystem

// Code of the spec that is proved never to run. It is no mistake of the app, but its author believes that it does something.

extension Answering {
  /// - Parameter exhaustion: Whether more is needed of something than is followed: behind that, nothing is known.
  func warnings(_ agenda: Agenda, _ results: [QueryResult], exhaustion: SafetyResult?) -> [Diagnostic] {
    switch exhaustion {
    case nil, .safe?: break
    case .unsafe?, .unknown?: return []
    }
    let never = agenda.asideOfPiece.map { aside in
      guard let aside, case .safe = results[agenda.queries.count + aside].result else { return false }
      return true
    }
    let idle = DeadCode(pieces: lowered.pieces, never: never, uncalled: lowered.uncalledHandlers)
    let why = WhyUncalled(model: model, dead: idle.ranges)
    return idle.outermost.filter { $0.range.file == FileID(0) }.map { warning($0, why) }.inOrder
  }

  private func warning(_ piece: Piece, _ why: WhyUncalled) -> Diagnostic {
    switch piece.form {
    case .event:
      let event = model.events.first { $0.body.range == piece.range }
      return Diagnostic(
        .warning, "never-runs", "this never runs: `\(event?.name ?? "it")` can never happen", at: event?.range ?? piece.range,
        help: "look at its `when`, and whether its thread is ever free")
    case .handler:
      let handler = model.handlers.first { $0.body.range == piece.range }
      let reason = handler.flatMap { why.reason($0) }
      return Diagnostic(
        .warning, "never-runs", "this never runs: `\(handler.map(name) ?? "it")` never happens", at: handler?.range ?? piece.range,
        help: reason.map { words($0, handler) })
    case .branch(let condition, let isTrue):
      return Diagnostic(
        .warning, "never-runs", "this never runs: `\(text(condition))` is never \(isTrue) here", at: isTrue ? condition : piece.range)
    case .block: return Diagnostic(.warning, "never-runs", "this never runs", at: piece.range)
    }
  }

  private func words(_ reason: WhyUncalled.Reason, _ handler: Handler?) -> String {
    switch reason {
    case .switchedOff(let name):
      let callback = handler.map { model.callbacks[$0.callback.index].name } ?? "it"
      return "`with \(name)`, nothing calls `\(callback)`"
    case .uncalled(let function, nil): return "nothing calls `\(function)`"
    case .uncalled(let function, let range?):
      let line = model.files[range.file.index].position(at: range.start).line
      return "only line \(line) calls `\(function)`, and it never runs either"
    }
  }

  private func name(_ handler: Handler) -> String {
    let callback = model.callbacks[handler.callback.index].name
    guard case .instance(_, let id, _) = handler.target.kind else { return callback }
    let instance = model.instances[id.index]
    // A handler inside of a thing that extends another may be about that other, which has no name in the spec.
    return "\(instance.isBase ? model.kinds[instance.owner.index].name : instance.name).\(callback)"
  }

  private func text(_ range: SourceRange) -> String { model.files[range.file.index].text(of: range) }
}

/// Which pieces never run, without those inside of others.
private struct DeadCode {
  let outermost: [Piece]
  let ranges: [SourceRange]

  init(pieces: [Piece], never: [Bool], uncalled: [SourceRange]) {
    let dead = pieces.indices.filter { never[$0] }
    let ranges = uncalled + dead.map { pieces[$0].range }
    func isInside(_ range: SourceRange) -> Bool {
      ranges.contains { $0 != range && $0.file == range.file && $0.start <= range.start && range.end <= $0.end }
    }
    let own = dead.filter { number in
      pieces[number].form != .block && !isInside(pieces[number].range)
        && !pieces[number].callers.allSatisfy { $0.map { never[$0] } ?? false }
    }
    self.ranges = ranges
    outermost = uncalled.map { Piece(form: .handler, range: $0) } + own.map { pieces[$0] }
  }
}

extension [Diagnostic] {
  fileprivate var inOrder: [Diagnostic] { sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) } }
}
