import LifecheckDiagnostics

// Declarations that hold code: functions, events, handlers.
extension Parser {
  mutating func parseFunction(isSystem: Bool = false) -> FunctionSyntax {
    advance()
    var function = FunctionSyntax(isSystem: isSystem, name: expectName(of: "func"), parameters: [], isAsync: false)
    if !isRecovering, at(.leftParen) {
      function.parameters = parseParameters()
    } else {
      expect(.leftParen, "expected-parameters")
    }
    while !isRecovering, parseClause(of: &function) {}
    recoverAtBlock()
    if !isRecovering, atOnSameLine(.leftBrace) { function.body = parseBlock(of: "func \(function.name.text)") }
    return function
  }

  /// Reads one of the clauses between the parameters and the body, in any order.
  private mutating func parseClause(of function: inout FunctionSyntax) -> Bool {
    if atOnSameLine(.arrow) {
      advance()
      function.result = parseType()
    } else if atOnSameLine(.async) {
      advance()
      function.isAsync = true
    } else if at(.takes) {
      rejectRepetition(of: function.takes)
      advance()
      function.takes = parseTaking()
    } else if at(.says) {
      rejectRepetition(of: function.says)
      function.says = parseSays()
    } else if isAtMayFail {
      rejectRepetition(of: function.mayFail)
      function.mayFail = parseMayFail()
    } else if isAtIgnoresCancel {
      rejectRepetition(of: function.ignoresCancel)
      function.ignoresCancel = parseIgnoresCancel()
    } else if at(.name), !current.startsLine, text(current) == "throws" {
      reportRepaired(.habit(.throwsClause), at: range(current))
      advance()
      function.mayFail = []
    } else {
      return false
    }
    return true
  }

  private mutating func rejectRepetition<Value>(of value: Value?) {
    if value != nil { reportRepaired(.misplaced(.duplicateClause(text(current))), at: range(current)) }
  }

  /// `may fail` or `, may fail`
  var isAtMayFail: Bool {
    let first = at(.comma) ? 1 : 0
    return peek(first).word == .may && peek(first + 1).word == .fail && (first == 1 || !current.startsLine)
  }

  /// The names after `may fail with`; none without `with`.
  mutating func parseMayFail() -> [NameSyntax] {
    _ = skip(.comma)
    advance()
    advance()
    return atOnSameLine(.with) ? clause(.with) { $0.namesOfErrors() } ?? [] : []
  }

  private mutating func namesOfErrors() -> [NameSyntax] {
    var names = [expectName(of: "with")]
    while !isRecovering, !isAtIgnoresCancel, skip(.comma) { names.append(expectName(of: ",")) }
    return names
  }

  /// `ignores cancel` or `, ignores cancel`; both are names elsewhere.
  private var isAtIgnoresCancel: Bool {
    let first = at(.comma) ? 1 : 0
    return isAtName("ignores", first) && isAtName("cancel", first + 1) && (first == 1 || !current.startsLine)
  }

  /// A word that means something in one place only.
  func isAtName(_ name: String, _ distance: Int) -> Bool { peek(distance).kind == .name && text(peek(distance)) == name }

  private mutating func parseIgnoresCancel() -> SourceRange {
    _ = skip(.comma)
    let start = advance()
    advance()
    return range(from: start.start)
  }

  /// The duration after `takes`.
  mutating func parseTaking() -> ExpressionSyntax {
    let outer = (isBlockExpected, isTiming)
    (isBlockExpected, isTiming) = (true, true)
    defer { (isBlockExpected, isTiming) = outer }
    return parseBinary(.range)
  }

  // MARK: Events and handlers

  mutating func parseEvent() -> DeclarationKindSyntax {
    advance()
    var event = EventSyntax(name: expectName(of: "event"), body: BlockSyntax(statements: [], range: missingRange))
    while !isRecovering, parseClause(of: &event) {}
    event.body = expectBlock(of: "event \(event.name.text)")
    return .event(event)
  }

  private mutating func parseClause(of event: inout EventSyntax) -> Bool {
    switch current.word {
    case .by where !current.startsLine:
      rejectRepetition(of: event.by)
      advance()
      event.by = expectName(of: "by")
    case .says:
      rejectRepetition(of: event.says)
      event.says = parseSaysOrNone()
    case .on where !current.startsLine:
      rejectRepetition(of: event.executor)
      advance()
      event.executor = expectName(of: "on")
    case .when:
      rejectRepetition(of: event.when)
      advance()
      event.when = parseCondition()
    case .latest:
      rejectRepetition(of: event.latest)
      advance()
      event.latest = parseCondition()
    default:
      return false
    }
    return true
  }

  mutating func parseHandler() -> DeclarationKindSyntax {
    advance()
    if at(.dies), isDeathHandler { return parseDeathHandler() }
    let pathStart = current.start
    let callback = parsePath(after: "on")
    let owner = "on \(stream.file.text(of: range(from: pathStart)))".shortened
    var handler = HandlerSyntax(callback: callback, parameters: [], body: BlockSyntax(statements: [], range: missingRange))
    if !isRecovering, atOnSameLine(.leftParen) { handler.parameters = parseNamesInParentheses() }
    if !isRecovering, atOnSameLine(.on) {
      advance()
      handler.executor = expectName(of: "on")
    }
    handler.body = expectBlock(of: owner)
    return .handler(handler)
  }

  /// `dies` may also be the name of a callback: `on dies(x) { … }`, `on dies.soon { … }`.
  private var isDeathHandler: Bool {
    peek().kind == .leftBrace || isName(peek()) && (peek(2).kind == .leftBrace || peek(2).word == .or)
  }

  private mutating func parseDeathHandler() -> DeclarationKindSyntax {
    advance()
    let reasons = at(.leftBrace) ? [] : parseAlternatives(after: "dies")
    return .onDies(reasons: reasons, body: expectBlock(of: "on dies"))
  }

  private mutating func parseNamesInParentheses() -> [NameSyntax] {
    let opening = advance()
    let names = at(.rightParen) ? [] : nameList(of: "(")
    close(opening)
    return names
  }
}
