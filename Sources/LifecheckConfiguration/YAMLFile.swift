import LifecheckDiagnostics
import Yams

/// A file of YAML, and where its nodes stand.
struct YAMLFile {
  let file: SourceFile

  init(_ file: SourceFile) { self.file = file }

  func range(of node: Node) -> SourceRange { range(at: node.mark, length: node.string?.utf8.count ?? 1) }

  /// The diagnostic for a text that is no YAML, in the words of Yams.
  func diagnostic(of error: any Error) -> Diagnostic {
    let (words, place): (String, SourceRange) =
      switch error as? YamlError {
      case .scanner(let context, let problem, let mark, _)?, .parser(let context, let problem, let mark, _)?,
        .composer(let context, let problem, let mark, _)?:
        ("this is no YAML: \(problem)\(context.map { " \($0.text)" } ?? "")", range(at: mark, length: 1))
      case .duplicatedKeysInMapping(let keys, let context)?:
        ("`\(DisplayText((keys.first ?? "").utf8).text)` is given twice", repeated(keys.first ?? "", since: context.mark))
      default: ("this is no YAML: \(error)", range(at: nil, length: 1))
      }
    return Diagnostic(.error, "configuration-yaml", words, at: place)
  }

  /// The key where it stands for the second time in a mapping.
  /// - Parameter mark: The first key of the mapping. Yams does not say more.
  private func repeated(_ key: String, since mark: Mark) -> SourceRange {
    let indent = max(0, mark.column - 1)
    let lines = (max(1, mark.line)...max(1, mark.line, file.lineStarts.count)).filter { line in
      let text = file.lineText(line - 1)
      guard text.prefix(indent).allSatisfy(\.isWhitespace) else { return false }
      let spellings = [key, "'\(key)'", "\"\(key)\""]
      return spellings.contains { text.dropFirst(indent).hasPrefix("\($0):") }
    }
    return range(line: lines.dropFirst().first ?? mark.line, column: mark.column, length: key.utf8.count)
  }

  /// Marks count lines and characters from 1.
  private func range(at mark: Mark?, length: Int) -> SourceRange {
    mark.map { range(line: $0.line, column: $0.column, length: length) } ?? SourceRange(file: file.id, start: 0, end: 0)
  }

  private func range(line: Int, column: Int, length: Int) -> SourceRange {
    guard line >= 1, line <= file.lineStarts.count else { return SourceRange(file: file.id, start: 0, end: 0) }
    let before = file.lineText(line - 1).prefix(max(0, column - 1)).utf8.count
    let start = min(file.lineStarts[line - 1] + before, file.text.count)
    return SourceRange(file: file.id, start: start, end: min(start + length, file.text.count))
  }
}
