/// Why the execution of a body stands still.
enum Stop {
  /// At its end.
  case arrived
  /// An assumption fails, or a value leaves its domain: the edge cannot be taken like this.
  case failed(action: Int)
  /// It depends on something in the term that is open.
  case open(TermProgram.Index, action: Int)
  /// A clock starts anew, which is for the caller to do.
  case reset(clock: Int, action: Int)
}

/// A state while an edge is executed, and what has been chosen and decided on the way.
///
/// Nothing in it is counted: exploration does little else than `advance`.
struct Frame {
  let values: UnsafeMutableBufferPointer<UInt16>
  /// −1: not chosen yet.
  let choices: UnsafeMutableBufferPointer<Int>
  /// For each atom, whether it holds here; −1: not asked yet.
  let decided: UnsafeMutableBufferPointer<Int8>
  private let domains: UnsafeBufferPointer<Int>
  private let code: TermCode

  init(_ program: ExplorationProgram) {
    code = program.code
    values = .allocate(capacity: program.stateWidth)
    choices = .allocate(capacity: program.mostChoices)
    decided = .allocate(capacity: program.terms.atoms.count)
    domains = copy(of: program.domains)
    values.initialize(repeating: 0)
    choices.initialize(repeating: -1)
    decided.initialize(repeating: -1)
  }

  func deallocate() {
    values.deallocate()
    choices.deallocate()
    decided.deallocate()
    domains.deallocate()
  }

  var known: TermCode.Known {
    TermCode.Known(choices: UnsafeBufferPointer(choices), decided: UnsafeBufferPointer(decided))
  }

  private func value(_ term: TermProgram.Index) -> Int { code.evaluate(term, UnsafeBufferPointer(values), known) }

  /// Executes the body from one of its actions on, as far as everything is known.
  func advance(_ edge: EdgeCode, from start: Int) -> Stop {
    for action in start..<edge.actions.count {
      switch edge.actions[action] {
      case .assume(let term):
        let holds = value(term)
        if holds == TermProgram.unknown { return .open(term, action: action) }
        if holds == 0 { return .failed(action: action) }
      case .bind(let choice, let offset, let term):
        let value = value(term)
        if value == TermProgram.unknown { return .open(term, action: action) }
        guard bind(choice, to: value - offset, edge) else { return .failed(action: action) }
      case .assign(let slot, let term, let condition):
        let test = value(condition)
        if test == 0 { break }
        let result = value(term)
        if result == values[slot] { break }
        if test == TermProgram.unknown { return .open(condition, action: action) }
        if result == TermProgram.unknown { return .open(term, action: action) }
        guard result >= 0, result < domains[slot] else { return .failed(action: action) }
        values[slot] = UInt16(result)
      case .move(let slot, let place, let condition):
        let test = value(condition)
        if test == 0 || values[slot] == place { break }
        if test == TermProgram.unknown { return .open(condition, action: action) }
        values[slot] = place
      case .reset(let clock, let condition):
        let test = value(condition)
        if test == TermProgram.unknown { return .open(condition, action: action) }
        if test != 0 { return .reset(clock: clock, action: action) }
      }
    }
    values[edge.slot] = edge.target
    return .arrived
  }

  /// - Returns: Whether the choice can be, or is already, this value.
  private func bind(_ choice: Int, to value: Int, _ edge: EdgeCode) -> Bool {
    if choices[choice] >= 0 { return choices[choice] == value }
    guard value >= 0, value < edge.choices[choice] else { return false }
    choices[choice] = value
    return true
  }
}
