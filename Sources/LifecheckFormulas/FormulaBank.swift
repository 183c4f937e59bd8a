import LifecheckSystem

/// A node of a formula bank; equal formulas of one bank are the same node.
package struct Formula: Hashable, Comparable, Sendable {
  package let index: Int
  package init(_ index: Int) { self.index = index }
  package static func < (a: Self, b: Self) -> Bool { a.index < b.index }
}

/// Hash-consed formulas over Boolean and real constants (in the sense of logic: named unknowns).
///
/// A node is always made after its children, so ascending indexes are a topological order. Walks over formulas use
/// that instead of recursion: formulas of large networks are deep, and threads have small stacks.
package struct FormulaBank: Sendable {
  package enum Node: Hashable, Sendable {
    case bool(Bool)
    /// Milliseconds.
    case real(Int)
    /// A named unknown.
    case symbol(Symbol)
    case not(Formula)
    case and([Formula])
    case or([Formula])
    case iff(Formula, Formula)
    /// On Booleans or reals.
    case ifThenElse(Formula, Formula, Formula)
    case lessEqual(Formula, Formula)
    case less(Formula, Formula)
    case equalReal(Formula, Formula)
    case add([Formula])
    case scale(Int, Formula)
  }
  package struct Symbol: Hashable, Sendable {
    package enum Sort: Hashable, Sendable { case bool, real }
    package let index: Int
    package let sort: Sort
  }
  package private(set) var nodes: [Node] = []
  package private(set) var symbolNames: [String] = []
  private var known: [Node: Formula] = [:]

  package let `true`: Formula
  package let `false`: Formula
  package let zero: Formula

  package init() {
    self.true = Formula(0)
    self.false = Formula(1)
    self.zero = Formula(2)
    nodes = [.bool(true), .bool(false), .real(0)]
    for (index, node) in nodes.enumerated() { known[node] = Formula(index) }
  }

  package subscript(formula: Formula) -> Node { nodes[formula.index] }

  /// The node as it is given, without simplification.
  package mutating func make(_ node: Node) -> Formula {
    if let formula = known[node] { return formula }
    let formula = Formula(nodes.count)
    nodes.append(node)
    known[node] = formula
    return formula
  }

  /// A new unknown.
  package mutating func symbol(_ name: String, _ sort: Symbol.Sort) -> Formula {
    symbolNames.append(name)
    return make(.symbol(Symbol(index: symbolNames.count - 1, sort: sort)))
  }

  package func children(of formula: Formula) -> [Formula] {
    switch self[formula] {
    case .bool, .real, .symbol: []
    case .not(let a), .scale(_, let a): [a]
    case .and(let parts), .or(let parts), .add(let parts): parts
    case .iff(let a, let b), .lessEqual(let a, let b), .less(let a, let b), .equalReal(let a, let b): [a, b]
    case .ifThenElse(let a, let b, let c): [a, b, c]
    }
  }

  /// The formulas that `roots` are made of and for which `isKnown` does not hold, children first.
  package func reachable(from roots: [Formula], unless isKnown: (Formula) -> Bool = { _ in false }) -> [Formula] {
    var seen: Set<Formula> = []
    var pending = roots
    while let formula = pending.popLast() {
      if isKnown(formula) || !seen.insert(formula).inserted { continue }
      pending += children(of: formula)
    }
    return seen.sorted()
  }
}

extension FormulaBank {
  /// The unknowns that a formula speaks of.
  package func symbols(in formula: Formula) -> Set<Formula> {
    Set(reachable(from: [formula]).filter { if case .symbol = self[$0] { true } else { false } })
  }

  /// The conjuncts of a formula, also nested ones; the formula itself if it is no conjunction.
  package func conjuncts(of formula: Formula) -> [Formula] {
    if case .and(let parts) = self[formula] { return parts.flatMap(conjuncts) }
    return [formula]
  }
}

// MARK: Constructors that simplify

extension FormulaBank {
  package func constant(_ value: Bool) -> Formula { value ? self.true : self.false }

  package mutating func real(_ milliseconds: Int) -> Formula { make(.real(milliseconds)) }

  package mutating func not(_ a: Formula) -> Formula {
    switch self[a] {
    case .bool(let value): constant(!value)
    case .not(let inner): inner
    default: make(.not(a))
    }
  }

  package mutating func and(_ a: Formula, _ b: Formula) -> Formula { and([a, b]) }
  package mutating func or(_ a: Formula, _ b: Formula) -> Formula { or([a, b]) }
  package mutating func implies(_ a: Formula, _ b: Formula) -> Formula { or([not(a), b]) }

  package mutating func and(_ parts: [Formula]) -> Formula {
    guard let kept = junction(parts, isConjunction: true) else { return self.false }
    return kept.isEmpty ? self.true : kept.count == 1 ? kept[0] : make(.and(kept))
  }

  package mutating func or(_ parts: [Formula]) -> Formula {
    guard let kept = junction(parts, isConjunction: false) else { return self.true }
    return kept.isEmpty ? self.false : kept.count == 1 ? kept[0] : make(.or(kept))
  }

  /// The parts of a conjunction (or disjunction), flattened where small, sorted, without neutral or repeated ones;
  /// nil if one part decides it.
  private func junction(_ parts: [Formula], isConjunction: Bool) -> [Formula]? {
    /// Larger inner junctions stay shared nodes instead of being copied into every user.
    let flatteningLimit = 8
    var kept: [Formula] = []
    for part in parts {
      switch self[part] {
      case .bool(let value):
        if value != isConjunction { return nil }
      case .and(let inner) where isConjunction && inner.count <= flatteningLimit: kept += inner
      case .or(let inner) where !isConjunction && inner.count <= flatteningLimit: kept += inner
      default: kept.append(part)
      }
    }
    kept.sort()
    var unique: [Formula] = []
    for part in kept where unique.last != part { unique.append(part) }
    for part in unique {
      if case .not(let inner) = self[part], Self.contains(unique, inner) { return nil }
    }
    return unique
  }

  /// Whether the formula is among others that are sorted.
  private static func contains(_ sorted: [Formula], _ formula: Formula) -> Bool {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < formula { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == formula
  }

  package mutating func iff(_ a: Formula, _ b: Formula) -> Formula {
    if a == b { return self.true }
    if case .bool(let value) = self[a] { return value ? b : not(b) }
    if case .bool(let value) = self[b] { return value ? a : not(a) }
    if not(a) == b { return self.false }
    return make(.iff(min(a, b), max(a, b)))
  }

  package mutating func ifThenElse(_ condition: Formula, _ a: Formula, _ b: Formula) -> Formula {
    if a == b { return a }
    switch self[condition] {
    case .bool(let value): return value ? a : b
    case .not(let inner): return ifThenElse(inner, b, a)
    default: break
    }
    if a == self.true || a == condition { return or(condition, b) }
    if b == self.false || b == condition { return and(condition, a) }
    if a == self.false { return and(not(condition), b) }
    if b == self.true { return or(not(condition), a) }
    return make(.ifThenElse(condition, a, b))
  }

  package mutating func add(_ parts: [Formula]) -> Formula {
    var constant = 0
    var kept: [Formula] = []
    for part in parts {
      if case .real(let value) = self[part] { constant += value } else { kept.append(part) }
    }
    if constant != 0 || kept.isEmpty { kept.append(real(constant)) }
    return kept.count == 1 ? kept[0] : make(.add(kept.sorted()))
  }

  package mutating func scale(_ factor: Int, _ a: Formula) -> Formula {
    switch (factor, self[a]) {
    case (0, _): zero
    case (1, _): a
    case (_, .real(let value)): real(factor * value)
    default: make(.scale(factor, a))
    }
  }

  package mutating func compare(_ comparison: Comparison, _ a: Formula, _ b: Formula) -> Formula {
    if case .real(let x) = self[a], case .real(let y) = self[b] { return constant(comparison.holds(x, y)) }
    return switch comparison {
    case .less: make(.less(a, b))
    case .lessEqual: make(.lessEqual(a, b))
    case .equal: make(.equalReal(min(a, b), max(a, b)))
    case .greaterEqual: make(.lessEqual(b, a))
    case .greater: make(.less(b, a))
    }
  }
}

// MARK: Evaluation and copies

/// The value of a symbol or formula in a model.
package enum ModelValue: Hashable, Sendable {
  case bool(Bool)
  case real(RationalTime)

  package var isTrue: Bool { self == .bool(true) }
  package var time: RationalTime {
    guard case .real(let value) = self else { preconditionFailure("a Boolean is not a time") }
    return value
  }
}

/// A time cannot be counted with: its exact value does not fit.
package struct TimeOverflow: Error {}

extension FormulaBank {
  /// The values of `formulas` where each symbol has the value that `value` gives.
  /// - Throws: where a sum or product of times does not fit.
  package func evaluate(_ formulas: [Formula], _ value: (Formula) -> ModelValue) throws(TimeOverflow) -> [ModelValue] {
    var values: [Formula: ModelValue] = [:]
    for formula in reachable(from: formulas) {
      func truth(_ a: Formula) -> Bool { values[a]!.isTrue }
      func time(_ a: Formula) -> RationalTime { values[a]!.time }
      func real(_ time: RationalTime?) throws(TimeOverflow) -> ModelValue {
        guard let time else { throw TimeOverflow() }
        return .real(time)
      }
      values[formula] =
        switch self[formula] {
        case .bool(let constant): .bool(constant)
        case .real(let constant): .real(RationalTime(constant))
        case .symbol: value(formula)
        case .not(let a): .bool(!truth(a))
        case .and(let parts): .bool(parts.allSatisfy(truth))
        case .or(let parts): .bool(parts.contains(where: truth))
        case .iff(let a, let b): .bool(truth(a) == truth(b))
        case .ifThenElse(let a, let b, let c): truth(a) ? values[b]! : values[c]!
        case .lessEqual(let a, let b): .bool(time(a) <= time(b))
        case .less(let a, let b): .bool(time(a) < time(b))
        case .equalReal(let a, let b): .bool(time(a) == time(b))
        case .add(let parts): try real(parts.reduce(RationalTime.zero) { $0?.adding(time($1)) })
        case .scale(let factor, let a): try real(time(a).multiplied(by: factor))
        }
    }
    return formulas.map { values[$0]! }
  }

  /// Copies a formula of another bank into this one, with its symbols replaced.
  /// - Returns: nil if `symbol` has no counterpart for a symbol that occurs.
  package mutating func copy(_ formula: Formula, from other: FormulaBank, symbol: (Formula) -> Formula?) -> Formula? {
    var copies: [Formula: Formula] = [:]
    for source in other.reachable(from: [formula]) {
      if case .symbol = other[source] {
        guard let counterpart = symbol(source) else { return nil }
        copies[source] = counterpart
      } else {
        copies[source] = rebuild(other[source]) { copies[$0]! }
      }
    }
    return copies[formula]
  }

  /// The formulas with symbols replaced all at once, simplified. `Replacing` is for many replacements in the same formulas.
  package mutating func replacing(_ replacements: [Formula: Formula], in formulas: [Formula]) -> [Formula] {
    var results: [Formula: Formula] = [:]
    for part in reachable(from: formulas) {
      let isSame = children(of: part).allSatisfy { results[$0] == $0 }
      results[part] = replacements[part] ?? (isSame ? part : rebuild(self[part]) { results[$0]! })
    }
    return formulas.map { results[$0]! }
  }

  /// The node over other children.
  package mutating func rebuild(_ node: Node, _ child: (Formula) -> Formula) -> Formula {
    switch node {
    case .bool(let value): constant(value)
    case .real(let value): real(value)
    case .symbol: make(node)
    case .not(let a): not(child(a))
    case .and(let parts): and(parts.map(child))
    case .or(let parts): or(parts.map(child))
    case .iff(let a, let b): iff(child(a), child(b))
    case .ifThenElse(let a, let b, let c): ifThenElse(child(a), child(b), child(c))
    case .lessEqual(let a, let b): compare(.lessEqual, child(a), child(b))
    case .less(let a, let b): compare(.less, child(a), child(b))
    case .equalReal(let a, let b): compare(.equal, child(a), child(b))
    case .add(let parts): add(parts.map(child))
    case .scale(let factor, let a): scale(factor, child(a))
    }
  }
}
