import LifecheckEncoding
import LifecheckFormulas
import LifecheckSystem

/// Why a goal can never be reached: a claim about states that excludes it and is k-inductive.
///
/// That is: the claim holds in the first k states of every run; and where it holds in k states in a row, it holds in the
/// next. For k = 1 it is an inductive invariant. Whatever engine found it, it is confirmed in the same way.
package struct Certificate: Sendable {
  package let encoded: EncodedSystem
  /// Over current variables.
  package let goal: Formula
  /// Over current variables.
  package let claim: Formula
  /// At least 1.
  package let k: Int
  package let engine: EngineName
  package init(encoded: EncodedSystem, goal: Formula, claim: Formula, k: Int, engine: EngineName) {
    self.encoded = encoded
    self.goal = goal
    self.claim = claim
    self.k = k
    self.engine = engine
  }
}

package enum EngineName: String, Hashable, Sendable {
  case boundedModelChecking = "BMC"
  case kInduction = "k-induction"
  case reachability = "PDR"
  /// Clauses that are inductive relative to each other.
  case ic3 = "IC3"
  /// Explicit exploration with zones, and an invariant learned from it.
  case exploration = "exploration"
  /// An earlier run of the program, whichever engine it was then.
  case kept = "cache"
}
