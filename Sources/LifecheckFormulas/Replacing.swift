/// Formulas whose symbols are replaced again and again, by other formulas each time.
///
/// A step changes few of many symbols, so only what lies above a replaced symbol is made anew.
package struct Replacing {
  private let roots: [Formula]
  /// For each formula that the roots are made of, by its index: those that it is a direct part of.
  private var users: [[Int32]]
  /// For each formula, by its index, its direct parts: side by side in `parts`.
  private var firstParts: [Int32]
  private var parts: [Int32] = []
  /// By a formula's index, what becomes of it. −1: it stays. −2: it is still to be made.
  private var results: [Int32]

  package init(in roots: [Formula], of bank: FormulaBank) {
    self.roots = roots
    let count = (roots.max()?.index ?? -1) + 1
    users = Array(repeating: [], count: count)
    results = Array(repeating: -1, count: count)
    firstParts = Array(repeating: 0, count: count + 1)
    var next = 0
    for formula in bank.reachable(from: roots) {
      while next <= formula.index {
        firstParts[next] = Int32(parts.count)
        next += 1
      }
      for child in bank.children(of: formula) {
        parts.append(Int32(child.index))
        users[child.index].append(Int32(formula.index))
      }
    }
    while next <= count {
      firstParts[next] = Int32(parts.count)
      next += 1
    }
  }

  /// The result of the replacement for each root, simplified; nil for those that speak of no replaced symbol.
  /// - Parameter replacements: Of symbols.
  package mutating func replacing(_ replacements: [Formula: Formula], in bank: inout FormulaBank) -> [Formula?] {
    let affected = above(replacements.keys)
    for index in affected {
      let formula = Formula(Int(index))
      let isReplaced = firstParts[Int(index)] == firstParts[Int(index) + 1]
      results[Int(index)] = Int32((isReplaced ? replacements[formula]! : rebuilt(formula, in: &bank)).index)
    }
    defer { for index in affected { results[Int(index)] = -1 } }
    return roots.map { results[$0.index] < 0 ? nil : Formula(Int(results[$0.index])) }
  }

  private func rebuilt(_ formula: Formula, in bank: inout FormulaBank) -> Formula {
    var isSame = true
    for place in firstParts[formula.index]..<firstParts[formula.index + 1] where isSame {
      let part = parts[Int(place)]
      isSame = results[Int(part)] < 0 || results[Int(part)] == part
    }
    return isSame ? formula : bank.rebuild(bank[formula]) { result(of: $0) }
  }

  private func result(of formula: Formula) -> Formula {
    let result = results[formula.index]
    return result < 0 ? formula : Formula(Int(result))
  }

  /// The indexes of these symbols and of all that is made of them. A formula is made after its parts, so they come first.
  private mutating func above(_ symbols: some Sequence<Formula>) -> [Int32] {
    var found = symbols.filter { $0.index < users.count }.map { Int32($0.index) }
    for symbol in found { results[Int(symbol)] = -2 }
    var next = 0
    while next < found.count {
      for user in users[Int(found[next])] where results[Int(user)] == -1 {
        results[Int(user)] = -2
        found.append(user)
      }
      next += 1
    }
    return found.sorted()
  }
}
