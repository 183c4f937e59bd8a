import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Closures: what they are called, what they see, and where they are kept.

extension Lowerer {
  /// A name for the closure that is the same in every round: its place, and the static values it sees.
  func key(of closure: StaticClosure) -> String {
    var parts = ["\(closure.closure.range.file.index):\(closure.closure.range.start)"]
    parts.append(staticText(closure.environment.selfValue).map { "self=\($0)" } ?? "self")
    for local in freeLocals(of: closure.closure) {
      if case .value(let value)? = closure.environment.locals[local], let text = staticText(value) {
        parts.append("\(local.index)=\(text)")
      }
    }
    return parts.joined(separator: "|")
  }

  /// nil: not static.
  func staticText(_ value: Value) -> String? {
    switch value {
    case .term(.constant(let value)): "\(value)"
    case .term: nil
    case .time(let bound): "\(bound)"
    case .timeRange(let lower, let upper): "\(lower)…\(String(describing: upper))"
    // How many entries there are, and so their numbers, may change from round to round.
    case .node(let node): nodes[node].isPoolEntry ? nil : "node \(node)"
    case .closure(let closure): "{\(key(of: closure))}"
    case .callback(let node, let id): "callback \(node).\(id.index)"
    case .executor(let node, let id): "executor \(node).\(id.index)"
    case .clock(let clock): "clock \(clock.index)"
    case .string(let text): text
    case .void: "void"
    case .storedClosure(let variables):
      variables.map { "\($0.variable.owner).\($0.variable.variable.index)" }.joined(separator: ",")
    }
  }

  /// Copies named in `[x]` become locals of the closure's environment at the point where it is made.
  func withCopies(_ closure: Closure, _ state: Straight) throws -> StaticClosure {
    var environment = state.environment
    for copy in closure.copies {
      let value = try evaluate(copy.value, state.environment)
      environment.locals[copy.local] = .value(bind(value))
    }
    return StaticClosure(
      closure: Closure(copies: [], parameters: closure.parameters, body: closure.body, range: closure.range),
      environment: environment)
  }

  /// A closure literal takes its copies when it is made.
  func withCopies(_ value: Value, _ state: Straight) throws -> Value {
    guard case .closure(let raw) = value else { return value }
    return .closure(
      try withCopies(raw.closure, Straight(environment: raw.environment, alive: state.alive, origin: state.origin)))
  }

  func storeClosure(
    _ value: Value, _ key: ClosureVariableKey, when condition: Term, at range: SourceRange
  ) throws {
    let target = closures.places[key]!
    switch value {
    case .closure(let raw):
      let closure = try withCopies(raw.closure, Straight(environment: raw.environment, alive: condition, origin: range))
      try storeLiteral(closure, key, target, when: condition, at: range)
    case .term: emit(.assign(target.tag, .constant(0), condition: condition), range)
    case .storedClosure(let sources): try copyClosure(sources, key, target, when: condition, at: range)
    default: throw LoweringFailure("not-a-closure", "a closure is needed here", at: range)
    }
  }

  private func storeLiteral(
    _ closure: StaticClosure, _ key: ClosureVariableKey, _ target: ClosureStorage, when condition: Term, at range: SourceRange
  ) throws {
    let name = self.key(of: closure)
    let captures = captures(of: closure)
    noteStored(StoredClosure(closure: closure, captures: captures), as: name, in: key.known)
    guard let number = known.closures[key.known]?.firstIndex(of: name) else { return }
    emit(.assign(target.tag, .constant(number + 1), condition: condition), range)
    for (slot, capture) in zip(target.captures[number], captures) {
      emit(.assign(slot, try captured(capture, closure, at: range), condition: condition), range)
    }
  }

  private func copyClosure(
    _ sources: [(condition: Term, variable: ClosureVariableKey)], _ key: ClosureVariableKey, _ target: ClosureStorage,
    when condition: Term, at range: SourceRange
  ) throws {
    let shared = key.known
    // Where it comes from nothing, it is none.
    let isNothing = bind(.all([condition] + sources.map(\.condition.negated)))
    emit(.assign(target.tag, .constant(0), condition: isNothing), range)
    // What it is given its own value stays as it is.
    for source in sources where source.variable != key {
      try refuseStale(source.variable, at: range)
      let active = bind(.all([condition, source.condition]))
      let tag = tag(of: source.variable)
      emit(.assign(target.tag, .constant(0), condition: active), range)
      for stored in storedClosures(in: source.variable) {
        found.noteClosure(stored.name, in: shared)
        guard let place = known.closures[shared]?.firstIndex(of: stored.name) else { continue }
        let isThis = bind(.all([active, .equal(tag, .constant(stored.tag))]))
        emit(.assign(target.tag, .constant(place + 1), condition: isThis), range)
        for (slot, origin) in zip(target.captures[place], stored.captures) {
          emit(.assign(slot, capture(origin, in: source.variable), condition: isThis), range)
        }
      }
    }
  }

  /// Within one unit, what was read before an assignment and what is read after it could not be told apart.
  private func refuseStale(_ source: ClosureVariableKey, at range: SourceRange) throws {
    guard let tag = closures.places[source]?.tag else { return }
    guard unit.assigns(tag), !source.isLocal else { return }
    throw LoweringFailure(
      "not-supported", "this closure comes out of a variable that the same indivisible step has changed", at: range,
      help: "make it two steps")
  }
}
