/// How deep the tree under construction is, so that neither the parser nor a later pass overflows its stack.
///
/// Two things make trees deep: constructs inside each other, counted by `depth`, and left operands that are wrapped again
/// and again (`a + b + c`, `a.b.c`), which loops read without descending. `deepest` is the greatest depth of anything in
/// the expression that is being read; wrapping it moves all of it one step down.
struct Nesting {
  static let limit = 200
  var depth = 0
  var deepest = 0
  var isTooDeep: Bool { deepest > Nesting.limit }
}

extension Parser {
  /// Reads something one step deeper; nil when that is too deep, and then the whole file has been given up.
  mutating func nested<Syntax>(_ read: (inout Parser) -> Syntax) -> Syntax? {
    nesting.depth += 1
    nesting.deepest = max(nesting.deepest, nesting.depth)
    defer { nesting.depth -= 1 }
    guard !nesting.isTooDeep else {
      giveUp()
      return nil
    }
    return read(&self)
  }

  /// Reads an expression whose left operand may be wrapped by `countWrapping`.
  mutating func chain<Syntax>(_ read: (inout Parser) -> Syntax) -> Syntax {
    let outer = nesting.deepest
    nesting.deepest = nesting.depth
    defer { nesting.deepest = max(outer, nesting.deepest) }
    return read(&self)
  }

  /// The expression read so far is about to become an operand of a larger one.
  mutating func countWrapping() {
    nesting.deepest += 1
    if nesting.isTooDeep { giveUp() }
  }

  private mutating func giveUp() {
    guard !isAtEnd else { return }
    report(.nestingTooDeep, at: range(current))
    index = tokens.count - 1
  }
}
