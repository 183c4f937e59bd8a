import LifecheckDiagnostics
import LifecheckLanguage

/// Why the system never calls a handler, as far as the text tells. That it never does is proved elsewhere.
package struct WhyUncalled {
  private let model: CheckedModel
  /// Where the spec's code never runs.
  private let dead: [SourceRange]

  package init(model: CheckedModel, dead: [SourceRange]) {
    self.model = model
    self.dead = dead
  }

  /// The missing condition that would let the system call it.
  package enum Reason: Equatable, Sendable {
    /// A switch of the platform, which the spec turns on.
    case switchedOff(by: String)
    /// Nothing calls a function of the thing; or only code at this place, which never runs.
    case uncalled(String, except: SourceRange?)
  }

  package func reason(_ handler: Handler) -> Reason? {
    switchThatStops(handler.callback).map { .switchedOff(by: $0) } ?? missingCall(handler)
  }

  // MARK: Switches

  /// A switch that every place looks at from which the platform calls the callback.
  private func switchThatStops(_ callback: CallbackID) -> String? {
    guard model.kinds[model.callbacks[callback.index].owner.index].isPlatformCode else { return nil }
    return switches.first { isStopped(by: $0, depth: 3) { body, _ in calls(body, callback) } }
  }

  /// Whether all code that does something looks at the switch before: an event in its condition, a function anywhere, or whoever
  /// calls that.
  private func isStopped(by wanted: String, depth: Int, _ does: (Block, _ owner: KindID) -> Bool) -> Bool {
    let events = model.events.filter { does($0.body, $0.owner) }
    let functions = model.functions.indices.filter { index in
      model.functions[index].body.map { does($0, model.functions[index].owner) } ?? false
    }
    if events.isEmpty && functions.isEmpty { return false }
    func looks(_ range: SourceRange?) -> Bool { range.map { speaks(words($0), of: wanted, depth: 3) } ?? false }
    return events.allSatisfy { looks($0.when?.range) }
      && functions.allSatisfy { function in
        looks(model.functions[function].body?.range)
          || depth > 0 && isStopped(by: wanted, depth: depth - 1) { names($0, model.functions[function], $1) }
      }
  }

  /// `scenes` of `use ios 17 with scenes`.
  private var switches: [String] {
    model.files.first.map { parse($0).tree.uses.flatMap(\.features).map(\.text) } ?? []
  }

  /// Whether the words, or what they stand for, name it.
  private func speaks(_ words: Set<String>, of wanted: String, depth: Int) -> Bool {
    if words.contains(wanted) { return true }
    guard depth > 0 else { return false }
    let constants = model.variables.filter { $0.storage == .constant && words.contains($0.name) }.compactMap(\.initial?.range)
    let definitions = model.definitions.filter { words.contains($0.name) }.map(\.value.range)
    return (constants + definitions).contains { speaks(self.words($0), of: wanted, depth: depth - 1) }
  }

  private func words(_ range: SourceRange) -> Set<String> {
    let code = model.files[range.file.index].text(of: range).split(whereSeparator: \.isNewline).map { SourceFile.code(in: $0) }
    return Set(code.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) })
  }

  // MARK: Calls

  /// A function of the thing that would have to be called first.
  private func missingCall(_ handler: Handler) -> Reason? {
    guard case .instance(_, let thing, _) = handler.target.kind else { return nil }
    let kind = model.instances[thing.index].kind
    let needed = variablesBefore(handler.callback, of: kind)
    for (index, function) in model.functions.enumerated() where function.owner == kind {
      guard let body = function.body, brings(body, needed) else { continue }
      let calls = calls(of: FunctionID(index), thing)
      guard calls.allSatisfy(isDead) else { continue }
      return .uncalled("\(model.instances[thing.index].name).\(function.name)", except: calls.first)
    }
    return nil
  }

  /// The variables that the thing's events look at, where these lead to the callback.
  private func variablesBefore(_ callback: CallbackID, of kind: KindID) -> Set<VariableID> {
    let events = model.events.filter { $0.owner == kind }
    var variables: Set<VariableID> = []
    for event in events where calls(event.body, callback) { variables.formUnion(reads(event.when)) }
    for event in events where brings(event.body, variables) { variables.formUnion(reads(event.when)) }
    return variables
  }

  /// Whether the code calls it, or hands it to someone who does.
  private func calls(_ body: Block, _ callback: CallbackID) -> Bool {
    var found = false
    var walk = ModelWalk()
    walk.onStatement = { statement in
      if case .callCallback(_, .callback(let called), _, inPlace: nil) = statement.kind, called == callback { found = true }
    }
    walk.onExpression = { if case .callback(_, callback) = $0.kind { found = true } }
    walk.walk(body)
    return found
  }

  /// Whether the text calls it. In the model the call may be gone, with the branch that the switch turns off.
  private func names(_ body: Block, _ function: Function, _ owner: KindID) -> Bool {
    function.owner == owner && words(body.range).contains(function.name)
  }

  private func reads(_ condition: Expression?) -> Set<VariableID> {
    var variables: Set<VariableID> = []
    var walk = ModelWalk()
    walk.onExpression = { if case .variable(_, let variable) = $0.kind { variables.insert(variable) } }
    if let condition { walk.walk(condition) }
    return variables
  }

  /// Whether the code gives one of them another value than it has at first.
  private func brings(_ body: Block, _ wanted: Set<VariableID>) -> Bool {
    var found = false
    var walk = ModelWalk()
    walk.onStatement = { statement in
      guard case .assign(let target, let value) = statement.kind, case .variable(_, let variable) = target.kind else { return }
      found = found || wanted.contains(variable) && !isFirst(value, of: variable)
    }
    walk.walk(body)
    return found
  }

  private func isFirst(_ value: Expression, of variable: VariableID) -> Bool {
    switch (value.kind, model.variables[variable.index].initial?.kind) {
    case (.bool(let a), .bool(let b)?): a == b
    default: false
    }
  }

  /// Where the spec calls the function on the thing.
  private func calls(of function: FunctionID, _ thing: InstanceID) -> [SourceRange] {
    var found: [SourceRange] = []
    var walk = ModelWalk()
    walk.onExpression = { expression in
      guard case .call(let base, let called, _, _) = expression.kind, called == function,
        case .instance(_, let owner, _) = base.kind, owner == thing
      else { return }
      found.append(expression.range)
    }
    let bodies = model.handlers.map(\.body) + model.events.map(\.body) + model.functions.compactMap(\.body)
    for body in bodies { walk.walk(body) }
    return found
  }

  private func isDead(_ range: SourceRange) -> Bool {
    dead.contains { $0.file == range.file && $0.start <= range.start && range.end <= $0.end }
  }
}
