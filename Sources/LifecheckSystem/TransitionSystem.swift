/// A node of a formula bank; equal formulas of one bank are the same node.
package struct Formula: Hashable, Comparable, Sendable {
  package let index: Int
  package init(_ index: Int) { self.index = index }
  package static func < (a: Self, b: Self) -> Bool { a.index < b.index }
}

/// Hash-consed formulas over Boolean and real constants (in the sense of logic: named unknowns).
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
  package init() {}

  package subscript(formula: Formula) -> Node { nodes[formula.index] }

  package mutating func make(_ node: Node) -> Formula {
    if let formula = known[node] { return formula }
    let formula = Formula(nodes.count)
    nodes.append(node)
    known[node] = formula
    return formula
  }

  package mutating func symbol(_ name: String, _ sort: Symbol.Sort) -> Formula {
    symbolNames.append(name)
    return make(.symbol(Symbol(index: symbolNames.count - 1, sort: sort)))
  }
}

/// A symbolic transition system: all an engine needs to know.
package struct TransitionSystem: Sendable {
  package struct StateVariable: Sendable {
    /// The symbols of the value before and after a step.
    package var current: Formula
    package var next: Formula
    package var isReal: Bool
    /// Never changes.
    package var isRigid: Bool
  }
  package var bank: FormulaBank
  package var variables: [StateVariable]
  /// Free in every step.
  package var inputs: [Formula]
  /// Over current variables.
  package var initial: Formula
  /// Over current variables, inputs and next variables.
  package var transition: Formula
  /// Over current variables: holds in every reachable state by construction (domain limits). A part of every invariant,
  /// re-checked like the rest.
  package var domain: Formula
}
