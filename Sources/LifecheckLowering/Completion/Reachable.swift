import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Who may still be come to: what a thing refers to, and what a closure has captured, counts only while some code can come to the thing or
// call the closure. Those ways lead over other things, so they are followed one by one, each thing at most once on a way.

/// The things and captured locals that a way has led through.
private struct Way {
  var things: Set<Int> = []
  var boxes: Set<[Int]> = []
  let most: Int
  /// Whether longer ways are taken to lead to somebody.
  let leadsOn: Bool
  var isLong: Bool { things.count + boxes.count > most }

  /// For what is lost: there are as many ways as orders of so many things. What is further away is taken for lost.
  static func toWhatIsLost(except node: Int) -> Way { Way(things: [node], most: 3, leadsOn: false) }

  /// For what may be made anew. Each `new` asks that of each entry, and an entry that is taken for one in use is only one fewer.
  static let toWhatIsInUse = Way(most: 0, leadsOn: true)
}

extension Meanings {
  /// Some variable that counts has this value.
  func isInUse(_ value: Int, _ refers: (VariableRole) -> Bool) throws -> Term {
    try referenced(value, beyond: .toWhatIsInUse, refers)
  }

  /// Some variable that counts has this value, other than those of a node; nor does what only that refers to count.
  func canBeComeTo(_ value: Int, except node: Int, _ refers: (VariableRole) -> Bool) throws -> Term {
    try referenced(value, beyond: .toWhatIsLost(except: node), refers)
  }

  private func referenced(_ value: Int, beyond way: Way, _ refers: (VariableRole) -> Bool) throws -> Term {
    let roles = lowerer.roles
    let holders = roles.indices.filter { index in
      refers(roles[index]) && !(roles[index].node.map(way.things.contains) ?? false)
    }
    return .any(
      try holders.map { index in
        .all([try counts(roles[index], beyond: way), .equal(.variable(VariableIndex(index)), .constant(value))])
      })
  }

  /// A holder counts only while it exists itself.
  private func counts(_ role: VariableRole, beyond way: Way) throws -> Term {
    var conditions = [role.countsWhile]
    if let owner = role.node, lowerer.nodes[owner].isPoolEntry { conditions.append(try canBeComeTo(owner, beyond: way)) }
    if let box = role.boxEntry { conditions.append(try isNamed(box, beyond: way)) }
    return .all(conditions)
  }

  /// It is there, or code that is about the entry, or knows it, may still read what it refers to, and call what it keeps.
  private func canBeComeTo(_ node: Int, beyond way: Way) throws -> Term {
    if way.isLong { return way.leadsOn ? .true : .false }
    var onward = way
    onward.things.insert(node)
    let kind = lowerer.nodes[node].kind
    return .any([
      try lowerer.liveness(of: node), lowerer.term(.isBeingLoopedOver(node: node)),
      try referenced(lowerer.referenceValue(of: node), beyond: onward) { $0.refersTo == kind },
    ])
  }

  /// Something that code may still read names the captured local.
  private func isNamed(_ box: (pool: Int, entry: Int), beyond way: Way) throws -> Term {
    if way.boxes.contains([box.pool, box.entry]) { return .false }
    if way.isLong { return way.leadsOn ? .true : .false }
    var onward = way
    onward.boxes.insert([box.pool, box.entry])
    return try referenced(box.entry + 1, beyond: onward) { $0.boxPool == box.pool }
  }
}
