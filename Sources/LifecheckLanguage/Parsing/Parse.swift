import LifecheckDiagnostics

/// The result of parsing a file: its syntax tree, and the problems found in it.
package struct Parsed: Sendable {
  package let tree: FileSyntax
  package let diagnostics: [Diagnostic]
  /// The text in tokens; with what lies between them it is the file.
  package let stream: TokenStream
  /// Indexes of the tokens with which statements and declarations begin, in order.
  package let itemStarts: [Int]

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
  let all = diagnostics(of: stream, parser).inReadingOrder()
  return Parsed(
    tree: tree, diagnostics: Array(all.prefix(Parsed.mostDiagnostics)), stream: stream, itemStarts: parser.itemStarts)
}

/// The command-line option before a platform's parameter; errors in the parameter are shown as being in a file of this name.
package let platformParameterOption = "--platform-param"

/// Reads `grace=4s`. No binding means that a diagnostic says why.
func parsePlatformParameter(_ file: SourceFile) -> (binding: UseSyntax.Binding?, diagnostics: [Diagnostic]) {
  let stream = lex(file)
  var parser = Parser(stream)
  let binding = parser.parseLoneBinding(of: platformParameterOption)
  let all = diagnostics(of: stream, parser).inReadingOrder()
  return (all.isEmpty ? binding : nil, all)
}

private func diagnostics(of stream: TokenStream, _ parser: Parser) -> [Diagnostic] {
  let found = stream.diagnostics.map { parser.retold[$0.range] ?? $0 } + parser.diagnostics
  let isAboutBytes = found.contains { $0.code == "invalid-utf8" || $0.code == "binary-file" }
  guard !isAboutBytes, let range = stream.file.firstInvalidUTF8 else { return found }
  return found + [LexicalProblem.invalidUTF8.diagnostic(at: range)]
}
