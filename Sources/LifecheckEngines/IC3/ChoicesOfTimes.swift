import LifecheckSystem

extension FormulaBank {
  /// The same condition where no choice between two times stands inside of a comparison: `(c ? x : y) ≤ 5` is
  /// `c ? x ≤ 5 : y ≤ 5`.
  mutating func withoutChoicesOfTimes(_ formula: Formula) -> Formula {
    while let (comparison, choice) = comparisonOverChoice(in: formula) {
      guard case .ifThenElse(let condition, let a, let b) = self[choice] else { return formula }
      var inside = Replacing(in: [comparison], of: self)
      let first = inside.replacing([choice: a], in: &self)[0] ?? comparison
      let second = inside.replacing([choice: b], in: &self)[0] ?? comparison
      let split = ifThenElse(condition, first, second)
      if formula == comparison { return withoutChoicesOfTimes(split) }
      var outside = Replacing(in: [formula], of: self)
      return withoutChoicesOfTimes(outside.replacing([comparison: split], in: &self)[0] ?? formula)
    }
    return formula
  }

  private func comparisonOverChoice(in formula: Formula) -> (comparison: Formula, choice: Formula)? {
    for part in reachable(from: [formula]) {
      switch self[part] {
      case .lessEqual(let a, let b), .less(let a, let b), .equalReal(let a, let b):
        let choice = reachable(from: [a, b]).first { if case .ifThenElse = self[$0] { true } else { false } }
        if let choice { return (part, choice) }
      default: continue
      }
    }
    return nil
  }
}
