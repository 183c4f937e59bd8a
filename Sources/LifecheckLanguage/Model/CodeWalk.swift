/// Visits every statement and expression below a block, outermost first. Closures and async bodies are entered.
package struct ModelWalk {
  package var onExpression: (Expression) -> Void = { _ in }
  package var onStatement: (Statement) -> Void = { _ in }
  package var onBlock: (Block) -> Void = { _ in }
  package var entersClosures: Bool

  package init(entersClosures: Bool = true) { self.entersClosures = entersClosures }

  package func walk(_ block: Block) {
    onBlock(block)
    for statement in block.statements { walk(statement) }
  }

  /// Also the functions that it calls, each once.
  package func walk(_ block: Block, withFunctionsOf model: CheckedModel) {
    var seen: Set<FunctionID> = []
    var waiting = [block]
    var walk = self
    walk.onExpression = { expression in
      self.onExpression(expression)
      guard case .call(_, let function, _, _) = expression.kind, seen.insert(function).inserted else { return }
      if let body = model.functions[function.index].body { waiting.append(body) }
    }
    while let next = waiting.popLast() { walk.walk(next) }
  }

  package func walk(_ statement: Statement) {
    onStatement(statement)
    // As they are written, so that what is captured comes in the order of the text.
    let expressions = if case .assign(let target, let value) = statement.kind { [target, value] } else { statement.expressions }
    for expression in expressions { walk(expression) }
    for block in statement.blocks { walk(block) }
  }

  package func walk(_ expression: Expression) {
    onExpression(expression)
    for child in expression.children { walk(child) }
    switch expression.kind {
    case .closure(let closure): if entersClosures { walk(closure.body) }
    case .task(let mode, _, let closure, _):
      for copy in closure.copies { walk(copy.value) }
      if entersClosures || mode != .async { walk(closure.body) }
    default: break
    }
  }
}

extension Expression {
  /// Whether it calls something, starts something, or takes an entry of a pool.
  package var hasEffects: Bool {
    var found = false
    var walk = ModelWalk()
    walk.onExpression = { part in
      switch part.kind {
      case .call, .callClosure, .task, .work, .new, .cancelJob: found = true
      default: break
      }
    }
    walk.walk(self)
    return found
  }
}

extension Block {
  /// Whether a `return` stands in it, or in a block that it waits for.
  package var mayReturn: Bool {
    var found = false
    var walk = ModelWalk(entersClosures: false)
    walk.onStatement = { if case .returns = $0.kind { found = true } }
    walk.walk(self)
    return found
  }
}

/// The locals that a closure uses and does not declare itself, in order of first use; its copies are among its own.
package func freeLocals(of closure: Closure) -> [LocalID] {
  var own = Set(closure.parameters + closure.copies.map(\.local))
  var used: [LocalID] = []
  var walk = ModelWalk()
  walk.onStatement = { statement in
    switch statement.kind {
    case .declare(let local, _), .forRange(let local, _, _), .forInstances(let local, _, _, _): own.insert(local)
    case .callCallback(_, .local(let local), _, _): used.append(local)
    default: break
    }
  }
  walk.onExpression = { expression in
    switch expression.kind {
    case .local(let local): used.append(local)
    case .quantified(_, let local, _, _): own.insert(local)
    case .closure(let inner), .task(_, _, let inner, _):
      own.formUnion(inner.parameters + inner.copies.map(\.local))
    default: break
    }
  }
  walk.walk(closure.body)
  var seen: Set<LocalID> = []
  return used.filter { !own.contains($0) && seen.insert($0).inserted }
}
