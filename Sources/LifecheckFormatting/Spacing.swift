import LifecheckLanguage

/// Whether a space stands between two pieces of a line.
func isSpaced(_ before: Piece, _ after: Piece, in tokens: [Token]) -> Bool {
  guard let left = before.token, let right = after.token else { return isSpacedBesideComment(before, after, in: tokens) }
  // `n - 1`, and `id task-ended`, which is one name.
  if tokens[left].kind == .minus || tokens[right].kind == .minus { return after.blanks > 0 }
  if let always = spaceBefore(tokens[right].kind) ?? spaceAfter(tokens[left].kind) { return always }
  switch tokens[right].kind {
  // `f(x)` and `wait (x)`: a word of the language and a name of the same spelling look alike, so the author's choice stays.
  case .leftParen, .leftBracket:
    if tokens[left].kind == .name, isPlainlyKeyword(tokens[left]) { return true }
    return tokens[left].endsOperand || tokens[left].kind == .question ? after.blanks > 0 : true
  default: return true
  }
}

/// Nothing stands between a bracket and a comment in it.
private func isSpacedBesideComment(_ before: Piece, _ after: Piece, in tokens: [Token]) -> Bool {
  if let left = before.token, tokens[left].kind == .leftParen || tokens[left].kind == .leftBracket { return false }
  guard let right = after.token else { return true }
  return spaceBefore(tokens[right].kind) ?? true
}

private func spaceBefore(_ kind: TokenKind) -> Bool? {
  switch kind {
  case .comma, .semicolon, .colon, .dot, .question, .rightParen, .rightBracket, .ellipsis, .halfOpen: false
  case .rightBrace, .arrow, .assign, .addAssign, .subtractAssign, .equal, .notEqual, .less, .lessEqual, .greater, .greaterEqual,
    .plus, .star, .andAnd, .orOr:
    true
  default: nil
  }
}

private func spaceAfter(_ kind: TokenKind) -> Bool? {
  switch kind {
  case .leftParen, .leftBracket, .dot, .bang, .ellipsis, .halfOpen: false
  case .leftBrace, .comma, .semicolon, .colon: true
  default: nil
  }
}

private func isPlainlyKeyword(_ token: Token) -> Bool {
  guard let word = token.word, word.isReserved else { return false }
  return word != .self_
}

extension Token {
  /// It may end an operand, so that an argument list or an index of it may follow.
  fileprivate var endsOperand: Bool { kind == .name || kind == .rightParen || kind == .rightBracket }
}
