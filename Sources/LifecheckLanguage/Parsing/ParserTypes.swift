import LifecheckDiagnostics

extension Parser {
  mutating func expectTypeAfterColon() -> TypeSyntax {
    expect(.colon, "expected-colon")
    return isRecovering ? missingType() : parseType()
  }

  private func missingType() -> TypeSyntax { .named(NameSyntax("", missingRange)) }

  mutating func parseType() -> TypeSyntax {
    let start = current.start
    return nested { parser in
      parser.chain { parser in
        var type = parser.parseTypeWithoutMark()
        while parser.atOnSameLine(.question) {
          parser.countWrapping()
          guard !parser.isAtEnd else { break }
          parser.advance()
          type = .optional(type, parser.range(from: start))
        }
        return type
      }
    } ?? missingType()
  }

  private mutating func parseTypeWithoutMark() -> TypeSyntax {
    if at(.leftParen), peek().kind == .rightParen { return parseClosureType() }
    if at(.leftParen), peek().kind != .integer, peek().kind != .duration, !isOperand(peek(), before: peek(2)) {
      return parseTypeInParentheses()
    }
    if isName(current), !isOperand(current, before: peek()) { return .named(name(advance())) }
    guard isName(current) || at(.integer) || at(.duration) || at(.leftParen) else {
      reportMissing(.type(after: previousText, found: text(current)))
      return missingType()
    }
    let range = parseBinary(.range)
    return .range(range, range.range)
  }

  /// A name begins the bounds of a range, not a type, when arithmetic follows.
  private func isOperand(_ token: Token, before next: Token) -> Bool {
    switch next.kind {
    case .ellipsis, .halfOpen, .plus, .minus, .star, .dot: isName(token)
    default: false
    }
  }

  private mutating func parseTypeInParentheses() -> TypeSyntax {
    let opening = advance()
    let type = parseType()
    close(opening)
    guard at(.arrow) else { return type }
    report(.habit(.closureWithValues), at: range(from: opening.start))
    advance()
    if isName(current) { advance() }
    return .closure(range(from: opening.start))
  }

  /// `() -> Void`; a `?` behind it makes the closure optional, for what else could it mean.
  private mutating func parseClosureType() -> TypeSyntax {
    let start = advance()
    advance()
    expect(.arrow, "expected-arrow")
    if !isRecovering, isName(current) {
      if text(current) != "Void" {
        report(.missing(.word("`Void`", after: "->", fix: "closures return nothing")), at: range(current))
      }
      advance()
    } else if !isRecovering {
      reportMissing(.word("`Void`", after: "->", fix: nil))
    }
    return .closure(range(from: start.start))
  }

  // MARK: Parameters

  /// `(limit: Duration = 5s, on q: queue)`; the current token is `(`.
  mutating func parseParameters() -> [ParameterSyntax] {
    let opening = advance()
    var parameters: [ParameterSyntax] = []
    if !at(.rightParen) {
      repeat { parameters.append(parseParameter()) } while !isRecovering && skip(.comma)
    }
    close(opening)
    return parameters
  }

  private mutating func parseParameter() -> ParameterSyntax {
    // A label may be any word, as in Swift.
    let label = at(.name) && peek().kind == .name && peek(2).kind == .colon ? name(advance()) : nil
    let title = expectName(of: previousText)
    expect(.colon, "expected-colon")
    let isOnce = !isRecovering && at(.once) && (peek().kind == .leftParen || peek().kind == .name)
    if isOnce { advance() }
    let type = isRecovering ? missingType() : parseType()
    return ParameterSyntax(
      label: label, name: title, type: type, isOnce: isOnce, sources: parseSources(), initial: initialValue())
  }

  /// `from runs or expired`
  private mutating func parseSources() -> [NameSyntax] {
    guard !isRecovering, at(.from) else { return [] }
    advance()
    var sources: [NameSyntax] = []
    repeat { sources.append(expectName(of: previousText)) } while !isRecovering && skip(.or)
    return sources
  }
}
