/// The solver itself broke. A limit that was reached is an answer, not an error.
package enum SolverError: Error, Hashable, Sendable {
  case outOfMemory
  /// A call failed, with the solver's own words.
  case failed(String)
  /// An answer has a number without room in 64 bits; others may still come.
  case numberTooLarge
}

package enum SolverAnswer: Hashable, Sendable {
  case satisfiable
  case unsatisfiable
  case unknown(StopReason)
}

/// Why a question was left open.
package enum StopReason: Hashable, Sendable {
  case interrupted
  /// The given number of solver steps was used up.
  case effort
  case memory
  /// A number came up without room in 64 bits.
  case numberTooLarge
  /// The solver gave up for a reason of its own.
  case gaveUp(String)

  /// For those who ask what became of a question.
  package var outcome: String {
    switch self {
    case .interrupted: "stopped"
    case .effort: "its steps were used up"
    case .memory: "its memory was used up"
    case .numberTooLarge: "a number grew too large"
    case .gaveUp(let words): "it gave up: \(words)"
    }
  }
}
