import LifecheckDiagnostics

// Code that restarts itself in no time would stop the clock: `func poll() { async { await fetch(); poll() } }`, where nothing says how
// long `fetch` takes. All that comes later would hold, since there is no later.
//
// A restart under a condition counts, too, where nothing on the way round changes what the condition asks: it is as true the next
// time. A counter bounds the rounds, and what is open each time (`any`, a failure) may end them, so those are no such loops.
//
// Not seen: rounds through handlers and closures that are kept, and conditions on a variable that is assigned on the way, but never so
// that the round ends. What may go round without time is looked for once more when all code is laid out (docs/decisions/0047).

extension Checker {
  func checkZeroTimeLoops() {
    let instants = InstantCalls(model.functions)
    let starts = model.functions.map { function -> [Start] in
      guard function.takes == nil, let body = function.body else { return [] }
      var walk = CertainWalk(functions: model.functions, definitions: model.definitions, instants: instants)
      _ = walk.block(body)
      return walk.starts
    }
    var search = LoopSearch(starts: starts, changes: Changes(model.functions))
    var isReported = Set<Int>()
    for index in starts.indices where !isReported.contains(index) {
      guard let cycle = search.loop(from: index) else { continue }
      isReported.formUnion(cycle.map(\.function.index))
      report(
        ProgramProblem.zeroTimeLoop(
          names: [model.functions[index].name] + cycle.map { model.functions[$0.function.index].name },
          range: cycle[cycle.count - 1].range))
    }
  }
}

/// A call that happens in the instant in which the function at hand starts, if what it depends on is so.
private struct Start {
  let function: FunctionID
  let isPosted: Bool
  /// The variables that the conditions on the way to it read.
  let asked: Set<VariableID>
  let range: SourceRange
}

/// Looks for ways from a function back to itself.
private struct LoopSearch {
  let starts: [[Start]]
  var changes: Changes

  mutating func loop(from start: Int) -> [Start]? {
    var seen = Set<Int>()
    func search(_ index: Int) -> [Start]? {
      for next in starts[index] {
        if next.function.index == start { return [next] }
        guard seen.insert(next.function.index).inserted, let rest = search(next.function.index) else { continue }
        return [next] + rest
      }
      return nil
    }
    guard let cycle = search(start), cycle.contains(where: \.isPosted) else { return nil }
    let changed = cycle.reduce(into: Set<VariableID>()) { $0.formUnion(changes.made(by: $1.function.index)) }
    return cycle.allSatisfy { $0.asked.isDisjoint(with: changed) } ? cycle : nil
  }
}

/// Collects the calls that happen before any time passes.
private struct CertainWalk {
  let functions: [Function]
  let definitions: [Definition]
  let instants: InstantCalls
  var starts: [Start] = []
  private var isPosted = false
  private var asked: Set<VariableID> = []

  init(functions: [Function], definitions: [Definition], instants: InstantCalls) {
    (self.functions, self.definitions, self.instants) = (functions, definitions, instants)
  }

  /// - Returns: whether what follows still happens at once.
  mutating func block(_ block: Block) -> Bool {
    for statement in block.statements {
      guard self.statement(statement) else { return false }
    }
    return true
  }

  private mutating func statement(_ statement: Statement) -> Bool {
    for expression in statement.expressions {
      guard self.expression(expression) else { return false }
    }
    switch statement.kind {
    case .declare, .assign, .expression, .emit, .reset, .start, .forInstances, .deferred: return true
    case .atomic(let body), .lock(_, let body): return block(body)
    case .forRange(_, let range, let body): return range.isEmpty || block(body)
    case .doCatch(let body, _): return block(body)
    case .conditional(let condition, let then, let otherwise): return conditional(condition, then, otherwise)
    default: return false
    }
  }

  /// Walks both branches. Where one of them leaves, the code that follows depends on the condition as well.
  private mutating func conditional(_ condition: Expression, _ then: Block, _ otherwise: Block?) -> Bool {
    guard let variables = variables(askedBy: condition) else { return false }
    let before = asked
    asked.formUnion(variables)
    let goesOn = block(then)
    let goesOnOtherwise = otherwise.map { block($0) } ?? true
    if goesOn, goesOnOtherwise { asked = before }
    return goesOn || goesOnOtherwise
  }

  /// nil: the answer may be another one the next time, whatever the code does.
  private func variables(askedBy expression: Expression) -> Set<VariableID>? {
    var found: Set<VariableID> = []
    switch expression.kind {
    case .any, .local, .call, .callClosure, .task, .new, .closure, .work, .cancelJob, .jobRunning, .forgotten, .halfway, .working,
      .atRest, .executorBusy, .functionRunning, .eventRunning, .callbackRunning:
      return nil
    case .variable(_, let variable): found.insert(variable)
    case .definition(_, let definition):
      guard let more = variables(askedBy: definitions[definition.index].value) else { return nil }
      found.formUnion(more)
    default: break
    }
    for child in expression.children {
      guard let more = variables(askedBy: child) else { return nil }
      found.formUnion(more)
    }
    return found
  }

  private mutating func expression(_ expression: Expression) -> Bool {
    for child in expression.children {
      guard self.expression(child) else { return false }
    }
    switch expression.kind {
    case .work: return false
    case .call(_, let id, _, let mode):
      starts.append(Start(function: id, isPosted: isPosted, asked: asked, range: expression.range))
      // The callee's own code, up to its return, is followed from the callee. A failure may end the round.
      let mayFail = functions[id.index].mayFail != nil && !mode.isTryOptional
      return !mayFail && instants.contains(id)
    case .task(let mode, _, let closure, _):
      let (wasPosted, before) = (isPosted, asked)
      isPosted = true
      let goesOn = block(closure.body)
      (isPosted, asked) = (wasPosted, before)
      return mode == .async || goesOn
    default: return true
    }
  }
}

/// The functions that take no time.
private struct InstantCalls {
  private var isInstant: [Bool]

  init(_ functions: [Function]) {
    // The greatest set in which each calls only others of the set.
    isInstant = functions.map { $0.takes == nil }
    while let index = functions.indices.first(where: { isInstant[$0] && !(functions[$0].body.map(block) ?? true) }) {
      isInstant[index] = false
    }
  }

  func contains(_ function: FunctionID) -> Bool { isInstant[function.index] }

  /// Nothing in it can take time or leave early.
  private func block(_ block: Block) -> Bool {
    block.statements.allSatisfy { statement in
      switch statement.kind {
      case .declare, .assign, .expression, .emit, .reset: statement.expressions.allSatisfy(expression)
      case .atomic(let body): self.block(body)
      default: false
      }
    }
  }

  private func expression(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .work, .callClosure: false
    case .call(_, let id, _, _): isInstant[id.index] && expression.children.allSatisfy(self.expression)
    case .task(let mode, _, let closure, _): mode == .async || block(closure.body)
    default: expression.children.allSatisfy(self.expression)
    }
  }
}

/// The variables that functions change, with all that they call or post.
private struct Changes {
  private let functions: [Function]
  private var known: [Int: Set<VariableID>] = [:]

  init(_ functions: [Function]) { self.functions = functions }

  mutating func made(by function: Int) -> Set<VariableID> {
    if let known = known[function] { return known }
    var (changed, seen, waiting) = (Set<VariableID>(), Set([function]), [function])
    while let next = waiting.popLast() {
      guard let body = functions[next].body else { continue }
      visit(body) {
        changed.insert($0)
      } call: {
        if seen.insert($0.index).inserted { waiting.append($0.index) }
      }
    }
    known[function] = changed
    return changed
  }

  private func visit(_ block: Block, change: (VariableID) -> Void, call: (FunctionID) -> Void) {
    for statement in block.statements {
      if case .assign(let target, _) = statement.kind, case .variable(_, let variable) = target.kind { change(variable) }
      for expression in statement.expressions { visit(expression, change: change, call: call) }
      for block in statement.blocks { visit(block, change: change, call: call) }
    }
  }

  private func visit(_ expression: Expression, change: (VariableID) -> Void, call: (FunctionID) -> Void) {
    if case .call(_, let id, _, _) = expression.kind { call(id) }
    for child in expression.children { visit(child, change: change, call: call) }
    switch expression.kind {
    case .closure(let closure), .task(_, _, let closure, _): visit(closure.body, change: change, call: call)
    default: break
    }
  }
}
