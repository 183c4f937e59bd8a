import LifecheckDiagnostics

// Last step: what no declaration shows alone.

extension Checker {
  func checkWholeProgram() {
    checkCaughtNames()
    checkDeaths()
    checkAllowances()
    checkRecursion()
    checkZeroTimeLoops()
    checkAnswersThatWait()
    checkHiddenNames()
    noteAllowances()
    noteWordsOfUses()
  }

  /// Words after `dies`, which are looked at when all that the app can die of is known.
  func noteNamedDeaths(_ reasons: [NameSyntax]) {
    for reason in reasons { names.note(reason, as: .death) }
    namedDeaths += reasons
  }

  private func checkDeaths() {
    for (callee, range) in awaitedCalls {
      let function = model.functions[callee.index]
      if function.body == nil { report(CallProblem.needlessAwait(function.name, range: range, declared: function.range)) }
    }
    for name in namedDeaths where !model.deathReasons.contains(name.text) {
      report(ProgramProblem.unknownDeath(name.text, known: model.deathReasons, range: name.range))
    }
  }

  private func checkAllowances() {
    let rules = model.properties.filter { $0.role == .rule }.flatMap { [$0.title] + ($0.identifier.map { [$0] } ?? []) }
    for item in declared {
      guard case .allowance(let rule) = item.item, !rules.contains(rule.text) else { continue }
      report(ProgramProblem.unknownRule(rule.text, known: rules, range: rule.range))
    }
  }

  // MARK: Recursion

  /// A call of `callee` in the code of another function.
  private struct CallSite {
    let callee: FunctionID
    let range: SourceRange
  }

  /// Calls are put in place of their callees, so none may lead back to itself; through `async` a new activation starts.
  private func checkRecursion() {
    let calls = model.functions.map { $0.body.map(callSites) ?? [] }
    var state = [Int](repeating: 0, count: calls.count)  // 0 unseen, 1 on the path, 2 done
    var path: [CallSite] = []
    func visit(_ index: Int) {
      state[index] = 1
      for site in calls[index] {
        path.append(site)
        switch state[site.callee.index] {
        case 0: visit(site.callee.index)
        case 1: reportCycle(path, backTo: site.callee)
        default: break
        }
        path.removeLast()
      }
      state[index] = 2
    }
    for index in calls.indices where state[index] == 0 { visit(index) }
  }

  private func reportCycle(_ path: [CallSite], backTo start: FunctionID) {
    let beforeLast = path.dropLast()
    let first = beforeLast.lastIndex { $0.callee == start }.map { $0 + 1 } ?? 0
    let cycle = Array(path[first...])
    report(
      ProgramProblem.recursion(
        names: [model.functions[start.index].name] + cycle.map { model.functions[$0.callee.index].name },
        places: cycle.map(\.range), range: model.functions[start.index].range))
  }

  private func callSites(_ block: Block) -> [CallSite] {
    block.statements.flatMap { statement in
      statement.expressions.flatMap(callSites) + statement.blocks.flatMap(callSites)
    }
  }

  private func callSites(_ expression: Expression) -> [CallSite] {
    var found = expression.children.flatMap(callSites)
    if case .call(_, let id, _, _) = expression.kind { found.append(CallSite(callee: id, range: expression.range)) }
    if case .task(let mode, _, let closure, _) = expression.kind, mode != .async { found += callSites(closure.body) }
    return found
  }
}

/// Mistakes that concern the program as a whole.
enum ProgramProblem: Problem {
  case unknownDeath(String, known: [String], range: SourceRange)
  case unknownRule(String, known: [String], range: SourceRange)
  case recursion(names: [String], places: [SourceRange], range: SourceRange)
  case zeroTimeLoop(names: [String], range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .unknownDeath(let name, let known, let range):
      return suggesting(name, from: known, at: range) {
        Diagnostic(.error, "unknown-death", "nothing dies of `\(name)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .unknownRule(let name, let known, let range):
      return suggesting(name, from: known, at: range) {
        Diagnostic(.error, "unknown-rule", "the platform has no rule \"\(name)\"\($0)", at: range, fixIts: $1, help: $2)
      }
    case .recursion(let names, let places, let range):
      let route = names.map { "`\($0)`" }.joined(separator: " → ")
      let diagnostic = Diagnostic(
        .error, "recursive-function", "a function cannot call itself: \(route)", at: range,
        help: "start the next round inside `async { … }`, or use a `for` loop")
      return places.reduce(diagnostic) { $0.label("called here", at: $1) }
    case .zeroTimeLoop(let names, let range):
      let route = names.map { "`\($0)`" }.joined(separator: " → ")
      return Diagnostic(
        .error, "zero-time-loop", "this starts itself again at once, for ever, so time could never go on: \(route)", at: range,
        help: "put a `wait` on the way, or say how long a call on it takes: `func fetch() async takes 100ms...2s`")
    }
  }
}
