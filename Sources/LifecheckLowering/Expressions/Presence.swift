import LifecheckLanguage
import LifecheckSystem

// Loops, `some`, `all` and `count` go over the things that are there: what is declared, and the entries of a pool for which its kind says
// so (`kind K pool 3 while open`). An entry that was never made, or is over, is nothing that they come to.

extension Lowerer {
  /// - Parameter condition: Of the loop, about `local`. Where it asks for the same itself, as `for t in K where t.open` does, there is
  ///   nothing to add.
  func isThere(_ node: Int, as local: LocalID, where condition: Expression?) throws -> Term {
    let kind = nodes[node].kind
    if !nodes[node].isPoolEntry || asksItself(condition, local, kind) { return .true }
    return try liveness(of: node)
  }

  func isThere(aMemberOf crowd: ResourceCrowd, _ kind: KindID, as local: LocalID, where condition: Expression?) throws -> Term {
    if asksItself(condition, local, kind) { return .true }
    guard let life = model.kinds[kind.index].liveWhile else { return .false }
    return try fact(life, Environment(selfValue: .term(.constant(crowd.reference)), selfKind: kind))
  }

  private func asksItself(_ condition: Expression?, _ local: LocalID, _ kind: KindID) -> Bool {
    guard let condition, case .variable(_, let life)? = model.kinds[kind.index].liveWhile?.kind else { return false }
    return condition.conjuncts.contains { conjunct in
      guard case .variable(let base, life) = conjunct.kind, case .local(local) = base.kind else { return false }
      return true
    }
  }
}
