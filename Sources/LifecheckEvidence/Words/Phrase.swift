import LifecheckFormulas
import LifecheckSystem

/// A condition on states, cut down to what can be said in the words of a spec.
indirect enum Phrase: Hashable {
  case always(Bool)
  /// The slot has one of these values.
  case oneOf(Slot, Set<Int>)
  case time(TimePhrase)
  case all([Phrase])
  case any([Phrase])
  /// Too much for a sentence.
  case unsaid
}

/// A linear inequality: the sum of the left is less than (or equal to) that of the right, in milliseconds.
struct TimePhrase: Hashable {
  enum Relation: String, Hashable {
    case less = "<"
    case lessEqual = "<="
    case equal = "="
    case unequal = "is not"
    /// Read from right to left.
    var turned: String {
      switch self {
      case .less: ">"
      case .lessEqual: ">="
      case .equal, .unequal: rawValue
      }
    }
  }
  var left: [Summand]
  var right: [Summand]
  var relation: Relation

  struct Summand: Hashable {
    /// nil: the constant.
    var symbol: Formula?
    /// More than 0.
    var factor: Int
  }

  var negated: TimePhrase {
    switch relation {
    case .less: TimePhrase(left: right, right: left, relation: .lessEqual)
    case .lessEqual: TimePhrase(left: right, right: left, relation: .less)
    case .equal: TimePhrase(left: left, right: right, relation: .unequal)
    case .unequal: TimePhrase(left: left, right: right, relation: .equal)
    }
  }
}

extension Phrase {
  func negated(_ count: (Slot) -> Int) -> Phrase {
    switch self {
    case .always(let value): .always(!value)
    case .oneOf(let slot, let values): .oneOf(slot, Set(0..<count(slot)).subtracting(values))
    case .time(let time): .time(time.negated)
    case .all(let parts): .any(parts.map { $0.negated(count) })
    case .any(let parts): .all(parts.map { $0.negated(count) })
    case .unsaid: .unsaid
    }
  }

  /// Joined conditions, with what is said of one slot said once.
  static func join(_ parts: [Phrase], isConjunction: Bool, _ count: (Slot) -> Int) -> Phrase {
    var kept: [Phrase] = []
    for part in parts.flatMap({ isConjunction ? $0.conjuncts : $0.disjuncts }) {
      switch part {
      case .unsaid: return .unsaid
      case .always(let value):
        if value != isConjunction { return part }
      case .oneOf(let slot, let values):
        let known = kept.firstIndex { if case .oneOf(slot, _) = $0 { true } else { false } }
        if let known, case .oneOf(_, let others) = kept[known] {
          kept[known] = .oneOf(slot, isConjunction ? others.intersection(values) : others.union(values))
        } else {
          kept.append(part)
        }
      default: if !kept.contains(part) { kept.append(part) }
      }
    }
    kept = kept.map { $0.settled(count) }.filter { $0 != .always(isConjunction) }
    if kept.contains(.always(!isConjunction)) { return .always(!isConjunction) }
    return kept.isEmpty ? .always(isConjunction) : kept.count == 1 ? kept[0] : isConjunction ? .all(kept) : .any(kept)
  }

  private func settled(_ count: (Slot) -> Int) -> Phrase {
    guard case .oneOf(let slot, let values) = self else { return self }
    return values.isEmpty ? .always(false) : values.count == count(slot) ? .always(true) : self
  }

  var conjuncts: [Phrase] { if case .all(let parts) = self { parts } else { [self] } }
  var disjuncts: [Phrase] { if case .any(let parts) = self { parts } else { [self] } }
}
