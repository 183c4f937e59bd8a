import LifecheckDiagnostics

extension Checker {
  /// The checked expression; nil when a problem was reported, which silences what follows from it.
  func value(_ syntax: ExpressionSyntax, expecting expected: ValueType? = nil) -> Expression? {
    let range = syntax.range
    switch syntax.kind {
    case .missing: return nil
    case .integer(let number):
      if expected == .duration || expected == .durationRange {
        report(ValueProblem.missingUnit(range: range))
        return nil
      }
      return Expression(.integer(number), .integer(number...number), range)
    case .duration(let milliseconds): return Expression(.duration(milliseconds), .duration, range)
    case .bool(let truth): return Expression(.bool(truth), .bool, range)
    case .string(let text): return Expression(.string(text), .string, range)
    case .none: return noneValue(expected, range)
    case .forever:
      report(ValueProblem.misplacedForever(range: range))
      return nil
    case .selfReference, .name, .member, .index:
      return entity(syntax, expecting: expected).flatMap { asValue($0, range) }
    case .call, .trying, .awaiting, .task, .timed: return effect(syntax, EffectMode())
    case .closure(let closure): return self.closure(closure, range)
    case .not(let inner):
      guard let inner = value(inner, as: .bool) else { return nil }
      return simplified(Expression(.not(inner), .bool, range))
    case .binary(let operation, let left, let right): return binary(operation, left, right, range)
    case .range(let operation, let low, let high): return rangeValue(operation, low, high, expected, range)
    case .any(let bounds): return anyValue(bounds, expected, range)
    case .conditional(let condition, let then, let otherwise):
      return conditional(condition, then, otherwise, expected, range)
    case .quantified(let quantifier, let name, let source, let condition):
      return quantified(quantifier, name, source, condition, range)
    case .new(let name, let arguments): return newInstance(name, arguments, range)
    case .isTest(let subject, let word): return isTest(subject, word, range)
    }
  }

  /// The expression as a value of `type`; nil when it is none.
  func value(_ syntax: ExpressionSyntax, as type: ValueType, for target: String? = nil) -> Expression? {
    value(syntax, expecting: type).flatMap { coerced($0, to: type, target: target) }
  }

  /// The value as something that is given a name or handed over. A time that goes on cannot be: the name would not stand for what
  /// it was then.
  func lasting(_ value: Expression) -> Expression? {
    guard isStatic(value.type), goesOn(value) else { return value }
    let help = "it goes on; compare it where it matters, as in `if s > 5s`"
    report(ValueProblem.notAValue("a stopwatch", help: help, range: value.range))
    return nil
  }

  private func goesOn(_ value: Expression) -> Bool {
    switch value.kind {
    case .stopwatch: true
    case .definition(_, let id): goesOn(model.definitions[id.index].value)
    default: value.children.contains(where: goesOn)
    }
  }

  func coerced(_ expression: Expression, to type: ValueType, target: String? = nil) -> Expression? {
    switch (expression.type, type) {
    case (let found, let wanted) where found == wanted:
      keepForPlatform(handed: expression)
      return expression
    case (.integer(let found), .integer(let wanted)):
      if found.overlaps(wanted) { return expression }
      report(
        ValueProblem.outOfRange(
          target ?? "this place", type: describe(type), value: describe(expression.type), range: expression.range))
      return nil
    case (.integer, .duration), (.integer, .durationRange):
      report(ValueProblem.missingUnit(range: expression.range))
      return nil
    case (.duration, .durationRange):
      return Expression(.range(expression, expression), .durationRange, expression.range)
    case (.instance(let found), .instance(let wanted)):
      if let match = asKind(expression, found, wanted) { return match }
    case (.instance(let found), .reference(let wanted)) where found == wanted:
      // Only what was made with `new` can be referred to; its own code knows it as `self`.
      if case .selfInstance = expression.kind { return expression }
      report(ValueProblem.notAReference(kind: kind(found).name, range: expression.range))
      return nil
    default: break
    }
    report(
      hiddenOfPlatform(expression, wanted: type)
        ?? .mismatch(expected: describe(type), found: describe(expression.type), range: expression.range))
    return nil
  }

  /// An instance with members of its own also is one of its plain kind.
  private func asKind(_ expression: Expression, _ found: KindID, _ wanted: KindID) -> Expression? {
    if found == wanted { return expression }
    guard let inner = baseInstances[found], model.instances[inner.index].kind == wanted else { return nil }
    return Expression(.instance(base: expression, inner, index: nil), .instance(wanted), expression.range)
  }

  func asValue(_ entity: Entity, _ range: SourceRange) -> Expression? {
    switch entity {
    case .value(let value): return value
    case .callback(let base, let id): return Expression(.callback(base: base, id), .callback, range)
    case .platform:
      guard let version = program.version else {
        report(ValueProblem.notAValue("a platform without versions", help: nil, range: range))
        return nil
      }
      return Expression(.integer(version), .integer(version...version), range)
    case .array(_, let id):
      report(
        NameProblem.missingIndex(
          model.instances[id.index].name, count: model.instances[id.index].count, range: range))
    case .function(_, let id):
      let name = model.functions[id.index].name
      report(ValueProblem.notAValue("a function", help: "call it: `\(name)()`", range: range))
    case .cancel: report(ValueProblem.notAValue("a function", help: "call it: `cancel()`", range: range))
    case .event: report(ValueProblem.notAValue("an event", help: nil, range: range))
    case .signal: report(ValueProblem.notAValue("a signal", help: nil, range: range))
    case .kind(let id):
      report(
        ValueProblem.notAValue("a kind", help: "name one of its instances, or make one with `new \(kind(id).name)`", range: range)
      )
    case .enumeration: report(ValueProblem.notAValue("an enumeration", help: nil, range: range))
    }
    return nil
  }

  private func noneValue(_ expected: ValueType?, _ range: SourceRange) -> Expression? {
    switch expected {
    case .reference, .closure, .job: return Expression(.none, expected ?? .void, range)
    case .instance(let id)?: return Expression(.none, .reference(id), range)
    case nil:
      report(UntypedProblem.untyped("none", range: range))
      return nil
    case .some(let type):
      report(ValueProblem.mismatch(expected: describe(type), found: "none", range: range))
      return nil
    }
  }

  private func anyValue(_ bounds: ExpressionSyntax?, _ expected: ValueType?, _ range: SourceRange) -> Expression? {
    if let bounds {
      // `any 1s...3s` is the range itself: it is chosen anew each time anyway.
      if typeOfRange(bounds) == .durationRange { return value(bounds, as: .durationRange) }
      guard mayChoose(range) else { return nil }
      guard let values = integerRange(bounds) else { return nil }
      return Expression(.any(values), .integer(values), range)
    }
    guard mayChoose(range) else { return nil }
    switch expected {
    case .integer(let values)?: return Expression(.any(values), .integer(values), range)
    case .bool?, .enumeration?, .reference?: return Expression(.any(nil), expected ?? .bool, range)
    case nil:
      report(UntypedProblem.untyped("any", range: range))
    case .some(let type):
      report(ValueProblem.mismatch(expected: describe(type), found: "any", range: range))
    }
    return nil
  }

  private func mayChoose(_ range: SourceRange) -> Bool {
    if code.purpose == .factOfState { report(ValueProblem.choiceInFact(range: range)) }
    return code.purpose != .factOfState
  }

  private func rangeValue(
    _ operation: RangeOperator, _ low: ExpressionSyntax, _ high: ExpressionSyntax, _ expected: ValueType?,
    _ range: SourceRange
  ) -> Expression? {
    guard operation == .closed,
      expected == .durationRange || typeOfRange(ExpressionSyntax(.range(operation, low, high), range)) != nil
    else {
      report(ValueProblem.misplacedRange(range: range))
      return nil
    }
    let least = value(low, as: .duration)
    let most: Expression?
    if case .forever = high.kind {
      most = Expression(.forever, .duration, high.range)
    } else {
      most = value(high, as: .duration)
    }
    guard let least, let most else { return nil }
    if let a = constant(least)?.duration, let b = constant(most)?.duration, a > b {
      report(ValueProblem.emptyRange(spell(a), spell(b), range: range))
      return nil
    }
    return Expression(.range(least, most), .durationRange, range)
  }

  private func conditional(
    _ condition: ExpressionSyntax, _ then: ExpressionSyntax, _ otherwise: ExpressionSyntax, _ expected: ValueType?,
    _ range: SourceRange
  ) -> Expression? {
    let checkedCondition = value(condition, as: .bool)
    let taken = checkedCondition.flatMap { constant($0)?.bool }
    let a = with({ $0.isDead = $0.isDead || taken == false }) { value(then, expecting: expected) }
    let b = with({ $0.isDead = $0.isDead || taken == true }) { value(otherwise, expecting: expected ?? a?.type) }
    if let taken {
      guard let checkedCondition, checkedCondition.hasEffects, let value = taken ? a : b else { return taken ? a : b }
      return Expression(.conditional(checkedCondition, value, value), value.type, range)
    }
    guard let checkedCondition, let a, let b else { return nil }
    if case .integer(let x) = a.type, case .integer(let y) = b.type {
      let both = min(x.lowerBound, y.lowerBound)...max(x.upperBound, y.upperBound)
      return Expression(.conditional(checkedCondition, a, b), .integer(both), range)
    }
    guard let same = coerced(b, to: a.type) else { return nil }
    return Expression(.conditional(checkedCondition, a, same), a.type, range)
  }

  private func quantified(
    _ quantifier: QuantifierSyntax, _ name: NameSyntax, _ source: ExpressionSyntax, _ condition: ExpressionSyntax?,
    _ range: SourceRange
  ) -> Expression? {
    guard let entity = entity(source) else { return nil }
    guard case .kind(let kind) = entity else {
      report(ValueProblem.mismatch(expected: "a kind", found: "something else", range: source.range))
      return nil
    }
    refuseUnlessSaidToBeThere(kind, at: source.range)
    return inFrame {
      let local = declareLocal(name, elementType(of: kind), .loop)
      let checked = condition.flatMap { value($0, as: .bool) }
      if condition != nil, checked == nil { return nil }
      let type: ValueType = quantifier == .count ? .integer(0...max(0, population(of: kind))) : .bool
      return Expression(.quantified(quantifier, local, kind, checked), type, range)
    }
  }

  /// Which entries of a pool there are to go over, its kind says: `while open`.
  func refuseUnlessSaidToBeThere(_ id: KindID, at range: SourceRange) {
    if saysNotWhileWhat.contains(id) { report(TypeProblem.neverSaidToBeThere(kind(id).name, range: range)) }
  }

  /// The type of `t` in `for t in K`.
  func elementType(of id: KindID) -> ValueType { kind(id).pool == nil ? .instance(id) : .reference(id) }

  /// `draft is saved`, `upload is running`
  private func isTest(_ subject: ExpressionSyntax, _ word: NameSyntax, _ range: SourceRange) -> Expression? {
    guard let entity = entity(subject) else { return nil }
    if word.text == "running" {
      switch entity {
      case .function(let base, let id): return Expression(.functionRunning(base: base, id), .bool, range)
      case .event(let base, let id): return Expression(.eventRunning(base: base, id), .bool, range)
      case .callback(let base, let id): return Expression(.callbackRunning(base: base, id), .bool, range)
      default: break
      }
    }
    if case .value(let value) = entity, case .enumeration(let id) = value.type {
      guard let index = indexOfCase(word, of: id) else { return nil }
      return Expression(.binary(.equal, value, Expression(.enumCase(id, index), value.type, word.range)), .bool, range)
    }
    guard let fact = member(word, of: entity, range: range).flatMap({ asValue($0, range) }) else { return nil }
    return coerced(fact, to: .bool)
  }
}

/// Mistakes in a value.
enum ValueProblem: Problem {
  case missingUnit(range: SourceRange)
  case emptyRange(String, String, range: SourceRange)
  case misplacedForever(range: SourceRange)
  case choiceInFact(range: SourceRange)
  case misplacedRange(range: SourceRange)
  case mismatch(expected: String, found: String, range: SourceRange)
  /// A thing is compared with one of the kind that it extends.
  case extended(kind: String, base: String, range: SourceRange)
  case outOfRange(String, type: String, value: String, range: SourceRange)
  case neverFits(String, type: String, value: String, range: SourceRange)
  case notAValue(String, help: String?, range: SourceRange)
  /// An instance declared by name where a reference is expected.
  case notAReference(kind: String, range: SourceRange)
  case notConstant(range: SourceRange)
  case notComparable(String, range: SourceRange)
  /// The app's own name, where one of the platform's with the same name would do.
  case hidden(String, expected: String, found: String, platform: String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .missingUnit(let range):
      return Diagnostic(
        .error, "duration-missing-unit", "a duration needs a unit", at: range, fixIts: [.insert("s", after: range)],
        help: "units are `ms`, `s`, `min` and `h`")
    case .emptyRange(let low, let high, let range):
      return Diagnostic(.error, "range-empty", "nothing lies between \(low) and \(high): the lower end comes first", at: range)
    case .misplacedForever(let range):
      return Diagnostic(
        .error, "misplaced-forever", "`forever` can only be the upper end of a range, as in `1s...forever`", at: range)
    case .choiceInFact(let range):
      return Diagnostic(
        .error, "choice-in-fact", "`any` chooses, and this only looks at what there is, again and again", at: range,
        help: "choose where code runs, and ask for what was chosen: `x = any`")
    case .misplacedRange(let range):
      return Diagnostic(
        .error, "misplaced-range", "a range is no value here", at: range, help: "`any 1...3` chooses one of its values")
    case .mismatch(let expected, let found, let range):
      return Diagnostic(.error, "type-mismatch", "expected \(expected), found \(found)", at: range)
    case .extended(let kind, let base, let range):
      return Diagnostic(
        .error, "type-mismatch", "expected \(base), found \(kind)", at: range,
        help: "the \(base) of a \(kind) is `base`: compare with that")
    case .hidden(let name, let expected, let found, let platform, let range):
      return Diagnostic(
        .error, "type-mismatch", "expected \(expected), found \(found)", at: range,
        help: "`\(name)` is the app's own here; the platform's is `\(platform).\(name)`")
    case .outOfRange(let target, let type, let value, let range):
      return Diagnostic(.error, "value-out-of-range", "\(target) takes \(type); \(value) never fits", at: range)
    case .neverFits(let name, let type, let value, let range):
      return Diagnostic(
        .error, "comparison-never-fits", "\(name) is \(type), so comparing it with \(value) always gives the same", at: range)
    case .notAValue(let what, let help, let range):
      return Diagnostic(.error, "not-a-value", "this names \(what), not a value", at: range, help: help)
    case .notAReference(let kind, let range):
      return Diagnostic(
        .error, "not-a-reference", "`\(kind)?` holds what `new \(kind)` made, not an instance declared by name", at: range)
    case .notConstant(let range):
      return Diagnostic(.error, "not-constant", "this has to be known before the run: a literal or a `const`", at: range)
    case .notComparable(let what, let range):
      return Diagnostic(.error, "not-comparable", "\(what) cannot be compared", at: range)
    }
  }
}

/// Mistakes in the type of a name, or in its definition.
enum UntypedProblem: Problem {
  case untyped(String, range: SourceRange)
  case noType(String, range: SourceRange)
  case integerWithoutRange(String, value: Int, range: SourceRange)
  case circular(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .untyped(let word, let range):
      return Diagnostic(
        .error, "untyped-value", "it is not clear of which type `\(word)` is here", at: range,
        help: "write the type: `var x: T = \(word)`")
    case .noType(let name, let range):
      return Diagnostic(
        .error, "missing-type", "`\(name)` needs a type or a first value", at: range, fixIts: [.insert(": Bool", after: range)])
    case .integerWithoutRange(let name, let value, let range):
      return Diagnostic(
        .error, "integer-without-range", "`\(name)` needs its range, as in `\(name): \(min(0, value))...\(max(3, value))`",
        at: range, fixIts: [.insert(": \(min(0, value))...\(max(3, value))", after: range)])
    case .circular(let name, let range):
      return Diagnostic(.error, "circular-definition", "`\(name)` is defined by itself", at: range)
    }
  }
}
