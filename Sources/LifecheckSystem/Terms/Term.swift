import LifecheckDiagnostics

// The formula language of timed systems: small trees over finite variables, control locations, clocks and choices.

/// A whole number of milliseconds, at least 0 unless it is a difference.
package typealias Milliseconds = Int

/// Indexes into the tables of a `TimedSystem`.
package typealias VariableIndex = ID<StateVariable>
package typealias ClockIndex = ID<Clock>
package typealias ParameterIndex = ID<RigidParameter>
package typealias AutomatonIndex = ID<Automaton>
/// Index of a location within its automaton.
package typealias LocationIndex = ID<Location>
/// Index of a choice within its edge (`Edge.choices`).
package typealias ChoiceIndex = ID<Edge.Choice>

extension Edge {
  /// A choice of the adversary's: one of so many numbers.
  package enum Choice {}
}

/// An amount of time: a constant plus rigid parameters, in milliseconds. `15s - gap` is `15000 + (-1)·gap`.
package struct TimeBound: Hashable, Sendable {
  package struct Summand: Hashable, Sendable {
    package let parameter: ParameterIndex
    package let factor: Int
    package init(parameter: ParameterIndex, factor: Int) {
      self.parameter = parameter
      self.factor = factor
    }
  }
  package var constant: Milliseconds
  /// Sorted by parameter, no zero factors.
  package var summands: [Summand]
  package init(_ constant: Milliseconds, _ summands: [Summand] = []) {
    self.constant = constant
    self.summands = summands
  }
  package static func + (a: TimeBound, b: TimeBound) -> TimeBound {
    var factors: [ParameterIndex: Int] = [:]
    for summand in a.summands + b.summands { factors[summand.parameter, default: 0] += summand.factor }
    let summands = factors.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    return TimeBound(a.constant + b.constant, summands.map { Summand(parameter: $0.key, factor: $0.value) })
  }
  package func scaled(by factor: Int) -> TimeBound {
    if factor == 0 { return TimeBound(0) }
    return TimeBound(
      constant * factor, summands.map { Summand(parameter: $0.parameter, factor: $0.factor * factor) })
  }
}

package enum Comparison: String, Hashable, Sendable {
  case less = "<"
  case lessEqual = "<="
  case equal = "=="
  case greaterEqual = ">="
  case greater = ">"
}

extension Comparison {
  @inlinable package func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch self {
    case .less: a < b
    case .lessEqual: a <= b
    case .equal: a == b
    case .greaterEqual: a >= b
    case .greater: a > b
    }
  }
}

/// A value of a finite domain is a whole number: 0/1 for Booleans, the case's index for enumerations,
/// 0 for none and 1… for references.
package indirect enum Term: Hashable, Sendable {
  /// A constant. `true` is 1, `false` is 0.
  case constant(Int)
  case variable(VariableIndex)
  /// A choice of the adversary on the edge in which this stands; only inside `Edge.body`.
  case choice(ChoiceIndex)
  /// The automaton is at one of these locations (sorted).
  case at(AutomatonIndex, [LocationIndex])
  /// `clock ⋈ bound`
  case clock(ClockIndex, Comparison, TimeBound)
  /// `bound ⋈ 0`, over rigid parameters only.
  case bound(TimeBound, Comparison)
  case not(Term)
  /// Empty: true.
  case and([Term])
  /// Empty: false.
  case or([Term])
  /// `a ⋈ b` on whole numbers.
  case compare(Comparison, Term, Term)
  case add(Term, Term)
  case subtract(Term, Term)
  case ifThenElse(Term, Term, Term)

  package static let `true` = Term.constant(1)
  package static let `false` = Term.constant(0)
}

extension Term {
  package static func equal(_ a: Term, _ b: Term) -> Term {
    if case .constant(let x) = a, case .constant(let y) = b { return .constant(x == y ? 1 : 0) }
    return .compare(.equal, a, b)
  }
  /// `a ⋈ b`, decided where both are constants.
  package static func folded(_ comparison: Comparison, _ a: Term, _ b: Term) -> Term {
    guard case .constant(let x) = a, case .constant(let y) = b else { return .compare(comparison, a, b) }
    return comparison.holds(x, y) ? .true : .false
  }
  /// Conjunction with the obvious simplifications.
  package static func all(_ terms: [Term]) -> Term {
    var parts: [Term] = []
    for term in terms {
      switch term {
      case .true: continue
      case .false: return .false
      case .and(let inner): parts += inner
      default: parts.append(term)
      }
    }
    return parts.isEmpty ? .true : parts.count == 1 ? parts[0] : .and(parts)
  }
  /// Disjunction with the obvious simplifications.
  package static func any(_ terms: [Term]) -> Term {
    var parts: [Term] = []
    for term in terms {
      switch term {
      case .false: continue
      case .true: return .true
      case .or(let inner): parts += inner
      default: parts.append(term)
      }
    }
    return parts.isEmpty ? .false : parts.count == 1 ? parts[0] : .or(parts)
  }
  package var negated: Term {
    switch self {
    case .constant(let value): .constant(value == 0 ? 1 : 0)
    case .not(let inner): inner
    default: .not(self)
    }
  }
  /// `condition ? a : b` with the obvious simplifications.
  package static func choose(_ condition: Term, _ a: Term, _ b: Term) -> Term {
    switch condition {
    case .true: a
    case .false: b
    default: a == b ? a : .ifThenElse(condition, a, b)
    }
  }
}
