import LifecheckDiagnostics

// Fourth step: sentences. Whether a phrase is a fact or a happening is decided by what it names.

extension Checker {
  func checkProperties() {
    var titles: [String: SourceRange] = [:]
    for item in declared {
      guard case .property(let syntax) = item.item else { continue }
      if let first = titles[syntax.title.text] {
        report(PropertyProblem.duplicateTitle(syntax.title.text, range: syntax.title.range, first: first))
      }
      titles[syntax.title.text] = titles[syntax.title.text] ?? syntax.title.range
      check(syntax, owner: item.owner, documentation: item.documentation)
    }
  }

  private func check(_ syntax: PropertySyntax, owner: KindID, documentation: String) {
    let predicts = syntax.predicts.flatMap { text in inCode(of: owner, .fact) { value(text, as: .string) } }
    if let forEach = syntax.forEach {
      let kinds = inCode(of: owner, .fact) { forEach.kinds.compactMap(knownKind) }
      // Each kind has members of its own, so a rule about several is one property for each.
      for kind in kinds {
        add(syntax, owner, documentation, predicts, forEach: (forEach.name, kind, kinds))
      }
    } else {
      add(syntax, owner, documentation, predicts, forEach: nil)
    }
  }

  private func add(
    _ syntax: PropertySyntax, _ owner: KindID, _ documentation: String, _ predicts: Expression?,
    forEach: (name: NameSyntax, kind: KindID, all: [KindID])?
  ) {
    inCode(of: owner, .factOfState) {
      var bound: (local: LocalID, kinds: [KindID])?
      if let forEach {
        bound = (declareLocal(forEach.name, elementType(of: forEach.kind), .loop), [forEach.kind])
      }
      forEachScope = forEach.map { ($0.name.text, $0.all) }
      defer { forEachScope = nil }
      let occasions = syntax.occasions.compactMap { checked($0, .both) }
      namesUsed = 0
      let before = diagnostics.count
      let sentences = self.sentences(syntax.sentence)
      if namesUsed == 0, diagnostics.count == before, !syntax.sentence.namesDeath {
        report(PropertyProblem.aboutNothing(syntax.title.text, range: syntax.sentence.range))
      }
      for sentence in sentences {
        if syntax.role == .assume, !sentence.isInvariant {
          report(
            PropertyProblem.notSupported(
              "an assumption other than `always` or `never` about facts", help: "constrain the `when` of the event instead",
              range: syntax.sentence.range))
        }
        model.properties.append(
          Property(
            role: Property.Role(syntax.role), title: syntax.title.text, identifier: syntax.identifier?.text,
            isAdvice: syntax.isAdvice, predicts: predicts, occasions: occasions, forEach: bound, sentence: sentence,
            orDies: syntax.sentence.orDies, owner: owner, range: syntax.title.range, documentation: documentation))
      }
    }
  }

  /// Usually one; `never E or F` about happenings is two.
  private func sentences(_ syntax: SentenceSyntax) -> [Sentence] {
    func one(_ sentence: Sentence?) -> [Sentence] { sentence.map { [$0] } ?? [] }
    switch syntax.kind {
    case .always(let phrase): return one(fact(phrase, .whenever, after: "always").map(Sentence.always))
    case .never(let phrase, nil): return never(phrase)
    case .never(let phrase, let limit?): return one(neverFor(phrase, limit))
    case .before(let first, let second): return one(before(first, second))
    case .afterWithin(let trigger, let answer, let limit, let unless):
      return one(afterWithin(trigger, answer, limit, unless: unless))
    case .afterBefore(let trigger, let first, let second):
      return one(three(trigger, first, second).map { .afterBefore($0, $1, $2) })
    case .afterNeverUntil(let trigger, let never, let until):
      return one(three(trigger, never, until).map { .afterNeverUntil($0, $1, $2) })
    case .onlyAfter(let later, let earlier): return one(onlyAfter(later, earlier))
    case .exactlyOnce(let counted, let per, let limit): return one(exactlyOnce(counted, per: per, within: limit))
    case .atMostOnce(let counted, let per): return one(perScope(counted, per).map { .atMostOnce($0, per: $1) })
    case .eventually:
      report(
        PropertyProblem.notSupported(
          "`always eventually`", help: "say by when: `after …, … within 30s`", range: syntax.range))
      return []
    case .possible(let phrase): return one(possible(phrase))
    }
  }

  // Each part of a sentence is checked whatever is wrong with the others.

  private func neverFor(_ phrase: PhraseSyntax, _ limit: ExpressionSyntax) -> Sentence? {
    let fact = fact(phrase, .both, after: "never … for")
    let limit = value(limit, as: .duration)
    guard let fact, let limit else { return nil }
    return .neverFor(fact, limit)
  }

  private func before(_ first: PhraseSyntax, _ second: PhraseSyntax) -> Sentence? {
    let a = checked(first, .whenever)
    let b = happening(second)
    guard let a, let b else { return nil }
    switch a {
    case .fact(let fact): return .before(fact, b)
    case .happening(let earlier): return .onlyAfter(b, earlier)
    }
  }

  private func afterWithin(
    _ trigger: PhraseSyntax, _ answer: PhraseSyntax, _ limit: ExpressionSyntax, unless: ExpressionSyntax?
  ) -> Sentence? {
    let a = happening(trigger)
    let b = happening(answer)
    let duration = value(limit, as: .duration)
    let exception = unless.map { value($0, as: .bool) }
    guard let a, let b, let duration else { return nil }
    if let exception, exception == nil { return nil }
    return .afterWithin(a, b, duration, unless: exception ?? nil)
  }

  private func onlyAfter(_ later: PhraseSyntax, _ earlier: PhraseSyntax) -> Sentence? {
    let a = happening(later)
    let b = happening(earlier)
    guard let a, let b else { return nil }
    return .onlyAfter(a, b)
  }

  private func exactlyOnce(_ counted: PhraseSyntax, per: PhraseSyntax, within limit: ExpressionSyntax?) -> Sentence? {
    let duration = limit.map { value($0, as: .duration) }
    guard let (a, b) = perScope(counted, per) else { return nil }
    if let duration, duration == nil { return nil }
    return .exactlyOnce(a, per: b, within: duration ?? nil)
  }

  private func possible(_ phrase: PhraseSyntax) -> Sentence? {
    switch checked(phrase, .both) {
    case .fact(let fact)?: .possibleFact(fact)
    case .happening(let happening)?: .possibleHappening(happening)
    case nil: nil
    }
  }

  private func three(
    _ a: PhraseSyntax, _ b: PhraseSyntax, _ c: PhraseSyntax
  ) -> (Happening, Happening, Happening)? {
    let x = happening(a)
    let y = happening(b)
    let z = happening(c)
    guard let x, let y, let z else { return nil }
    return (x, y, z)
  }

  private func never(_ phrase: PhraseSyntax) -> [Sentence] {
    if case .none = phrase.verb, case .binary(.or, let left, let right) = phrase.expression.kind,
      isHappening(left) || isHappening(right) || belongsToOtherKind(left) || belongsToOtherKind(right)
    {
      return [left, right].filter { !belongsToOtherKind($0) }.flatMap { side in
        never(
          PhraseSyntax(expression: side, verb: .none, condition: phrase.condition, range: phrase.range, subjectRange: side.range))
      }
    }
    switch checked(phrase, .both) {
    case .fact(let fact)?: return [.neverFact(fact)]
    case .happening(let happening)?: return [.neverHappening(happening)]
    case nil: return []
    }
  }

  /// In `for each t in A or B: never t.x or t.y`, `t.x` counts for those of the kinds that have an `x`.
  private func belongsToOtherKind(_ syntax: ExpressionSyntax) -> Bool {
    guard let scope = forEachScope, case .member(let base, let name) = syntax.kind, case .name(let subject) = base.kind,
      subject.text == scope.name, let value = quietly({ value(base) }), let own = value.type.kindID,
      findMember(name.text, of: own, base: value) == nil
    else { return false }
    return scope.kinds.contains { members[$0.index][name.text] != nil }
  }

  /// `E … per F`: E may be about a parameter of F's callback, by its declared name or a handler's name for it.
  private func perScope(_ counted: PhraseSyntax, _ per: PhraseSyntax) -> (Happening, Happening)? {
    let scope = happening(per)
    let inner = inFrame {
      if case .callback(_, let id)? = scope?.kind { bindCallbackParameters(id) }
      return happening(counted)
    }
    guard let scope, let inner else { return nil }
    return (inner, scope)
  }

  private func bindCallbackParameters(_ id: CallbackID) {
    let parameters = model.callbacks[id.index].parameters
    for (index, parameter) in parameters.enumerated() {
      let local = model.locals[parameter.index]
      bind(NameSyntax(local.name, local.range), .local(parameter), .parameter)
      for handler in model.handlers where handler.callback == id && index < handler.parameters.count {
        let own = model.locals[handler.parameters[index].index]
        bind(NameSyntax(own.name, own.range), .local(parameter), .parameter)
      }
    }
  }
}

extension Property.Role {
  init(_ syntax: PropertySyntax.Role) {
    switch syntax {
    case .property: self = .property
    case .possible: self = .possible
    case .rule: self = .rule
    case .assume: self = .assume
    }
  }
}

extension Sentence {
  fileprivate var isInvariant: Bool {
    switch self {
    case .always, .neverFact: true
    default: false
    }
  }
}

extension SentenceSyntax {
  /// Deaths are names too, though not of the spec's declarations.
  fileprivate var namesDeath: Bool {
    switch kind {
    case .always(let a), .never(let a, _), .eventually(let a), .possible(let a): a.isDeath
    case .before(let a, let b), .onlyAfter(let a, let b), .exactlyOnce(let a, let b, _), .atMostOnce(let a, let b),
      .afterWithin(let a, let b, _, _):
      a.isDeath || b.isDeath
    case .afterBefore(let a, let b, let c), .afterNeverUntil(let a, let b, let c): a.isDeath || b.isDeath || c.isDeath
    }
  }
}

extension PhraseSyntax {
  fileprivate var isDeath: Bool {
    if case .dies = verb { true } else { false }
  }
}

/// The mistakes that a property can contain.
enum PropertyProblem: Problem {
  case aboutNothing(String, range: SourceRange)
  case duplicateTitle(String, range: SourceRange, first: SourceRange)
  case notSupported(String, help: String, range: SourceRange)
  case needsFact(after: String, range: SourceRange)
  case noReturn(String, verb: String, range: SourceRange)
  case cannotFail(String, range: SourceRange)
  case calledInSentence(range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .aboutNothing(let title, let range):
      return Diagnostic(
        .error, "property-about-nothing", "\"\(title)\" names nothing of this spec, so it says nothing about it", at: range)
    case .duplicateTitle(let title, let range, let first):
      return Diagnostic(.error, "duplicate-title", "there are two properties called \"\(title)\"", at: range)
        .label("the first is here", at: first)
    case .notSupported(let what, let help, let range):
      return Diagnostic(.error, "not-supported", "\(what) is not decided yet", at: range, help: help)
    case .needsFact(let word, let range):
      return Diagnostic(
        .error, "needs-fact", "`\(word)` needs a fact, something that is true or false; this happens in an instant", at: range,
        help: "name what is running: `… is running`")
    case .noReturn(let what, let verb, let range):
      return Diagnostic(
        .error, "needs-call", "\(what) cannot be followed by `\(verb)`: only functions and callbacks can", at: range)
    case .cannotFail(let name, let range):
      return Diagnostic(.error, "cannot-fail", "`\(name)` never fails: its declaration has no `may fail`", at: range)
    case .calledInSentence(let range):
      return Diagnostic(.error, "call-in-fact", "in a sentence, a call is named without `()`", at: range)
    }
  }
}
