import LifecheckDiagnostics

/// What was understood of a file, and what was wrong with it.
package struct Parsed: Sendable {
  package let tree: FileSyntax
  package let diagnostics: [Diagnostic]

  /// A file with more mistakes than this is something else than a model; further messages would only cost time.
  static let mostDiagnostics = 1_000
}

/// Reads a file. Always gives a tree and all mistakes in one pass, whatever the bytes are.
///
/// The parser descends recursively, one function per grammar rule. After a mistake it is silent until it has found its
/// way again (the next statement, declaration or closing bracket), so one mistake gives one message. Trees are at most
/// `Nesting.limit` deep, so later passes may recurse over them.
package func parse(_ file: SourceFile) -> Parsed {
  let stream = lex(file)
  var parser = Parser(stream)
  let tree = parser.parseFile()
  var all = stream.diagnostics + parser.diagnostics
  if !all.contains(where: { $0.code == "invalid-utf8" || $0.code == "binary-file" }), let range = file.firstInvalidUTF8 {
    all.append(LexicalProblem.invalidUTF8.diagnostic(at: range))
  }
  all = all.inReadingOrder()
  return Parsed(tree: tree, diagnostics: Array(all.prefix(Parsed.mostDiagnostics)))
}
