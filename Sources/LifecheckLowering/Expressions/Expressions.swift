import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Expressions without time: what they denote at the current point of the unit.

extension Lowerer {
  /// A Boolean term.
  func fact(_ expression: Expression, _ environment: Environment) throws -> Term {
    try finite(expression, environment)
  }

  func finite(_ expression: Expression, _ environment: Environment) throws -> Term {
    switch try evaluate(expression, environment) {
    case .term(let term): return term
    case .node(let node): return .constant(referenceValue(of: node))
    default:
      throw LoweringFailure(
        "not-a-value", "this has no value that code could test", at: expression.range)
    }
  }

  /// The number by which references of the node's kind denote it.
  func referenceValue(of node: Int) -> Int { things.reference(to: node) }

  func constant(_ expression: Expression, _ environment: Environment) throws -> Int {
    if case .constant(let value) = try finite(expression, environment) { return value }
    throw LoweringFailure("not-constant", "this must be known before the run", at: expression.range)
  }

  func duration(_ expression: Expression, _ environment: Environment) throws -> TimeBound {
    switch try evaluate(expression, environment) {
    case .time(let bound): return bound
    case .timeRange(_, let upper?): return upper
    default:
      throw LoweringFailure("not-a-duration", "a duration is needed here", at: expression.range, help: "for example `5s`")
    }
  }

  /// A single duration is a range of that length.
  func durationRange(_ expression: Expression, _ environment: Environment) throws -> (TimeBound, TimeBound?) {
    switch try evaluate(expression, environment) {
    case .time(let bound): return (bound, bound)
    case .timeRange(let lower, let upper):
      // Between its ends time could not go on: what waits so long would be left out of every proof.
      if let upper, least(upper + lower.scaled(by: -1)) < 0 {
        throw LoweringFailure(
          "range-empty", "the lower end can be above the upper, for some values of the parameters", at: expression.range,
          help: "narrow the range of the `param`")
      }
      return (lower, upper)
    default:
      throw LoweringFailure("not-a-duration", "a duration is needed here", at: expression.range, help: "for example `1s...3s`")
    }
  }

  func least(_ bound: TimeBound) -> Milliseconds { tables.least(bound) }

  func evaluate(_ expression: Expression, _ environment: Environment) throws -> Value {
    switch expression.kind {
    case .bool, .integer, .enumCase, .none, .duration, .forever, .string, .version: return try literal(expression)
    case .root, .selfInstance, .local, .instance, .variable, .parameter, .definition, .stopwatch, .executor, .callback:
      return try named(expression, environment)
    case .frozen, .running, .working, .halfway, .atRest, .forgotten, .executorBusy, .functionRunning, .eventRunning,
      .callbackAnswered, .callbackAwaits, .callbackRunning, .jobRunning:
      return .term(try situation(expression, environment))
    case .any(let range):
      let values = range ?? valueRange(of: expression.type)
      let chosen = choice(values.count)
      return .term(values.lowerBound == 0 ? chosen : .add(chosen, .constant(values.lowerBound)))
    case .not(let inner): return .term(try fact(inner, environment).negated)
    case .binary(let operation, let a, let b): return try binary(operation, a, b, environment, at: expression.range)
    case .range(let lower, let upper):
      if case .forever = upper.kind { return .timeRange(try duration(lower, environment), nil) }
      return .timeRange(try duration(lower, environment), try duration(upper, environment))
    case .conditional(let condition, let a, let b): return try conditional(condition, a, b, environment)
    case .quantified(let quantifier, let local, let kind, let condition):
      return .term(try quantified(quantifier, local, kind, condition, environment))
    case .new(let kind, _): return .term(try makeNew(kind, .true, environment, at: expression.range))
    case .closure(let closure):
      var seen = environment
      // Who calls it, or what it has captured by then, is known where it is called.
      seen.captured = [:]
      return .closure(StaticClosure(closure: closure, environment: seen))
    case .call, .callClosure, .cancelJob, .task, .work:
      throw LoweringFailure(
        "call-inside-expression", "a call with effects cannot stand inside a larger expression", at: expression.range,
        help: "give its result a name first: `let x = …`")
    }
  }

  private func literal(_ expression: Expression) throws -> Value {
    switch expression.kind {
    case .bool(let value): .term(value ? .true : .false)
    case .integer(let value): .term(.constant(value))
    case .enumCase(_, let index): .term(.constant(index))
    case .none: .term(.constant(0))
    case .duration(let milliseconds): .time(TimeBound(milliseconds))
    case .forever: .timeRange(TimeBound(0), nil)
    case .string(let text): .string(text)
    case .version: .term(.constant(model.versions?.lowerBound ?? 0))
    default: throw TranslationDefect(what: "this is no literal")
    }
  }

  /// The value of a name, of a thing or of the code.
  private func named(_ expression: Expression, _ environment: Environment) throws -> Value {
    switch expression.kind {
    case .root(let kind): .node(nodesOfKind[kind]![0])
    case .selfInstance: environment.selfValue
    case .local(let local): try read(local, environment, at: expression.range)
    case .instance(let base, let id, let index): try member(base, id, index, environment, at: expression.range)
    case .variable(let base, let id): try readVariable(base, id, environment)
    case .parameter(let base, let local): nodes[try node(base, environment)].arguments[local] ?? .void
    case .definition(let base, let id): try definition(base, id, expression.type, environment)
    case .stopwatch(let base, let id): .clock(stopwatches[StopwatchKey(node: try node(base, environment), stopwatch: id)]!)
    case .executor(let base, let id): .executor(node: try node(base, environment), id)
    case .callback(let base, let id): .callback(node: try node(base, environment), id)
    default: throw TranslationDefect(what: "this is no name")
    }
  }

  /// A fact about what the app is doing, or about a thing's part in it.
  private func situation(_ expression: Expression, _ environment: Environment) throws -> Term {
    switch expression.kind {
    case .frozen: .variable(frozen)
    case .running: .variable(running)
    case .working: term(.working)
    case .halfway: term(.halfway)
    case .atRest: try atRest()
    case .forgotten(let resource): try forgotten(resource, environment)
    case .executorBusy(let base, let id):
      term(.someoneHolds(ExecutorKey(node: try node(base, environment), executor: id)))
    case .functionRunning(let base, let id): functionRunning(try node(base, environment), id, at: expression.range)
    case .eventRunning(let base, let id): term(.eventRunning(node: try node(base, environment), id))
    case .callbackAnswered(let base, let id):
      handlers[CallbackKey(node: try node(base, environment), callback: id)] == nil ? .false : .true
    case .callbackAwaits(let base, let id):
      answersMayAwait(CallbackKey(node: try node(base, environment), callback: id)) ? .true : .false
    case .callbackRunning(let base, let id): term(.callbackRunning(node: try node(base, environment), id))
    case .jobRunning(let job): isRunning(try finite(job, environment))
    default: throw TranslationDefect(what: "this says nothing of what the app is doing")
    }
  }

  // MARK: Receivers

  func node(_ base: Expression, _ environment: Environment) throws -> Int {
    if case .node(let node) = try evaluate(base, environment) { return node }
    throw LoweringFailure("not-one-thing", "it must be clear which one is meant here", at: base.range)
  }

  /// The things that `base` may denote, each under a condition; exclusive, not necessarily exhaustive (none).
  func receivers(_ base: Value, kind: KindID?) -> [(condition: Term, node: Int)] {
    switch base {
    case .node(let node): return [(.true, node)]
    case .term(let reference):
      guard let kind else { return [] }
      return (nodesOfKind[kind] ?? []).enumerated().map { (.equal(reference, .constant($0.offset + 1)), $0.element) }
        .filter { $0.0 != .false }
    default: return []
    }
  }

  /// - Parameter settled: What `base` was when it was looked at, if that was before.
  func receivers(
    _ base: Expression, _ environment: Environment, settled: Value? = nil
  ) throws -> [(condition: Term, node: Int)] {
    let all = receivers(try settled ?? evaluate(base, environment), kind: kind(of: base, environment))
    if case .selfInstance = base.kind { return all }
    return try all.map { (.all([$0.condition, try isStillThere($0.node)]), $0.node) }
  }

  /// Who refers to what is over is told at the end of each unit; within it, what has ended the thing tells.
  private func isStillThere(_ node: Int) throws -> Term {
    guard let life = model.kinds[nodes[node].kind.index].lifeVariable, nodes[node].isPoolEntry,
      case .finite(let variable, _) = try storage(of: StorageKey(node: node, variable: life)), unit.assigns(variable)
    else { return .true }
    return .equal(.variable(variable), .true)
  }

  func kind(of base: Expression, _ environment: Environment) -> KindID? {
    switch base.type {
    case .reference(let kind), .instance(let kind): kind
    default: if case .selfInstance = base.kind { environment.selfKind } else { nil }
    }
  }

  private func member(
    _ base: Expression, _ id: InstanceID, _ index: Expression?, _ environment: Environment, at range: SourceRange
  ) throws -> Value {
    let parent = try node(base, environment)
    let instance = model.instances[id.index]
    guard let index else {
      guard let child = things.members[Things.MemberKey(parent: parent, instance: id, index: 0)], instance.count == 1 else {
        throw LoweringFailure("which-instance", "there are \(instance.count) of `\(instance.name)`: say which", at: range)
      }
      return .node(child)
    }
    let chosen = try finite(index, environment)
    if case .constant(let position) = chosen,
      let child = things.members[Things.MemberKey(parent: parent, instance: id, index: position)]
    {
      return .node(child)
    }
    // An index known only at run time: a reference to one of the nodes.
    var reference = Term.constant(0)
    for position in 0..<instance.count {
      let child = things.members[Things.MemberKey(parent: parent, instance: id, index: position)]!
      reference = .choose(.equal(chosen, .constant(position)), .constant(referenceValue(of: child)), reference)
    }
    return .term(reference)
  }

  private func readVariable(
    _ base: Expression, _ id: LifecheckLanguage.VariableID, _ environment: Environment
  ) throws -> Value {
    let candidates = try receivers(base, environment)
    if model.variables[id.index].type == .closure {
      return .storedClosure(closures(of: id, candidates, try evaluate(base, environment), kind(of: base, environment)))
    }
    if candidates.count == 1, candidates[0].condition == .true { return try read(candidates[0].node, id) }
    // A member of none reads as its kind's first value.
    var result = Term.constant(valueRange(of: model.variables[id.index].type).lowerBound)
    for candidate in candidates {
      guard case .term(let value) = try read(candidate.node, id) else {
        throw LoweringFailure("not-one-thing", "it must be clear which one is meant here", at: base.range)
      }
      result = .choose(candidate.condition, value, result)
    }
    let values = valueRange(of: model.variables[id.index].type)
    return .term(read(result, through: try evaluate(base, environment), kind: kind(of: base, environment), values))
  }

  private func closures(
    of id: LifecheckLanguage.VariableID, _ candidates: [(condition: Term, node: Int)], _ base: Value, _ kind: KindID?
  ) -> [(condition: Term, variable: ClosureVariableKey)] {
    let followed = candidates.map { (condition: $0.condition, variable: ClosureVariableKey(node: $0.node, variable: id)) }
    guard let kind, let isMember = isMember(base, kind) else { return followed }
    return followed + [(isMember, crowdKey(kind, id))]
  }

  func read(_ node: Int, _ id: LifecheckLanguage.VariableID) throws -> Value {
    switch try storage(of: StorageKey(node: node, variable: id)) {
    case .finite(let index, 0): .term(.variable(index))
    case .finite(let index, let offset): .term(.add(.variable(index), .constant(offset)))
    case .time(let bound): .time(bound)
    case .range(let lower, let upper): .timeRange(lower, upper)
    case .closure: .storedClosure([(.true, ClosureVariableKey(node: node, variable: id))])
    case .fixed(let value): value
    }
  }

  private func definition(
    _ base: Expression, _ id: DefinitionID, _ type: ValueType, _ environment: Environment
  ) throws -> Value {
    let definition = model.definitions[id.index]
    let candidates = try receivers(base, environment)
    if candidates.count == 1, candidates[0].condition == .true {
      return try evaluate(definition.value, self.environment(of: candidates[0].node))
    }
    var result = Term.constant(valueRange(of: type).lowerBound)
    for candidate in candidates {
      let value = try finite(definition.value, self.environment(of: candidate.node))
      result = .choose(candidate.condition, value, result)
    }
    if let kind = kind(of: base, environment), let isMember = isMember(try evaluate(base, environment), kind) {
      let member = Environment(selfValue: .term(.constant(resourceCrowds[kind]!.reference)), selfKind: kind)
      result = .choose(isMember, try finite(definition.value, member), result)
    }
    return .term(result)
  }

  func read(_ local: LocalID, _ environment: Environment, at range: SourceRange) throws -> Value {
    let lower = valueRange(of: model.locals[local.index].type).lowerBound
    func shifted(_ term: Term) -> Value { .term(lower == 0 ? term : .add(term, .constant(lower))) }
    switch environment.locals[local] {
    case .value(let value)?: return value
    case .storage(let index)?: return shifted(.variable(index))
    case .box(let pool, let boxed)?:
      let reference = fixedInUnit(boxed, pool)
      var result = Term.constant(0)
      for (number, entry) in boxPool(of: LocalID(pool)).entries.enumerated() {
        result = .choose(.equal(reference, .constant(number + 1)), .variable(entry), result)
      }
      let isLoose = Term.folded(.equal, reference, .constant(looseBox))
      if isLoose != .false { result = .choose(isLoose, unknownValue(of: LocalID(pool)), result) }
      return shifted(result)
    case nil:
      throw LoweringFailure("name-out-of-reach", "`\(model.locals[local.index].name)` does not exist here any more", at: range)
    }
  }

  private func quantified(
    _ quantifier: QuantifierSyntax, _ local: LocalID, _ kind: KindID, _ condition: Expression?, _ environment: Environment
  ) throws -> Term {
    func isMet(by value: Value) throws -> Term {
      var inner = environment
      inner.locals[local] = .value(value)
      return try condition.map { try fact($0, inner) } ?? .true
    }
    // What `all` asks of things does not say which there are.
    let filter = quantifier == .all ? nil : condition
    let things = try (nodesOfKind[kind] ?? []).map { node in
      (isThere: try isThere(node, as: local, where: filter), isMet: try isMet(by: .node(node)))
    }
    let parts = things.map { quantifier == .all ? Term.any([$0.isThere.negated, $0.isMet]) : .all([$0.isThere, $0.isMet]) }
    switch quantifier {
    case .some, .all:
      guard let crowd = resourceCrowds[kind] else { return quantifier == .some ? .any(parts) : .all(parts) }
      let ofMember = try isMet(by: .term(.constant(crowd.reference)))
      let isThere = try isThere(aMemberOf: crowd, kind, as: local, where: filter)
      let thereIs = Term.all([.equal(.variable(crowd.members), .true), isThere])
      return quantifier == .some
        ? .any(parts + [.all([thereIs, ofMember])]) : .all(parts + [.any([thereIs.negated, ofMember])])
    case .count where resourceCrowds[kind] != nil:
      found.noteOnlyExact([kind])
      return .constant(0)
    case .count: return parts.reduce(.constant(0)) { .add($0, .choose($1, .constant(1), .constant(0))) }
    }
  }

  private func forgotten(_ resource: Expression, _ environment: Environment) throws -> Term {
    guard let kind = kind(of: resource, environment) else { return .false }
    // Something that is not followed may refer to it, too.
    let isFree = Term.any([someoneLooseMayRefer.negated, .equal(unknown(2), .true)])
    let known = Term.any(
      try receivers(resource, environment).map { candidate in
        let entry = (nodesOfKind[kind] ?? []).firstIndex(of: candidate.node)!
        return .all([candidate.condition, term(.referenced(kind, entry: entry, exceptOwn: true)).negated, isFree])
      })
    return read(known, through: try evaluate(resource, environment), kind: kind, 0...1)
  }
}
