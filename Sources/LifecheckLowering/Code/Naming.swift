import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// How code that may wait gives names their values: declarations, and assignments.

extension Flow {
  func declare(_ local: LocalID, _ value: Expression?, at range: SourceRange) throws {
    let info = lowerer.model.locals[local.index]
    guard let value else {
      try bindLocal(local, .term(.constant(lowerer.valueRange(of: info.type).lowerBound)), at: range)
      commit(line: nil)
      return
    }
    if lowerer.isDeclaredBeforeItsThing(local, value) {
      try bindLocal(local, .term(.constant(0)), at: range)
      commit(line: nil)
      return try assign(Expression(.local(local), info.type, info.range), value, at: range)
    }
    let result = try closed(compute(value), inBlock: true)
    guard cursor != nil else { return }
    try bindLocal(local, result, at: range)
    commit(line: needsLine(value) ? line(range) : nil)
  }

  /// Declarations of plain values are no events in a story.
  private func needsLine(_ value: Expression) -> Bool {
    switch value.kind {
    case .call, .new, .callClosure, .any, .task: true
    default: false
    }
  }

  /// Gives a local its value at the end of the current unit.
  func bindLocal(_ local: LocalID, _ value: Value, at range: SourceRange) throws {
    let info = lowerer.model.locals[local.index]
    guard lowerer.isFinite(info.type), case .term(let term) = value.asTerm(lowerer) else {
      let closureKept = try kept(value, as: local, isAssignedLater: isAssignedLater(local), at: range)
      environment.locals[local] = binding(
        try keep(closureKept, type: info.type, name: info.name, inBlock: true, at: range), info.type)
      return
    }
    if lowerer.isBoxed(local) {
      try straight { try lowerer.makeBox(local, .term(term), &$0) }
      guard case .box(let pool, let reference)? = environment.locals[local] else { return }
      let own = lowerer.makeVariable(
        StateVariable(name: "\(info.name), box", domain: lowerer.boxDomain, valueNames: [], initial: 0, isHidden: true),
        VariableRole(storage: isApp ? .memory : .system, boxPool: pool, isOfDeclaration: true))
      self.own([own], inBlock: true)
      lowerer.emit(.assign(own, reference, condition: .true), range)
      environment.locals[local] = .box(pool: pool, reference: .variable(own))
      if environment.captured[local] != nil { environment.captured[local] = .variable(own) }
      return
    }
    let mayRefer = lowerer.referredKind(of: info.type) != nil && term != .constant(0)
    if case .constant(let value) = term, !mayRefer, lowerer.valueRange(of: info.type).contains(value), !isAssignedLater(local) {
      environment.locals[local] = .value(.term(term))
      return
    }
    let own = makeOwn(info.name, info.type, hidden: !isOwnCode(info.range), inBlock: true)
    let lower = lowerer.valueRange(of: info.type).lowerBound
    let fitted = lowerer.fitted(term, info.type, when: .true, at: range)
    lowerer.emit(.assign(own, Term.subtract(fitted, .constant(lower)).simplified, condition: .true), range)
    environment.locals[local] = .storage(own)
  }

  private func isAssignedLater(_ local: LocalID) -> Bool { lowerer.code.assignedLocals.contains(local) }

  func assign(_ target: Expression, _ value: Expression, at range: SourceRange) throws {
    let receiver = try settledReceiver(of: target, before: value)
    if try assignFromItself(target, of: receiver, value, at: range) { return }
    let result = try lowerer.makes(for: target, environment) { try compute(value) }
    guard cursor != nil else { return }
    try set(target, of: receiver, to: result, value.type, at: range)
    commit(line: line(range))
  }

  /// Whose variable an assignment sets is looked at before its value is computed, as in Swift: in `rows[i].v = await load()`, `i`
  /// may be another meanwhile.
  /// - Returns: nil where it is the same whenever it is looked at.
  private func settledReceiver(of target: Expression, before value: Expression) throws -> Value? {
    guard case .variable(let base, _) = target.kind, mayChange(base), takesSteps(value) || lowerer.reads(value, target) else {
      return nil
    }
    return try keep(lowerer.evaluate(base, environment), type: base.type, name: "receiver", at: base.range)
  }

  private func mayChange(_ base: Expression) -> Bool {
    switch base.kind {
    case .selfInstance, .root: false
    case .local(let local): isAssignedLater(local)
    default: true
    }
  }

  private func set(_ target: Expression, of receiver: Value?, to value: Value, _ type: ValueType, at range: SourceRange) throws {
    try straight { try lowerer.assign(value, to: target, of: receiver, type, &$0, at: range) }
    guard case .term(.variable(let index))? = receiver, let kept = index.ofState else { return }
    lowerer.emit(.assign(kept, .constant(0), condition: .true), range)
  }

  /// `x += 1` reads, and then writes; `x = async { … }` starts, and then keeps: two steps, between which others may come where they see
  /// `x`.
  private func assignFromItself(
    _ target: Expression, of receiver: Value?, _ value: Expression, at range: SourceRange
  ) throws -> Bool {
    guard isShared(target), isAppCode(range), lowerer.reads(value, target) || value.startsJob, lowerer.isFinite(value.type),
      case .term(let term) = try lowerer.makes(for: target, environment, { try compute(value) }).asTerm(lowerer)
    else { return false }
    // It never comes to its value.
    guard cursor != nil else { return true }
    // Who refers to a thing, or to a job, is told by the number as it is.
    let refersTo = lowerer.referredKind(of: value.type)
    let isNumber = refersTo == nil && value.type != .job
    let values = isNumber ? lowerer.bounds(of: term) : lowerer.valueRange(of: value.type)
    let copy = lowerer.makeVariable(
      StateVariable(
        name: "value for \(lowerer.sourceText(target.range))", domain: values.count, valueNames: [], initial: 0, isHidden: true),
      VariableRole(storage: isApp ? .memory : .system, refersTo: refersTo, isJob: value.type == .job))
    lowerer.processes[process].ownVariables.append(copy)
    lowerer.emit(.assign(copy, Term.subtract(term, .constant(values.lowerBound)).simplified, condition: .true), range)
    // The effects of a call in it are told where they happen.
    let isTold = value.hasEffects
    commit(line: isTold ? line(range) : nil)
    let read = Term.add(.variable(copy), .constant(values.lowerBound)).simplified
    try set(target, of: receiver, to: .term(read), value.type, at: range)
    lowerer.emit(.assign(copy, .constant(0), condition: .true), range)
    var written = line(range)
    if isTold { written?.text = "`\(lowerer.sourceText(target.range))` is set" }
    written?.computed = copy
    commit(line: written)
    return true
  }

  /// Whether others may see it.
  private func isShared(_ target: Expression) -> Bool {
    switch target.kind {
    case .variable: true
    case .local(let local): lowerer.model.locals[local.index].isCaptured
    default: false
    }
  }
}
