import LifecheckSolver

/// The outcome of checking a certificate with the solver.
package enum CertificateCheck: Hashable, Sendable {
  /// Every query is answered `unsat`.
  case holds
  /// This query has another answer: the argument is wrong.
  case fails(query: Int, about: String)
  /// The solver does not settle this query.
  case open(query: Int, about: String)
  case outOfTime(query: Int)
  /// The solver cannot read the file.
  case unreadable(String)
}

extension CertificateForm {
  /// Has Z3 answer every query, in a fresh context that knows nothing but the text.
  /// - Parameter patience: For all queries together; nil: no limit.
  package func check(patience: Duration?) throws(SolverError) -> CertificateCheck {
    let end = patience.map { ContinuousClock.now + $0 }
    let session = try ScriptSession()
    if let problem = Self.problem(try session.evaluate(definitions)) { return .unreadable(problem) }
    var number = 0
    for item in queries.flatMap(\.items) {
      guard case .query(let about, _) = item else {
        if let problem = Self.problem(try session.evaluate(item.commands)) { return .unreadable(problem) }
        continue
      }
      number += 1
      let left = end.map { Self.milliseconds($0 - .now) }
      if let left, left <= 0 { return .outOfTime(query: number) }
      let limit = left.map { "(set-option :timeout \($0))\n" } ?? ""
      let answer = try session.evaluate(limit + item.commands)
      switch answer.filter({ $0 != "\n" }) {
      case "unsat": continue
      case "sat": return .fails(query: number, about: about)
      case "unknown": return end.map { .now >= $0 } ?? false ? .outOfTime(query: number) : .open(query: number, about: about)
      default: return .unreadable(answer)
      }
    }
    return .holds
  }

  /// Definitions print nothing unless they are wrong.
  private static func problem(_ output: String) -> String? { output.allSatisfy { $0 == "\n" } ? nil : output }

  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
