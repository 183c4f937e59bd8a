import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// What a proof has shown of the states that can be reached, for other engines about the same system.
struct ProvedFacts {
  /// The encoding that `claim` and `comparisons` are formulas of.
  fileprivate let encoded: EncodedSystem
  /// An invariant, from which everything else follows.
  fileprivate let claim: Formula
  /// No run reaches any of these. A part below `bitCount` is the same bit in every engine.
  fileprivate let cubes: [Cube]
  fileprivate let bitCount: Int
  /// With the number of the part.
  fileprivate let comparisons: [(number: Int, formula: Formula)]
}

extension IC3 {
  /// What others may take for known, now that the claim is proved.
  func facts(behind claim: Formula) -> ProvedFacts {
    let comparisons = relation.comparisons.map { ($0, relation.parts[$0]) }
    return ProvedFacts(
      encoded: encoded, claim: claim, cubes: frames.forever, bitCount: relation.comparisons.lowerBound,
      comparisons: comparisons)
  }

  /// Takes for known what another engine has proved, which is a part of the claim from now on. What needs comparisons that
  /// nothing here has asked for is left out: they would only be dragged along.
  /// - Precondition: The facts are about the same system, with the same terminal states.
  mutating func adopt(_ facts: ProvedFacts) {
    guard let claim = relation.copy(facts.claim, from: facts.encoded) else { return }
    known = relation.all([known, claim])
    var numbers: [Int: Int] = [:]
    for (number, comparison) in facts.comparisons {
      numbers[number] = relation.copy(comparison, from: facts.encoded).flatMap(relation.number(ofPart:))
    }
    for cube in facts.cubes {
      let literals = cube.literals.compactMap { literal -> Literal? in
        if literal.variable < facts.bitCount { return literal }
        return numbers[literal.variable].map { Literal(variable: $0, isNegated: literal.isNegated) }
      }
      if literals.count == cube.count { frames.excludeForever(Cube(literals), relation) }
    }
  }
}
