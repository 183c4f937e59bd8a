import LifecheckDiagnostics

extension Parser {
  mutating func parseProperty(_ role: PropertySyntax.Role) -> DeclarationKindSyntax {
    advance()
    let title = expectTitle(of: role.rawValue)
    var header = RuleHeader()
    while role == .rule, !isRecovering, parseClause(of: &header) {}
    expect(.colon, "expected-colon")
    let sentence = isRecovering ? missingSentence() : parseSentence(role)
    return .property(
      PropertySyntax(
        role: role, title: title, identifier: header.identifier, isAdvice: header.isAdvice, predicts: header.predicts,
        occasions: header.occasions, forEach: header.forEach, sentence: sentence))
  }

  // MARK: Rules

  /// The clauses of a rule between its title and the colon.
  private struct RuleHeader {
    var identifier: NameSyntax?
    var isAdvice = false
    var predicts: ExpressionSyntax?
    var occasions: [PhraseSyntax] = []
    var forEach: (name: NameSyntax, kinds: [NameSyntax])?
  }

  private mutating func parseClause(of rule: inout RuleHeader) -> Bool {
    switch current.word {
    case .id:
      advance()
      rule.identifier = parseIdentifier()
    case .advice:
      advance()
      rule.isAdvice = true
    case .predicts:
      advance()
      rule.predicts = parseExpression()
    case .about:
      advance()
      rule.occasions = parseOccasions()
    case .for:
      advance()
      rule.forEach = parseForEach()
    default:
      return false
    }
    return true
  }

  /// `t.open, resting`
  private mutating func parseOccasions() -> [PhraseSyntax] {
    isInSentence = true
    defer { isInSentence = false }
    var occasions = [parsePhrase()]
    while !isRecovering, take(.comma) != nil { occasions.append(parsePhrase()) }
    return occasions
  }

  /// `task-leaked`
  private mutating func parseIdentifier() -> NameSyntax {
    let start = current.start
    var last = expectName(of: "id")
    while !isRecovering, at(.minus), peek().kind == .name {
      advance()
      last = name(advance())
    }
    guard !isRecovering else { return last }
    let place = range(from: start)
    return NameSyntax(stream.file.text(of: place).filter { !$0.isWhitespace }, place)
  }

  private mutating func parseForEach() -> (name: NameSyntax, kinds: [NameSyntax]) {
    expect(.each)
    let title = isRecovering ? NameSyntax("", missingRange) : expectName(of: "each")
    expect(.in)
    guard !isRecovering else { return (title, []) }
    return (title, parseAlternatives(after: "in"))
  }

  /// `A or B`
  mutating func parseAlternatives(after owner: String) -> [NameSyntax] {
    var names = [expectName(of: owner)]
    while !isRecovering, at(.or), !isAtDeath(0) {
      advance()
      names.append(expectName(of: "or"))
    }
    return names
  }

  // MARK: Sentences

  private func missingSentence() -> SentenceSyntax {
    SentenceSyntax(kind: .possible(missingPhrase()), orDies: false, range: missingRange)
  }

  private func missingPhrase() -> PhraseSyntax {
    PhraseSyntax(expression: missingExpression(), verb: .none, range: missingRange)
  }

  private mutating func parseSentence(_ role: PropertySyntax.Role) -> SentenceSyntax {
    isInSentence = true
    defer { isInSentence = false }
    let start = current.start
    let kind = parseBody(role)
    return SentenceSyntax(kind: kind, orDies: parseDeathClause(), range: range(from: start))
  }

  /// `, or the app dies`
  private mutating func parseDeathClause() -> Bool {
    guard !isRecovering else { return false }
    if isAtDeath(0) { reportRepaired(.habit(.missingCommaBeforeDeath), at: range(previousEnd, previousEnd)) }
    guard isAtDeath(0) || at(.comma) && isAtDeath(1) else { return false }
    _ = skip(.comma)
    for _ in 0..<4 { advance() }
    return true
  }

  private mutating func parseBody(_ role: PropertySyntax.Role) -> SentenceKindSyntax {
    switch sentenceOpening {
    case .always:
      advance()
      return skip(.eventually) ? .eventually(parsePhrase()) : .always(parsePhrase())
    case .never:
      advance()
      let phrase = parsePhrase()
      return .never(phrase, atMost: clause(.for) { $0.parseExpression() })
    case .after:
      advance()
      return parseAfter()
    default:
      return parseFromPhrase(role)
    }
  }

  /// `always`, `never` or `after`, unless it is a name: `after.done`. A misspelling of one counts, with a message.
  private var sentenceOpening: Word? {
    mutating get {
      let next = peek()
      let isOperator = !startsOperand(next) && next.kind != .bang && next.word != .not && !next.startsLine
      if isOperator { return nil }
      if current.word == .always || current.word == .never || current.word == .after { return current.word }
      guard startsOperand(next), !isSentenceWord(next) else { return nil }
      return current.word == .enters || current.word == .dies ? nil : meantWord(among: [.always, .never, .after])
    }
  }

  /// After `after`.
  private mutating func parseAfter() -> SentenceKindSyntax {
    let cause = parsePhrase()
    expect(.comma, "expected-comma")
    if isRecovering { return .afterBefore(cause, missingPhrase(), missingPhrase()) }
    if skip(.never) {
      let effect = parsePhrase()
      expect(.until, fix: "`after …, never … until …`")
      return .afterNeverUntil(cause, effect, isRecovering ? missingPhrase() : parsePhrase())
    }
    let effect = parsePhrase()
    if clause(.before, { _ in true }) != nil { return .afterBefore(cause, effect, parsePhrase()) }
    expect(.within, fix: "say by when: `within 30s` or `before …`")
    let limit = isRecovering ? missingExpression() : parseExpression()
    return .afterWithin(cause, effect, limit, unless: clause(.unless) { $0.parseExpression() })
  }

  /// Sentences that begin with what they are about.
  private mutating func parseFromPhrase(_ role: PropertySyntax.Role) -> SentenceKindSyntax {
    let start = current.start
    let phrase = parsePhrase()
    if isRecovering { return .possible(phrase) }
    switch current.word {
    case .before:
      advance()
      return .before(phrase, parsePhrase())
    case .only:
      advance()
      expect(.after)
      return .onlyAfter(phrase, isRecovering ? missingPhrase() : parsePhrase())
    case .exactly, .at:
      return parseCounted(phrase)
    default:
      guard role != .possible else { return .possible(phrase) }
      if isAtItemEnd || at(.comma) {
        reportRepaired(.incompleteSentence(start: range(start, start)), at: phrase.range)
      }
      return .always(phrase)
    }
  }

  /// `exactly once per …`, `at most once per …`
  private mutating func parseCounted(_ phrase: PhraseSyntax) -> SentenceKindSyntax {
    let isExact = advance().word == .exactly
    if !isExact { expect(.most) }
    expect(.once)
    expect(.per, fix: "say once per what")
    let scope = isRecovering ? missingPhrase() : parsePhrase()
    guard isExact else { return .atMostOnce(phrase, per: scope) }
    return .exactlyOnce(phrase, per: scope, within: clause(.within) { $0.parseExpression() })
  }

  // MARK: Phrases

  private mutating func parsePhrase() -> PhraseSyntax {
    let start = current.start
    var phrase = parseHappening()
    phrase.subjectRange = range(from: start)
    phrase.condition = clause(.while_) { $0.parseExpression() }
    phrase.range = range(from: start)
    return phrase
  }

  private mutating func parseHappening() -> PhraseSyntax {
    let start = range(current)
    if at(.enters), startsOperand(peek()) {
      advance()
      return PhraseSyntax(expression: parseExpression(), verb: .enters, range: start)
    }
    if at(.dies), isEndOfPhrase(peek()) || isName(peek()) {
      let verb = name(advance())
      let reasons = isName(current) && !isEndOfPhrase(current) ? parseAlternatives(after: "dies") : []
      return PhraseSyntax(expression: ExpressionSyntax(.name(verb), start), verb: .dies(reasons), range: start)
    }
    let expression = parseExpression()
    return PhraseSyntax(expression: expression, verb: isRecovering ? .none : parseVerb(), range: start)
  }

  private func isEndOfPhrase(_ token: Token) -> Bool {
    token.startsLine || isSentenceWord(token) || token.word == .for
      || [.comma, .semicolon, .rightBrace, .endOfFile].contains(token.kind)
  }

  private mutating func parseVerb() -> PhraseSyntax.Verb {
    if skip(.returns) { return .returns }
    if skip(.fails) { return .fails }
    guard skip(.becomes) else { return .none }
    return .becomes(isEndOfPhrase(current) ? nil : parseExpression())
  }
}
