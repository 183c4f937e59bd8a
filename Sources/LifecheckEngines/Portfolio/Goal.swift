import LifecheckFormulas
import LifecheckSystem

/// A condition on states, in terms of the timed system and as a formula of its encoding.
struct Goal {
  let meaning: Term
  let formula: Formula
}
