import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// How long code holds what it knows: a local refers to something until its block ends, a parameter until the function
// does, a result until the statement that has asked for it is over. What nobody refers to any more is forgotten then, and
// not only when the whole activation ends.

extension Flow {
  /// Lays out `body`; what it makes its own is let go at its end, whichever way out it takes.
  func owning<Result>(isBlock: Bool, _ body: () throws -> Result) throws -> Result {
    let depth = scopes.count
    scopes.append(.owns([], isBlock: isBlock))
    let result = try body()
    try leaveScopes(downTo: depth)
    return result
  }

  /// Variables of the activation, held until the innermost statement ends, or block.
  func own(_ variables: [VariableIndex], inBlock: Bool) {
    lowerer.processes[process].ownVariables += variables
    for index in scopes.indices.reversed() {
      guard case .owns(let held, let isBlock) = scopes[index], isBlock || !inBlock else { continue }
      scopes[index] = .owns(held + variables, isBlock: isBlock)
      return
    }
  }

  /// Those of them that refer to something do so no longer.
  func letGo(_ variables: [VariableIndex]) {
    let referring = variables.filter { lowerer.roles[$0.index].isReferring }
    guard cursor != nil, !referring.isEmpty else { return }
    if !lowerer.unit.items.isEmpty { commit() }
    for variable in referring { lowerer.emit(.assign(variable, .constant(0), condition: .true)) }
    commit()
  }
}
