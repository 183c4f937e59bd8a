import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Facts that a proof has shown of the reachable states, for other engines about the same system.
struct ProvedFacts {
  /// The encoding that `claim` and `comparisons` are formulas of.
  let encoded: EncodedSystem
  /// An invariant, from which everything else follows.
  let claim: Formula
  /// No run reaches any of these. A part below `bitCount` is the same bit in every engine.
  let cubes: [Cube]
  fileprivate let bitCount: Int
  /// With the number of the part.
  fileprivate let comparisons: [(number: Int, formula: Formula)]
}

extension ProvedFacts {
  /// That none of these is reached, which is an invariant.
  /// - Parameter cubes: Over bits alone.
  init(_ relation: inout StepRelation, excluding cubes: [Cube]) {
    claim = relation.claim(excluding: cubes, terminal: relation.encoded.system.bank.false)
    encoded = relation.encoded
    (self.cubes, bitCount, comparisons) = (cubes, relation.comparisons.lowerBound, [])
  }
}

extension ProvedFacts {
  var outcome: String { "\(cubes.count) cubes that no run reaches" }
}

/// The facts that an engine has been told.
struct AdoptedFacts {
  fileprivate var all: [ProvedFacts] = []
  fileprivate var cubes: Set<Cube> = []

  /// The claims from which the cubes follow.
  func claims(in relation: inout StepRelation) -> [Formula] {
    var claims: [Formula] = []
    for facts in all { if let claim = relation.copy(facts.claim, from: facts.encoded) { claims.append(claim) } }
    return claims
  }
}

extension IC3 {
  /// The facts that others may take for known, now that the claim is proved, besides those that this engine was told.
  func facts(behind claim: Formula) -> ProvedFacts {
    let comparisons = relation.comparisons.map { ($0, relation.parts[$0]) }
    return ProvedFacts(
      encoded: encoded, claim: claim, cubes: frames.forever.filter { !adopted.cubes.contains($0) },
      bitCount: relation.comparisons.lowerBound, comparisons: comparisons)
  }

  /// Takes for known what another engine has proved, which is a part of the claim from now on. What needs comparisons that
  /// nothing here has asked for is left out: they would only be dragged along.
  /// - Precondition: The facts are about the same system, and hold behind terminal states if this engine looks there.
  mutating func adopt(_ facts: ProvedFacts) {
    adopted.all.append(facts)
    var numbers: [Int: Int] = [:]
    for (number, comparison) in facts.comparisons {
      numbers[number] = relation.copy(comparison, from: facts.encoded).flatMap(relation.number(ofPart:))
    }
    let cubes = facts.cubes.compactMap { cube -> Cube? in
      let literals = cube.literals.compactMap { literal -> Literal? in
        if literal.variable < facts.bitCount { return literal }
        return numbers[literal.variable].map { Literal(variable: $0, isNegated: literal.isNegated) }
      }
      return literals.count == cube.count ? Cube(literals) : nil
    }
    frames.excludeForever(cubes.filter { adopted.cubes.insert($0).inserted }, relation)
  }
}
