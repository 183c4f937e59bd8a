import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// A block of the platform that does nothing but call a callback where its answers run anyway:
///
///     async on main { call arrives({ complete(push) }, push) }
///
/// Nobody waits for the answers, so they are an activation of their own, and if they wait in the middle, the next may come meanwhile: they
/// are followed as blocks are, with the thing they are about.
struct PostedCall {
  let key: CallbackKey
  let arguments: [Value]
}

extension Lowerer {
  /// nil: the block is something else.
  func postedCall(in block: StaticClosure, on executor: ExecutorKey) throws -> PostedCall? {
    let statements = block.closure.body.statements
    guard !context.isApp, statements.count == 1,
      case .callCallback(let target, .callback(let id), let arguments, nil) = statements[0].kind,
      model.callbacks[id.index].cancelFlag == nil, arguments.allSatisfy(staysAsItIs)
    else { return nil }
    let key = CallbackKey(node: try node(target, block.environment), callback: id)
    guard handlers[key] != nil, executorKey(of: model.callbacks[id.index], node: key.node) == executor else { return nil }
    let seen = Straight(environment: block.environment, alive: .true, origin: statements[0].range)
    return PostedCall(
      key: key, arguments: try arguments.map { try withCopies(evaluate($0, block.environment), seen) })
  }

  /// Posts the answers. Into a process that has died nobody calls.
  func start(_ call: PostedCall, on executor: ExecutorKey, _ state: Straight, at range: SourceRange) throws -> Term {
    let template = try self.template(for: call, on: executor)
    var state = state
    state.alive = bind(.all([state.alive, .equal(.variable(running), .true)]))
    return try start(template, try given(by: call, when: state.alive, at: range), executor: executor, state, at: range)
  }

  /// What the answers are given, as their copies keep it.
  private func given(by call: PostedCall, when alive: Term, at range: SourceRange) throws -> [Term] {
    var result: [Term] = []
    for (parameter, argument) in zip(model.callbacks[call.key.callback.index].parameters, call.arguments) {
      let type = model.locals[parameter.index].type
      switch (type, argument) {
      case (.closure, .closure(let closure)):
        result += try captures(of: closure).map { try captured($0, closure, at: range) }
      case (.closure, _): break
      default:
        guard case .term(let term) = fitted(argument.asTerm(self), type, when: alive, at: range) else {
          throw TranslationDefect(what: "a callback is given what is no value")
        }
        result.append(stored(term, type))
      }
    }
    return result
  }

  private func template(for call: PostedCall, on executor: ExecutorKey) throws -> Template {
    let name = "answers \(call.key.node).\(call.key.callback.index)|" + call.arguments.map(closureName).joined(separator: "|")
    if let template = templates.made[name] { return template }
    let answers = handlers[call.key] ?? []
    // A platform may have answers of its own.
    let site = (answers.first { model.isAppCode($0.handler.range) } ?? answers[0]).handler.range
    let shown = qualified(model.callbacks[call.key.callback.index].name, of: call.key.node)
    var flows: [Flow] = []
    var slots: [[HandedSlots]] = []
    let mayOverlap = answersMayAwait(call.key)
    for copy in 0..<(mayOverlap ? followed.copies(of: site, isPosted: true) : 1) {
      let (_, flow) = makeStartable(
        copy == 0 ? shown : "\(shown) (copy \(copy + 1))", isSystem: false, executor: executor, inside: [])
      // It runs from when it has its thread, not from the posting.
      flow.inside = [.callbackRunning(node: call.key.node, call.key.callback)]
      slots.append(makeHandedSlots(call.key, call.arguments, flow))
      flow.executor = executor
      flows.append(flow)
    }
    let copies = flows.map(\.process)
    let given = slots.map { $0.flatMap(\.variables) }
    // The delivery decides it.
    let isDecided = !mayOverlap || given[0].contains { otherDeliveries(in: $0) != nil }
    let choice = isDecided ? .next : followedCopy(of: answers.map(\.handler.body), given: given[0], at: site)
    let crowd = makeCrowd(
      "the answer to `\(shown)`", copies, given: given[0], followedCopy: choice, executor: executor, at: site)
    let template = Template(
      copies: copies, given: given, full: crowd.flags, givenUp: crowd.givenUp, references: crowd.references,
      givenNone: crowd.givenNone, keepsJob: false, followedCopy: choice, mayOverlap: mayOverlap)
    templates.made[name] = template
    for (flow, own) in zip(flows, slots) {
      later { try self.layOutHandlers(call.key, own, flow) { flow.finish() } }
    }
    return template
  }

  func answersMayAwait(_ key: CallbackKey) -> Bool {
    model.awaits((handlers[key] ?? []).map(\.handler), to: key.callback)
  }

  /// Whether it is when the block begins what it was when the block was posted.
  private func staysAsItIs(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .bool, .integer, .enumCase, .none, .selfInstance: true
    case .local(let local): !code.assignedLocals.contains(local)
    case .closure(let closure): closure.copies.map(\.value).allSatisfy(staysAsItIs)
    default: false
    }
  }
}
