import LifecheckDiagnostics
import LifecheckEvidence
import LifecheckLanguage
import LifecheckReports

/// A spec as those see it who share out the work: by its text alone, so that every machine sees the same.
package struct SpecOutline: Sendable {
  package let head: ShardHead.Spec
  /// About how much work it is, beside other specs.
  package let weight: Int

  /// - Parameter text: nil if it cannot be read.
  package init(path: String, text: [UInt8]?, loader: SourceLoader) {
    let files = text.map { ownFiles(path: path, text: $0, loader: loader) } ?? []
    let whole = files.flatMap { Array("\($0.path) \($0.text.count)\n".utf8) + $0.text }
    head = ShardHead.Spec(path: path, digest: digest(of: whole))
    // The events of a spec happen in every order, so that work grows faster than text.
    let tokens = min(files.reduce(1) { $0 + lex($1).tokens.count }, Self.mostTokens)
    weight = tokens * tokens
  }

  /// Beyond it, specs count as equally large.
  private static let mostTokens = 20_000
}

/// Who of several machines checks what.
package struct ShardPlan: Sendable {
  /// By the number of the machine, from 0, and then that of the spec: its piece; nil: it has none.
  package let pieces: [[SpecPiece?]]

  /// The largest spec first, each to the machine that has least so far. Only a spec that is larger than what is left of that machine's
  /// share, and not by little, is cut: what a spec is like has to be found out by everybody who has a piece of it.
  /// - Parameters:
  ///   - weights: Of the specs, each 1 or more.
  ///   - count: Of the machines, 1 or more.
  package init(weights: [Int], count: Int) {
    // In units of which a share is a whole number.
    let share = weights.reduce(0, +)
    var loads = Array(repeating: 0, count: count)
    var pieces = Array(repeating: [SpecPiece?](repeating: nil, count: weights.count), count: count)
    for spec in weights.indices.sorted(by: { (-weights[$0], $0) < (-weights[$1], $1) }) {
      let length = weights[spec] * count
      var start = 0
      while start < length {
        let machine = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) }!
        let (rest, room) = (length - start, share - loads[machine])
        let size = rest <= room + share / Self.tolerance ? rest : max(room, 1)
        pieces[machine][spec] = SpecPiece(range: start..<start + size, length: length)
        loads[machine] += size
        start += size
      }
    }
    self.pieces = pieces
  }

  /// A machine may have a quarter more than its share before a spec is cut.
  private static let tolerance = 4
}
