import LifecheckChecking
import LifecheckSystem

extension Certificate {
  /// The claim in which an audit is to look for mistakes.
  /// - Parameter goal: What the proof excludes, as it was asked and not as it was encoded.
  package func claimed(excluding goal: Term) -> Claim {
    Claim(encoded: encoded, formula: claim, isInductive: k == 1, goals: [goal])
  }
}

/// The claims of all proofs among some results, each once; with each result the goal that was asked.
package func claims(of results: [(goal: Term, result: SafetyResult)]) -> [Claim] {
  var claims: [Claim] = []
  for (goal, result) in results {
    guard case .safe(let certificate) = result else { continue }
    let claim = certificate.claimed(excluding: goal)
    if let known = claims.firstIndex(where: claim.isSame) {
      claims[known].goals += claim.goals
    } else {
      claims.append(claim)
    }
  }
  return claims
}
