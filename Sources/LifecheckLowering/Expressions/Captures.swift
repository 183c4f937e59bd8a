import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The values kept with a closure: a closure that it knows by a name is a value without variables of its own, so whoever keeps the
// outer one keeps what the inner one has captured, too.

/// A name whose value must be kept with a closure.
struct Capture {
  /// The closures, each known by a name to the one before, whose name it is; none: the closure's own.
  var through: [LocalID] = []
  /// nil stands for `self`.
  let local: LocalID?
}

extension Environment {
  /// The environment of the innermost of these closures.
  func seen(through names: some Collection<LocalID>) -> Environment {
    guard let name = names.first, case .value(.closure(let inner))? = locals[name] else { return self }
    return inner.environment.seen(through: Array(names.dropFirst()))
  }

  /// Changes what the innermost of these closures sees.
  mutating func change(through names: [LocalID], _ body: (inout Environment) -> Void) {
    guard let name = names.first, case .value(.closure(let inner))? = locals[name] else { return body(&self) }
    var environment = inner.environment
    environment.change(through: Array(names.dropFirst()), body)
    locals[name] = .value(.closure(StaticClosure(closure: inner.closure, environment: environment)))
  }
}

extension Lowerer {
  /// The free names whose values are not static, in order.
  func captures(of closure: StaticClosure) -> [Capture] {
    var result: [Capture] = []
    if staticText(closure.environment.selfValue) == nil { result.append(Capture(local: nil)) }
    for local in freeLocals(of: closure.closure) {
      switch closure.environment.locals[local] {
      case .box?, .storage?: result.append(Capture(local: local))
      case .value(.storedClosure)?: refuseCapture(local, by: closure)
      case .value(.closure(let inner))?:
        result += captures(of: inner).map { Capture(through: [local] + $0.through, local: $0.local) }
      case .value(let value)?: if staticText(value) == nil { result.append(Capture(local: local)) }
      case nil: break
      }
    }
    return result
  }

  /// The value that is kept for one captured name.
  func captured(_ capture: Capture, _ closure: StaticClosure, at range: SourceRange) throws -> Term {
    let environment = closure.environment.seen(through: capture.through)
    guard let local = capture.local else {
      guard case .term(let reference) = environment.selfValue.asTerm(self) else { return .constant(0) }
      return reference
    }
    if case .box(_, let reference)? = environment.locals[local] { return reference }
    guard case .term(let value) = try read(local, environment, at: range).asTerm(self) else { return .constant(0) }
    return stored(value, model.locals[local.index].type)
  }

  /// The environment in which a stored closure runs, its captures read from `slots`.
  func environment(of stored: StoredClosure, slots: [VariableIndex]) -> Environment {
    var environment = stored.closure.environment
    environment.captured = [:]
    for (capture, slot) in zip(stored.captures, slots) {
      environment.change(through: capture.through) { inner in
        guard let local = capture.local else {
          inner.selfValue = .term(.variable(slot))
          return
        }
        if case .box(let pool, _)? = inner.locals[local] {
          inner.locals[local] = .box(pool: pool, reference: .variable(slot))
          if isFollowedByChoice(local) { inner.captured[local] = .variable(slot) }
        } else {
          inner.locals[local] = .storage(slot)
        }
      }
    }
    return environment
  }
}
