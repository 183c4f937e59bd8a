import LifecheckDiagnostics

extension Checker {
  /// How `C while D` is read as one fact.
  enum ConditionReading {
    /// Both hold: what must never be, or may be.
    case both
    /// C holds whenever D does: what must always be.
    case whenever
  }

  func checked(_ phrase: PhraseSyntax, _ reading: ConditionReading) -> Phrase? {
    guard let (subject, condition) = subjectAndCondition(phrase) else { return nil }
    guard let condition else { return subject }
    switch (subject, reading) {
    case (.fact(let fact), .both):
      return .fact(simplified(Expression(.binary(.and, fact, condition), .bool, phrase.range)))
    case (.fact(let fact), .whenever):
      let otherwise = Expression(.not(condition), .bool, condition.range)
      return .fact(simplified(Expression(.binary(.or, otherwise, fact), .bool, phrase.range)))
    case (.happening(var happening), _):
      happening.condition = condition
      happening.subjectRange = phrase.subjectRange ?? phrase.range
      return .happening(happening)
    }
  }

  private func subjectAndCondition(_ phrase: PhraseSyntax) -> (Phrase, Fact?)? {
    let condition = phrase.condition.map { value($0, as: .bool) }
    guard let subject = checkedSubject(phrase) else { return nil }
    if let condition, condition == nil { return nil }
    return (subject, condition ?? nil)
  }

  func fact(_ phrase: PhraseSyntax, _ reading: ConditionReading, after word: String) -> Fact? {
    switch checked(phrase, reading) {
    case .fact(let fact)?: return fact
    case .happening?:
      report(PropertyProblem.needsFact(after: word, range: phrase.range))
      return nil
    case nil: return nil
    }
  }

  /// A fact in the place of a happening means that it becomes true.
  func happening(_ phrase: PhraseSyntax) -> Happening? {
    guard let (subject, condition) = subjectAndCondition(phrase) else { return nil }
    switch subject {
    case .fact(let fact): return Happening(kind: .becomes(fact), condition: condition, range: phrase.range)
    case .happening(var happening):
      happening.condition = condition
      happening.subjectRange = phrase.subjectRange ?? phrase.range
      return happening
    }
  }

  /// Whether the expression names something that happens, without reporting anything.
  func isHappening(_ syntax: ExpressionSyntax) -> Bool {
    switch syntax.kind {
    case .name, .member: break
    case .binary(.or, let left, let right): return isHappening(left) || isHappening(right)
    default: return false
    }
    switch quietly({ entity(syntax) }) {
    case .function, .callback, .event, .signal: return true
    default: return false
    }
  }

  /// Runs `body` only to see what comes out.
  func quietly<T>(_ body: () -> T) -> T {
    let before = diagnostics
    defer { diagnostics = before }
    return body()
  }

  private func checkedSubject(_ phrase: PhraseSyntax) -> Phrase? {
    let range = phrase.range
    func happens(_ kind: Happening.Kind) -> Phrase { .happening(Happening(kind: kind, condition: nil, range: range)) }
    switch phrase.verb {
    case .none: return named(phrase.expression, range)
    case .returns, .fails: return answer(phrase.expression, phrase.verb, range)
    case .becomes(nil), .enters:
      return value(phrase.expression, as: .bool).map { happens(.becomes($0)) }
    case .becomes(let wanted?):
      guard let subject = value(phrase.expression) else { return nil }
      guard let value = value(wanted, as: subject.type) else { return nil }
      return happens(.becomes(Expression(.binary(.equal, subject, value), .bool, range)))
    case .dies(let reasons):
      noteNamedDeaths(reasons)
      return happens(.dies(reasons.map(\.text)))
    }
  }

  /// A bare expression: the call of what it names, or a fact.
  private func named(_ syntax: ExpressionSyntax, _ range: SourceRange) -> Phrase? {
    func happens(_ kind: Happening.Kind) -> Phrase { .happening(Happening(kind: kind, condition: nil, range: range)) }
    if case .call(let callee, _, _) = syntax.kind, isHappening(callee) {
      report(PropertyProblem.calledInSentence(range: syntax.range))
      return nil
    }
    switch syntax.kind {
    case .name, .member, .index, .selfReference: break
    default: return value(syntax, as: .bool).map(Phrase.fact)
    }
    guard let entity = entity(syntax, expecting: .bool) else { return nil }
    switch entity {
    case .function(let base, let id): return happens(.calls(target: base, id))
    case .callback(let base, let id): return happens(.callback(target: base, id))
    case .event(let base, let id): return happens(.event(target: base, id))
    case .signal(let base, let id): return happens(.signal(target: base, id))
    default: return asValue(entity, syntax.range).flatMap { coerced($0, to: .bool) }.map(Phrase.fact)
    }
  }

  /// `f returns`, `f fails`
  private func answer(_ syntax: ExpressionSyntax, _ verb: PhraseSyntax.Verb, _ range: SourceRange) -> Phrase? {
    func happens(_ kind: Happening.Kind) -> Phrase { .happening(Happening(kind: kind, condition: nil, range: range)) }
    guard let entity = entity(syntax) else { return nil }
    var isFailure = false
    if case .fails = verb { isFailure = true }
    switch entity {
    case .function(let base, let id):
      guard isFailure else { return happens(.returns(target: base, id)) }
      if model.functions[id.index].mayFail == nil {
        report(PropertyProblem.cannotFail(model.functions[id.index].name, range: syntax.range))
        return nil
      }
      return happens(.fails(target: base, id))
    case .callback(let base, let id) where !isFailure: return happens(.callbackReturns(target: base, id))
    default:
      report(PropertyProblem.noReturn("this", verb: isFailure ? "fails" : "returns", range: syntax.range))
      return nil
    }
  }
}
