import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Pieces of the spec's code of which someone would like to know that they can never run.

/// A handler, an event or a branch.
package struct Piece: Sendable {
  package enum Form: Hashable, Sendable {
    case event, handler
    /// The code that runs where the condition is true, or false.
    case branch(condition: SourceRange, isTrue: Bool)
    /// An `async` block: that it never runs is said of what it stands in.
    case block
  }
  package let form: Form
  package let range: SourceRange
  /// The pieces that its code is laid out in; nil among them: some code that is no piece.
  package fileprivate(set) var callers: Set<Int?> = []
  /// It may run without a step that is known to begin it.
  package fileprivate(set) var isUnfollowed = false
  package init(form: Form, range: SourceRange) {
    self.form = form
    self.range = range
  }
}

/// The pieces that are laid out.
struct PieceTable {
  private var found: [Piece] = []
  /// Branches that some unit takes without saying so.
  private var unfollowed: Set<SourceRange> = []

  var all: [Piece] {
    found.map { piece in
      var piece = piece
      piece.isUnfollowed = unfollowed.contains(piece.range)
      return piece
    }
  }

  mutating func noteUnfollowed(_ branches: [SourceRange]) { unfollowed.formUnion(branches) }

  /// The number of the piece; it may be laid out several times.
  fileprivate mutating func number(_ form: Piece.Form, _ range: SourceRange, in caller: Int?) -> Int {
    let known = found.firstIndex { $0.form == form && $0.range == range }
    if known == nil { found.append(Piece(form: form, range: range)) }
    let number = known ?? found.count - 1
    found[number].callers.insert(caller)
    return number
  }
}

extension Lowerer {
  func piece(_ form: Piece.Form, _ range: SourceRange, in caller: Int?) -> Int { pieces.number(form, range, in: caller) }

  var uncalledHandlers: [SourceRange] {
    let called = Set(pieces.all.filter { $0.form == .handler }.map(\.range))
    let all = model.handlers.filter { nodesOfKind[$0.owner]?.isEmpty == false }.map(\.body.range)
    return all.filter { !called.contains($0) && isAppFile($0.file) }
  }
}

extension Flow {
  /// The next unit is where these begin.
  func begin(_ pieces: [Int]) {
    lowerer.unit.begins += pieces
    if pieces.count == 1 { piece = pieces[0] }
  }

  func inPiece(_ inner: Int?, _ body: () throws -> Void) rethrows {
    let outer = piece
    defer { piece = outer }
    piece = inner ?? outer
    try body()
  }

  /// The branches of an `if`, as pieces; nil for one that only leaves: it guards against what need not happen.
  func branchPieces(
    _ condition: Expression, isGuard: Bool, _ then: Block, _ otherwise: Block?
  ) -> (then: Int?, otherwise: Int?) {
    func branch(_ block: Block?, isTrue: Bool) -> Int? {
      guard let block, isOwnCode(condition.range), !block.onlyLeaves else { return nil }
      return lowerer.piece(.branch(condition: condition.range, isTrue: isTrue != isGuard), block.range, in: piece)
    }
    return (branch(then, isTrue: true), branch(otherwise, isTrue: false))
  }
}

extension Block {
  fileprivate var onlyLeaves: Bool {
    statements.allSatisfy { statement in
      switch statement.kind {
      case .returns, .throwing: true
      default: false
      }
    }
  }
}

extension LoweredModel {
  /// For each piece, states of which one comes before it first runs; where none can be reached, the piece never runs.
  ///
  /// Copies that are followed loosely are not looked into, so that a piece which they may run is taken for one that runs as
  /// soon as there are any. Pieces that no code begins are not asked about.
  package func beginnings() -> [Term?] {
    var ways: [[Term]] = pieces.map { _ in [] }
    for (index, automaton) in system.automata.enumerated() {
      for edge in automaton.edges where !edge.begins.isEmpty {
        let needed = edge.necessaryGuard(of: AutomatonIndex(index))
        let loose = looseCopies[index].map { Term.equal(.variable($0), .true) } ?? .false
        for piece in edge.begins { ways[piece].append(.any([needed, loose])) }
      }
    }
    return pieces.indices.map { piece in
      let isBegun = !ways[piece].isEmpty || lostPieces.contains(piece)
      return pieces[piece].isUnfollowed || !isBegun ? nil : .any(ways[piece])
    }
  }
}
