import LifecheckDiagnostics

// Code that restarts itself in no time would stop the clock: `func poll() { async { poll() } }`.
//
// Only what happens on every run counts: a restart under an `if`, or after a branch that may leave, may well be bounded
// by a counter. What is left undetected here is found while checking, as a run in which time cannot go on.

extension Checker {
  func checkZeroTimeLoops() {
    let starts = model.functions.map { function -> [Start] in
      guard function.takes == nil, let body = function.body else { return [] }
      var walk = CertainWalk(functions: model.functions)
      _ = walk.block(body)
      return walk.starts
    }
    var isReported = Set<Int>()
    for index in starts.indices where !isReported.contains(index) {
      guard let cycle = cycle(from: index, starts), cycle.contains(where: \.isPosted) else { continue }
      isReported.formUnion(cycle.map(\.function.index))
      report(
        ProgramProblem.zeroTimeLoop(
          names: [model.functions[index].name] + cycle.map { model.functions[$0.function.index].name },
          range: cycle[cycle.count - 1].range))
    }
  }

  /// A way from the function back to itself.
  private func cycle(from start: Int, _ starts: [[Start]]) -> [Start]? {
    var seen = Set<Int>()
    func search(_ index: Int) -> [Start]? {
      for next in starts[index] {
        if next.function.index == start { return [next] }
        guard seen.insert(next.function.index).inserted, let rest = search(next.function.index) else { continue }
        return [next] + rest
      }
      return nil
    }
    return search(start)
  }
}

/// A call that certainly happens in the instant in which the function at hand starts.
private struct Start {
  let function: FunctionID
  let isPosted: Bool
  let range: SourceRange
}

/// Collects the calls that certainly happen before any time passes.
private struct CertainWalk {
  let functions: [Function]
  var starts: [Start] = []
  private var isPosted = false

  init(functions: [Function]) { self.functions = functions }

  /// - Returns: whether what follows still happens, for certain and at once.
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
    case .declare, .assign, .expression, .emit, .reset, .start: return true
    case .atomic(let body): return block(body)
    case .forInstances, .deferred: return true
    default: return false
    }
  }

  private mutating func expression(_ expression: Expression) -> Bool {
    for child in expression.children {
      guard self.expression(child) else { return false }
    }
    switch expression.kind {
    case .work: return false
    case .call(_, let id, _, let mode):
      starts.append(Start(function: id, isPosted: isPosted, range: expression.range))
      // What the callee does before it returns is followed from the callee; whether it takes time is unknown here.
      let function = functions[id.index]
      return !mode.isAwait && function.takes == nil && function.body?.isInstant ?? false
    case .task(let mode, _, let closure, _):
      let wasPosted = isPosted
      isPosted = true
      let goesOn = block(closure.body)
      isPosted = wasPosted
      return mode == .async || goesOn
    default: return true
    }
  }
}

extension Block {
  /// Nothing in it can take time or leave early; calls are not followed.
  fileprivate var isInstant: Bool {
    statements.allSatisfy { statement in
      switch statement.kind {
      case .declare, .assign, .expression, .emit: statement.expressions.allSatisfy(\.isInstant)
      default: false
      }
    }
  }
}

extension Expression {
  fileprivate var isInstant: Bool {
    switch kind {
    case .work, .call, .callClosure: false
    case .task(let mode, _, _, _): mode == .async
    default: children.allSatisfy(\.isInstant)
    }
  }
}
