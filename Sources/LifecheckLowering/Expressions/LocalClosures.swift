import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// A closure taken out of a variable is a value: what the variable holds later does not change it. So a local that is given
// one, as an argument or by a declaration, has variables of its own for which closure it is and what that has captured.

extension Lowerer {
  /// A closure that uses such a local would have to keep it beyond the activation.
  func refuseCapture(_ local: LocalID, by closure: StaticClosure) {
    fail(
      LoweringFailure(
        "not-supported",
        "`\(model.locals[local.index].name)` is a closure out of a variable, which another closure cannot keep yet",
        at: closure.closure.range, help: "keep it in a `var` of the app, and call that"))
  }
}

extension Flow {
  /// A closure that comes out of a variable, or may be replaced later, gets variables of its own; a literal needs none.
  func kept(_ value: Value, as local: LocalID, isAssignedLater: Bool, at range: SourceRange) throws -> Value {
    guard lowerer.model.locals[local.index].type == .closure else { return value }
    switch value {
    case .storedClosure: break
    case .closure, .term: if !isAssignedLater { return value }
    default: return value
    }
    let (key, made) = lowerer.makeLocalClosure(local, isApp: isApp)
    own([made.tag] + made.captures.joined(), inBlock: true)
    try straight { try lowerer.storeClosure(value, key, when: $0.alive, at: range) }
    return .storedClosure([(.true, key)])
  }
}
