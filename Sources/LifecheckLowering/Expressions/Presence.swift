import LifecheckDiagnostics
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
    return try asking(which: kind) { try liveness(of: node) }
  }

  func isThere(aMemberOf crowd: ResourceCrowd, _ kind: KindID, as local: LocalID, where condition: Expression?) throws -> Term {
    if asksItself(condition, local, kind) { return .true }
    guard let life = model.kinds[kind.index].liveWhile else { return .false }
    return try asking(which: kind) {
      try fact(life, Environment(selfValue: .term(.constant(crowd.reference)), selfKind: kind))
    }
  }

  private func asking(which kind: KindID, _ body: () throws -> Term) throws -> Term {
    guard !context.kindsAsked.contains(kind) else {
      let info = model.kinds[kind.index]
      throw LoweringFailure(
        "not-supported", "which `\(info.name)` there are depends on which there are", at: info.liveWhile?.range ?? info.range,
        help: "say by one variable of each while it is there: `kind \(info.name) pool 2 while open { var open = false … }`")
    }
    return try with(\.kindsAsked, context.kindsAsked + [kind], body)
  }

  private func asksItself(_ condition: Expression?, _ local: LocalID, _ kind: KindID) -> Bool {
    guard let condition, case .variable(let owner, let life)? = model.kinds[kind.index].liveWhile?.kind,
      case .selfInstance = owner.kind
    else { return false }
    let first = condition.hasEffects ? 1 : condition.conjuncts.count
    return condition.conjuncts.prefix(first).contains { conjunct in
      guard case .variable(let base, life) = conjunct.kind, case .local(local) = base.kind else { return false }
      return true
    }
  }
}
