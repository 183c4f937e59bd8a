import LifecheckDiagnostics
import LifecheckSystem

/// The content of one step of a story.
struct Moment {
  /// That of the trace's step.
  var number: Int
  var time: RationalTime
  var line: EdgeLabel.Line?
  /// Nil for what goes on meanwhile.
  var edge: EdgeReference?
  /// Who is at it, and where; nil: nobody.
  var place: (automaton: AutomatonIndex, location: LocationIndex)?
  var changes = Changes()
  /// The variables that change before the line, and not by its doing: the platform sets its state, and calls the app's code.
  var before: Set<VariableIndex> = []

  /// The variables that the line itself changes.
  var doing: Set<VariableIndex> { changes.variables.subtracting(before) }

  /// Something has come before it that is told with it.
  mutating func begin(with earlier: Changes) {
    before.formUnion(earlier.variables)
    var all = earlier
    all.add(changes)
    changes = all
  }

  func isOwn(_ platformFiles: Set<FileID>) -> Bool { line.map { !platformFiles.contains($0.origin.file) } ?? false }
}

/// Code of the app that waits, or work of its that is under way.
struct Unfinished {
  var automaton: AutomatonIndex
  var location: LocationIndex
  var line: EdgeLabel.Line

  func moment(at time: RationalTime, number: Int) -> Moment {
    Moment(number: number, time: time, line: line, place: (automaton, location))
  }
}

/// The steps so far.
struct ToldMoments {
  var moments: [Moment] = []
  /// The changes without a word that no step at that instant has told yet.
  var pending: Moment?

  /// Time passes, or the run ends: what is pending becomes a step of its own.
  mutating func settle() {
    if let open = pending { moments.append(open) }
    pending = nil
  }

  mutating func takePending(into next: inout Moment) {
    if let open = pending { next.begin(with: open.changes) }
    pending = nil
  }
}

/// The first and the last value of each variable that has had several, or was set to what it was.
struct Changes {
  private var values: [Int: (from: Int, to: Int)] = [:]

  mutating func add(from before: State, to after: State) {
    for (index, pair) in zip(before.variables, after.variables).enumerated() where pair.0 != pair.1 {
      values[index] = (values[index]?.from ?? pair.0, pair.1)
    }
  }

  mutating func add(_ later: Changes) {
    for (index, value) in later.values { values[index] = (values[index]?.from ?? value.from, value.to) }
    kept.merge(later.kept) { $1 }
  }

  /// The variables that are set to the value that they have: a reader of the line may expect another.
  private var kept: [Int: Int] = [:]

  mutating func forget(_ variables: Set<VariableIndex>) {
    values = values.filter { !variables.contains(VariableIndex($0.key)) }
  }

  mutating func keep(_ variable: VariableIndex, _ value: Int) { kept[variable.index] = value }

  var all: [(index: Int, from: Int, to: Int)] {
    Set(values.keys).union(kept.keys).sorted().compactMap { index in
      if let value = values[index] { return value.from == value.to ? nil : (index, value.from, value.to) }
      return kept[index].map { (index, $0, $0) }
    }
  }
  var variables: Set<VariableIndex> { Set(all.filter { $0.from != $0.to }.map { VariableIndex($0.index) }) }
}

// MARK: What automata say of themselves

extension Pause {
  /// Said of code that has not come further.
  /// - Parameter isFrozen: Its thread may be free, and it could not go on there.
  func words(isFrozen: Bool) -> String {
    switch self {
    case .turn: isFrozen ? "this waits until the app goes on" : "this still waits for its turn"
    case .condition: "this still waits"
    case .lock(let lock): "still waiting for `\(lock)`"
    case .work(let work): "`\(work)` is not over yet"
    }
  }
}

extension Action {
  /// The variable that it sets, if it sets one.
  var assigned: VariableIndex? { if case .assign(let variable, _, _) = kind { variable } else { nil } }
}

extension Edge {
  /// The variables that the statement sets, or of which it sets one, in order.
  func assigned(at origin: SourceRange) -> [VariableIndex] {
    let found = body.compactMap { $0.origin == origin ? $0.assigned : nil }
    return Set(found).sorted()
  }

  /// Whether it gives the variable a value that is not known beforehand.
  func computes(_ variable: VariableIndex) -> Bool {
    body.contains { action in
      guard case .assign(variable, let value, _) = action.kind else { return false }
      if case .constant = value { return false }
      return true
    }
  }
}
