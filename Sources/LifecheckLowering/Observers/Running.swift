import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// Where somebody asks first whether a function is running.
struct RunningQuestions {
  fileprivate(set) var first: [FunctionID: SourceRange] = [:]

  fileprivate mutating func note(_ function: FunctionID, at range: SourceRange) { first[function] = first[function] ?? range }
}

extension Lowerer {
  /// `thing.f is running`: some activation is inside this thing's function.
  func functionRunning(_ node: Int, _ id: FunctionID, at range: SourceRange) -> Term {
    runningAsked.note(id, at: range)
    return .any(
      [term(.functionRunning(node: node, id))] + context.calls.filter { $0.id == id }.map { $0.receiver.isNode(node, self) })
  }

  /// Lays out a call within the unit under construction: until its return, the function is running in no place.
  func inCall<Result>(of id: FunctionID, _ receiver: Value, _ body: () throws -> Result) rethrows -> Result {
    try with(\.calls, context.calls + [(id, receiver)], body)
  }

  /// Code that was called by way of a variable may be any thing's.
  /// - Throws: where it would have to be known whose it is.
  func refuseUnknownOwners(of id: FunctionID) throws {
    let isCalledSo = processes.contains { process in
      process.locations.contains { $0.inside.contains(.functionRunning(node: nil, id)) }
    }
    guard isCalledSo, let range = runningAsked.first[id] else { return }
    throw LoweringFailure(
      "not-supported",
      "whose `\(model.functions[id.index].name)` is running is not followed: it is also called by way of a variable",
      at: range, help: "set a `var` of the thing where its function starts, clear it where it ends, and ask for that")
  }
}

extension Value {
  /// Whether a thing is this one, or refers to it.
  func isNode(_ node: Int, _ lowerer: Lowerer) -> Term {
    switch self {
    case .node(let actual): actual == node ? .true : .false
    case .term(let reference): .equal(reference, .constant(lowerer.referenceValue(of: node)))
    default: .true
    }
  }
}
