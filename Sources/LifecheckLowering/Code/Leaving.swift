import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Ways out of code: the end of a block, `return`, errors; and what the scopes owe on the way.

extension Flow {
  /// Runs what the scopes owe on the normal way out, innermost first.
  func leaveScopes(downTo depth: Int) throws {
    while scopes.count > depth {
      let scope = scopes.removeLast()
      if cursor != nil { try leave(scope) }
    }
  }

  func leave(_ scope: Scope) throws {
    switch scope {
    case .deferred(let block, let outer):
      let inner = environment
      environment = outer
      scopes.append(.finishing(isApp: isAppCode(block.range)))
      try run(block)
      scopes.removeLast()
      environment = inner
    case .locked(let held):
      lowerer.emit(.assign(held, .false, condition: .true))
      commit()
    case .hop(let outer, let held): try returnHop(to: outer, alsoHeld: held)
    case .function(_, _, let outside, _):
      inside = outside
      goOn()
    case .owns(let held, _): letGo(held)
    case .catching, .timeout, .finishing: break
    }
  }

  /// Leaves all scopes above `depth` without changing them for the code that follows in the text.
  func unwind(to depth: Int) throws {
    let saved = standing
    while scopes.count > depth, cursor != nil { try leave(scopes.removeLast()) }
    standing = saved
  }

  // MARK: Return and errors

  func returns(_ value: Expression?, at range: SourceRange) throws {
    let depth = scopes.lastIndex { if case .function = $0 { true } else { false } }
    if let value {
      let result = try compute(value)
      guard cursor != nil else { return }
      if let depth, case .function(_, let slot?, _, _) = scopes[depth] { keepResult(result, in: slot, at: range) }
      commit()
    } else if isOwnCode(range) {
      commit(line: line(range), mobility: .local)
    }
    try unwind(to: depth.map { $0 + 1 } ?? 0)
    if let depth, case .function(let exit, _, _, _) = scopes[depth] { jump(to: exit) } else { finish() }
    cursor = nil
  }

  /// Leads to the nearest `catch` for the error; if there is none, the activation ends.
  func throwError(_ error: String, at range: SourceRange) throws {
    for (index, scope) in scopes.enumerated().reversed() {
      guard case .catching(let clauses) = scope else { continue }
      guard let clause = clauses.first(where: { $0.error == nil || $0.error == error }) else { continue }
      try fail(error, downTo: index + 1)
      jump(to: clause.entry)
      return
    }
    // Nobody catches: the activation ends.
    try fail(error, downTo: 0)
    finish()
  }

  /// Leaves all scopes above `depth` by an error, which each function among them hands on.
  private func fail(_ error: String, downTo depth: Int) throws {
    let saved = standing
    while scopes.count > depth, cursor != nil {
      let scope = scopes.removeLast()
      if case .function(_, _, _, let call?) = scope {
        lowerer.fail(call)
        goOn(line: failureLine(of: call, error), always: true)
      }
      try leave(scope)
    }
    standing = saved
  }

  /// That a function of the platform fails is told where the app calls it; of its own functions the lines before tell.
  private func failureLine(of call: Call, _ error: String) -> EdgeLabel.Line? {
    let function = lowerer.model.functions[call.function.index]
    guard isOwnCode(call.origin), !isOwnCode(function.range) else { return nil }
    return EdgeLabel.Line(
      text: "`\(function.name)` fails\(error.isEmpty ? "" : ": \(wordsOf(error))")", origin: call.origin)
  }

  func doCatch(_ body: Block, _ clauses: [CatchClause]) throws {
    let end = makeLocation("", stable: false)
    let entries = clauses.map { ($0.error, makeLocation("", stable: false)) }
    let saved = environment
    scopes.append(.catching(entries))
    try run(body)
    scopes.removeLast()
    var isEndReached = cursor != nil
    jump(to: end)
    for (clause, entry) in zip(clauses, entries) where isReached(entry.1) {
      environment = saved
      cursor = entry.1
      try run(clause.body)
      if cursor != nil { isEndReached = true }
      jump(to: end)
    }
    environment = saved
    cursor = isEndReached ? end : nil
  }
}
