import LifecheckDiagnostics

extension Parser {
  /// A primary with all that is written behind it, and with `try` and `await` before it.
  mutating func parseOperand() -> ExpressionSyntax {
    switch current.word {
    case .try_: return parseTry()
    case .await: return parseAwait()
    default: return chain { parser in parser.parsePostfix() }
    }
  }

  private mutating func parseTry() -> ExpressionSyntax {
    let start = advance()
    let isOptional = at(.question) && current.start == start.end
    if isOptional { advance() }
    let operand = nested { parser in parser.parseOperand() } ?? missingExpression()
    return ExpressionSyntax(.trying(operand, isOptional: isOptional), range(from: start.start))
  }

  private mutating func parseAwait() -> ExpressionSyntax {
    if peek().kind == .leftBrace || peek().word == .on { return parseTask(.await) }
    let start = advance()
    let operand = nested { parser in parser.parseOperand() } ?? missingExpression()
    return ExpressionSyntax(.awaiting(operand), range(from: start.start))
  }

  /// `async { … }`, `await on q { … }`, `sync on q { … }`
  mutating func parseTask(_ mode: TaskModeSyntax) -> ExpressionSyntax {
    let start = advance()
    var executor: ExpressionSyntax?
    if skip(.on) {
      let outer = isBlockExpected
      isBlockExpected = true
      executor = parseOperand()
      isBlockExpected = outer
    }
    let body =
      parseBodyWithCaptures(of: mode) ?? expectBlock(of: executor == nil ? mode.rawValue : "\(mode.rawValue) on …")
    return ExpressionSyntax(.task(mode, executor: executor, body: body), range(from: start.start))
  }

  /// `{ [weak self] in … }`, which is a closure elsewhere; nil: the code begins without that.
  private mutating func parseBodyWithCaptures(of mode: TaskModeSyntax) -> BlockSyntax? {
    guard !isRecovering, atOnSameLine(.leftBrace), peek().kind == .leftBracket else { return nil }
    let list = index + 1
    guard case .closure(let closure) = parseClosure().kind else { return nil }
    let end = tokens[list...].firstIndex { $0.kind == .rightBracket } ?? list
    let place = range(tokens[list].start, tokens[end].end)
    if !isRecovering { reportRepaired(.habit(.captureInTask(mode: mode.rawValue)), at: place) }
    return closure.body
  }

  // MARK: What is written behind a primary

  private mutating func parsePostfix() -> ExpressionSyntax {
    var value = parsePrimary()
    while !isRecovering, let longer = parseSuffix(of: value) { value = longer }
    return isRecovering ? value : parseTiming(of: value)
  }

  /// One member, index, argument list or trailing closure; nil when there is no more.
  private mutating func parseSuffix(of value: ExpressionSyntax) -> ExpressionSyntax? {
    let isSuffix =
      at(.dot) || atOnSameLine(.leftBracket) || atOnSameLine(.leftParen) || isAtOptionalCall
      || isAtTrailingClosure(of: value)
    guard isSuffix else { return nil }
    countWrapping()
    guard !isAtEnd else { return nil }
    let kind: ExpressionKindSyntax
    switch current.kind {
    case .dot: kind = parseMember(of: value)
    case .leftBracket: kind = parseIndex(of: value)
    case .leftBrace: kind = appendingTrailingClosure(to: value)
    case .question: kind = parseOptionalCall(of: value)
    default: kind = .call(callee: value, arguments: parseArguments(), isOptional: false)
    }
    return ExpressionSyntax(kind, range(from: value.range.start))
  }

  mutating func parseMember(of value: ExpressionSyntax) -> ExpressionKindSyntax {
    advance()
    guard at(.name), !current.startsLine else {
      reportMissing(.name(of: "."))
      return .member(value, NameSyntax("", missingRange))
    }
    return .member(value, name(advance()))
  }

  mutating func parseIndex(of value: ExpressionSyntax) -> ExpressionKindSyntax {
    let opening = advance()
    let position = parseInBrackets()
    close(opening)
    return .index(value, position)
  }

  /// `x?()`, `x?.f()`
  private var isAtOptionalCall: Bool {
    guard atOnSameLine(.question) else { return false }
    return peek().kind == .leftParen && !peek().startsLine || peek().kind == .dot
  }

  private mutating func parseOptionalCall(of value: ExpressionSyntax) -> ExpressionKindSyntax {
    advance()
    var callee = value
    if at(.dot) { callee = ExpressionSyntax(parseMember(of: value), range(from: value.range.start)) }
    guard atOnSameLine(.leftParen) else {
      if !isRecovering { expect(.leftParen, "expected-arguments") }
      return .call(callee: callee, arguments: [], isOptional: true)
    }
    return .call(callee: callee, arguments: parseArguments(), isOptional: true)
  }

  // MARK: Trailing closures

  private func isAtTrailingClosure(of value: ExpressionSyntax) -> Bool {
    guard !isBlockExpected, atOnSameLine(.leftBrace) else { return false }
    switch value.kind {
    case .name, .member, .call: return true
    default: return false
    }
  }

  private mutating func appendingTrailingClosure(to value: ExpressionSyntax) -> ExpressionKindSyntax {
    let argument = ArgumentSyntax(label: nil, value: parseClosure())
    guard case .call(let callee, let arguments, let isOptional) = value.kind, !endsWithClosure(value) else {
      return .call(callee: value, arguments: [argument], isOptional: false)
    }
    return .call(callee: callee, arguments: arguments + [argument], isOptional: isOptional)
  }

  /// A second closure after a trailing one is no argument of the same call.
  private func endsWithClosure(_ call: ExpressionSyntax) -> Bool { stream.file.text[call.range.end - 1] == UInt8(ascii: "}") }

  // MARK: Time and failure

  /// `send takes 2s...40s, may fail`
  private mutating func parseTiming(of value: ExpressionSyntax) -> ExpressionSyntax {
    guard !isTiming, at(.takes) || isAtMayFail, isTimeable(value) else { return value }
    countWrapping()
    let duration = clause(.takes) { $0.parseTaking() }
    let mayFail = !isRecovering && isAtMayFail ? parseMayFail() : nil
    return ExpressionSyntax(.timed(value, takes: duration, mayFail: mayFail), range(from: value.range.start))
  }

  private func isTimeable(_ value: ExpressionSyntax) -> Bool {
    switch value.kind {
    case .name, .member, .call, .index: true
    default: false
    }
  }

  // MARK: Arguments

  /// `(1, on: main)`; the current token is `(`.
  mutating func parseArguments() -> [ArgumentSyntax] {
    let opening = advance()
    let arguments = at(.rightParen) ? [] : unconditionally { $0.parseArgumentList() }
    close(opening)
    return arguments
  }

  private mutating func parseArgumentList() -> [ArgumentSyntax] {
    var arguments: [ArgumentSyntax] = []
    repeat {
      let label = at(.name) && peek().kind == .colon ? name(advance()) : nil
      if label != nil { advance() }
      arguments.append(ArgumentSyntax(label: label, value: parseExpression()))
    } while !isRecovering && skip(.comma)
    return arguments
  }

  mutating func parseInBrackets() -> ExpressionSyntax { unconditionally { $0.parseExpression() } }

  /// Inside brackets, what surrounds them does not matter: closures and `takes` are allowed again.
  private mutating func unconditionally<Syntax>(_ read: (inout Parser) -> Syntax) -> Syntax {
    let outer = (isBlockExpected, isTiming, isInSentence)
    (isBlockExpected, isTiming, isInSentence) = (false, false, false)
    defer { (isBlockExpected, isTiming, isInSentence) = outer }
    return read(&self)
  }
}
