import LifecheckDiagnostics
import Yams

/// A file of YAML, and where its nodes stand.
struct YAMLFile {
  let file: SourceFile

  init(_ file: SourceFile) { self.file = file }

  func range(of node: Node) -> SourceRange { range(at: node.mark, length: node.string?.utf8.count ?? 1) }

  /// The diagnostic for a text that is no YAML, in the words of Yams.
  func diagnostic(of error: any Error) -> Diagnostic {
    let (words, mark): (String, Mark?) =
      switch error as? YamlError {
      case .scanner(let context, let problem, let mark, _)?, .parser(let context, let problem, let mark, _)?,
        .composer(let context, let problem, let mark, _)?:
        ("\(problem)\(context.map { " \($0.text)" } ?? "")", mark)
      case .duplicatedKeysInMapping(let keys, _)?: ("`\(keys.first?.description ?? "")` is given twice", nil)
      default: ("\(error)", nil)
      }
    return Diagnostic(.error, "configuration-yaml", "this is no YAML: \(words)", at: range(at: mark, length: 1))
  }

  /// Marks count lines and characters from 1.
  private func range(at mark: Mark?, length: Int) -> SourceRange {
    guard let mark, mark.line >= 1, mark.line <= file.lineStarts.count else {
      return SourceRange(file: file.id, start: 0, end: 0)
    }
    let lineStart = file.lineStarts[mark.line - 1]
    let column = max(0, mark.column - 1)
    let start = min(lineStart + file.lineText(mark.line - 1).prefix(column).utf8.count, file.text.count)
    return SourceRange(file: file.id, start: start, end: min(start + length, file.text.count))
  }
}
