import LifecheckFormulas
import LifecheckSystem

/// Writes conditions so that no choice between two times stands inside of a comparison: `(c ? x : y) ≤ 5` becomes
/// `c ? x ≤ 5 : y ≤ 5`.
struct ChoicesOfTimes {
  /// The rewritten form of each formula that was met so far.
  private var written: [Formula: Formula] = [:]

  /// - Parameter bank: The same one each time, which may have grown.
  mutating func lifted(_ formula: Formula, in bank: inout FormulaBank) -> Formula {
    for part in bank.reachable(from: [formula], unless: { written[$0] != nil }) {
      written[part] = written[part] ?? lifted(part: part, in: &bank)
    }
    return written[formula]!
  }

  /// - Precondition: All that the part is made of is written.
  private mutating func lifted(part: Formula, in bank: inout FormulaBank) -> Formula {
    switch bank[part] {
    case .bool, .symbol, .real, .add, .scale: part
    case .lessEqual, .less, .equalReal: split(part, in: &bank)
    case .not, .and, .or, .iff: rewritten(part, in: &bank)
    case .ifThenElse: bank.isTime(part) ? part : rewritten(part, in: &bank)
    }
  }

  private func rewritten(_ part: Formula, in bank: inout FormulaBank) -> Formula {
    if bank.children(of: part).allSatisfy({ written[$0] == $0 }) { return part }
    return bank.rebuild(bank[part]) { written[$0]! }
  }

  private mutating func split(_ comparison: Formula, in bank: inout FormulaBank) -> Formula {
    if let known = written[comparison] { return known }
    guard let choice = bank.outermostChoice(in: bank.children(of: comparison)),
      case .ifThenElse(let condition, let a, let b) = bank[choice]
    else { return comparison }
    let first = split(bank.rebuilt(comparison, with: a, for: choice), in: &bank)
    let second = split(bank.rebuilt(comparison, with: b, for: choice), in: &bank)
    let result = bank.ifThenElse(written[condition]!, first, second)
    written[comparison] = result
    return result
  }
}

extension FormulaBank {
  fileprivate func isTime(_ formula: Formula) -> Bool {
    switch self[formula] {
    case .real, .add, .scale: true
    case .symbol(let symbol): symbol.sort == .real
    case .ifThenElse(_, let a, _): isTime(a)
    default: false
    }
  }

  /// The first choice that is no part of another one.
  fileprivate func outermostChoice(in times: [Formula]) -> Formula? {
    for time in times {
      switch self[time] {
      case .ifThenElse: return time
      case .add, .scale: if let found = outermostChoice(in: children(of: time)) { return found }
      default: continue
      }
    }
    return nil
  }

  /// A comparison with one of two times in place of the choice between them.
  fileprivate mutating func rebuilt(_ comparison: Formula, with time: Formula, for choice: Formula) -> Formula {
    let parts = children(of: comparison)
    let replaced = parts.map { replacing(choice, with: time, in: $0) }
    return rebuild(self[comparison]) { replaced[parts.firstIndex(of: $0)!] }
  }

  private mutating func replacing(_ choice: Formula, with time: Formula, in sum: Formula) -> Formula {
    if sum == choice { return time }
    switch self[sum] {
    case .add(let parts): return add(parts.map { replacing(choice, with: time, in: $0) })
    case .scale(let factor, let part): return scale(factor, replacing(choice, with: time, in: part))
    default: return sum
    }
  }
}
