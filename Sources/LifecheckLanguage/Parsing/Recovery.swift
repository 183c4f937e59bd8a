import LifecheckDiagnostics

extension Parser {
  /// Reports a mistake, unless it is an echo of one just reported, and loses the way.
  mutating func report(_ problem: SyntaxProblem, at range: SourceRange) {
    if !isEcho { add(problem.diagnostic(at: range)) }
    isRecovering = true
  }

  /// Reports a mistake whose repair is so clear that reading goes on as if it had been made.
  mutating func reportRepaired(_ problem: SyntaxProblem, at range: SourceRange) {
    if !isEcho { add(problem.diagnostic(at: range)) }
  }

  /// Reports that something is missing here: at the offending word, or behind the last one if that ended its line.
  mutating func reportMissing(_ text: MissingText) { reportMissing(SyntaxProblem.missing(text)) }

  mutating func reportMissing(_ problem: SyntaxProblem) {
    report(problem, at: missingRange)
  }

  var missingRange: SourceRange {
    current.startsLine || isAtEnd ? range(previousEnd, previousEnd) : range(current)
  }

  private var isEcho: Bool { isRecovering || current.followsBadText || index > 0 && tokens[index - 1].followsBadText }

  private mutating func add(_ diagnostic: Diagnostic) {
    if diagnostics.count < Parsed.mostDiagnostics { diagnostics.append(diagnostic) }
  }

  // MARK: Finding the way again

  /// Ends a statement or declaration that began at token `start`.
  mutating func endItem(startedAt start: Int) {
    if !isRecovering, !isAtItemEnd { reportUnexpected() }
    if isRecovering {
      if index == start, !at(.rightBrace) { skipBalanced() }
      skipToItemEnd()
      // At the end of the file everything that is still open would complain.
      isRecovering = isAtEnd
    }
    while skip(.semicolon) {}
  }

  mutating func reportUnexpected() {
    let followers: [Word] = [.else, .catch_, .and, .or, .is_, .takes, .where_, .within, .before, .until, .unless, .while_]
    let suggestion = at(.name) ? closestName(to: text(current), in: followers.map(\.rawValue)) : nil
    report(.misplaced(.unexpected(text(current).shortened, suggestion: suggestion)), at: range(current))
  }

  /// To the end of the line, of the enclosing braces, or to a `;`, over whole brackets.
  mutating func skipToItemEnd() {
    while !isAtItemEnd { skipBalanced() }
  }

  /// Over one token, or from an opening bracket to its closing one.
  private mutating func skipBalanced() {
    var open = OpenBrackets()
    repeat {
      open.pass(advance().kind)
      // A round or square bracket that was never closed must not swallow the rest of the file.
      let isLost = !open.isInBraces && (at(.rightBrace) || current.startsLine && isItemKeyword(current))
      if isLost { return }
    } while !open.isEmpty && !isAtEnd
  }

  /// A word at the start of a line that surely begins a new statement or declaration.
  private func isItemKeyword(_ token: Token) -> Bool {
    switch token.word {
    case .if, .guard_, .return_, .for, .do, .defer_, .var_, .let_, .on, .func_, .event, .property, .rule, .possible: true
    case .def, .const, .param, .kind, .setting, .callback, .enum_, .phases, .durable:
      isName(tokens[min(index + 1, tokens.count - 1)])
    default: false
    }
  }

  /// To the closing bracket that ends what `opening` began; reports it when it is not there.
  mutating func close(_ opening: Token) {
    let closing = opening.kind.closing!
    if !isRecovering, !at(closing) {
      let isSeparatorMissing = startsOperand(current) && opening.kind != .leftBracket
      let problem: SyntaxProblem =
        isSeparatorMissing
        ? .expectedSeparator(closing: closing.spelling, before: text(current).shortened)
        : leftOpen(opening)
      reportMissing(problem)
    }
    while isRecovering, !at(closing), !isAtItemEnd, !at(.leftBrace) { skipBalanced() }
    guard at(closing), !isRecovering || !current.startsLine else { return }
    advance()
    isRecovering = false
  }

  /// To the `{` of a block on the current line, if there is one.
  mutating func recoverAtBlock() {
    while isRecovering, !at(.leftBrace), !isAtItemEnd { skipBalanced() }
    if atOnSameLine(.leftBrace) { isRecovering = false }
  }
}

extension TokenKind {
  var closing: TokenKind? {
    switch self {
    case .leftBrace: .rightBrace
    case .leftParen: .rightParen
    case .leftBracket: .rightBracket
    default: nil
    }
  }

  var spelling: String {
    switch self {
    case .rightBrace: "}"
    case .rightParen: ")"
    case .rightBracket: "]"
    case .colon: ":"
    case .comma: ","
    case .assign: "="
    case .equal: "=="
    case .leftParen: "("
    case .arrow: "->"
    default: "\(self)"
    }
  }
}

/// The brackets that are open while text is skipped. A closing one ends whatever was opened after its opening one.
private struct OpenBrackets {
  private var closings: [TokenKind] = []
  private var braces = 0
  var isEmpty: Bool { closings.isEmpty }
  var isInBraces: Bool { braces > 0 }

  mutating func pass(_ kind: TokenKind) {
    if let closing = kind.closing {
      closings.append(closing)
      if closing == .rightBrace { braces += 1 }
    } else if kind == .rightBrace, braces > 0 {
      while closings.popLast() != .rightBrace {}
      braces -= 1
    } else if kind == closings.last {
      closings.removeLast()
    }
  }
}
