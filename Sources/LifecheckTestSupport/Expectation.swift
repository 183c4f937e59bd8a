import LifecheckDiagnostics

/// One diagnostic as a fixture describes it. Lines and columns count from 1; the range ends before `endColumn`.
package struct Expectation: Hashable, Sendable {
  package var line: Int
  package var column: Int
  package var endColumn: Int
  /// `error[code]: message`
  package var text: String
  /// nil where the fixture does not care.
  package var help: String?
  package var fixes: [String] = []
}

/// The differences between the diagnostics that `diagnose` gives for a fixture and those it announces; empty when there are none.
package func mismatches(in fixture: Fixture, _ diagnose: (SourceFile) -> [Diagnostic]) -> [String] {
  var unmet = fixture.expectations
  var complaints: [String] = []
  for diagnostic in diagnose(fixture.file) {
    let found = Expectation(diagnostic, in: fixture.file)
    if let index = unmet.firstIndex(where: { $0.isMet(by: found) }) {
      unmet.remove(at: index)
    } else {
      complaints.append("unexpected: \(found.described(in: fixture))")
    }
  }
  return complaints + unmet.map { "missing: \($0.described(in: fixture))" }
}

extension Expectation {
  init(_ diagnostic: Diagnostic, in file: SourceFile) {
    let start = file.position(at: diagnostic.range.start)
    let end = file.position(at: diagnostic.range.end)
    let lineEnd = file.lineText(start.line - 1).unicodeScalars.count + 1
    line = start.line
    column = start.column
    // A range over several lines is marked to the end of the first, an empty one by one caret.
    endColumn = max(end.line == start.line ? end.column : lineEnd, start.column + 1)
    text = "\(diagnostic.severity.rawValue)[\(diagnostic.code)]: \(diagnostic.message)"
    help = diagnostic.help
    // Spaces at the end of a line would not survive an editor.
    fixes = diagnostic.fixIts.map { String($0.replacement.reversed().drop { $0 == " " }.reversed()) }
  }

  fileprivate func isMet(by found: Expectation) -> Bool {
    line == found.line && column == found.column && endColumn == found.endColumn && text == found.text
      && (help == nil || help == found.help) && (fixes.isEmpty || fixes == found.fixes)
  }

  fileprivate func described(in fixture: Fixture) -> String {
    let details = (help.map { ["help: \($0)"] } ?? []) + fixes.map { "fix: \($0)" }
    return (["\(fixture.file.path):\(line):\(column)-\(endColumn) \(text)"] + details).joined(separator: "\n  ")
  }
}

// MARK: Reading

func readExpectations(in file: SourceFile) -> [Expectation] {
  var expectations: [Expectation] = []
  var lastLine = 0
  for index in file.lineStarts.indices {
    let line = file.lineText(index)
    if var expectation = caretExpectation(line) ?? placedExpectation(line) {
      if expectation.line == 0 { expectation.line = lastLine + 1 }
      expectations.append(expectation)
    } else if !expectations.isEmpty, let detail = detail(line) {
      expectations[expectations.count - 1].add(detail)
    } else {
      lastLine = index
    }
  }
  return expectations
}

/// `//   ^^^ error[code]: message`; the line is filled in by the caller.
private func caretExpectation(_ line: String) -> Expectation? {
  guard let comment = comment(line), let first = comment.firstIndex(where: { $0 != " " }), comment[first] == "^" else {
    return nil
  }
  let carets = comment[first...].prefix { $0 == "^" }
  let column = line.unicodeScalars.count - comment.unicodeScalars.count + comment[..<first].unicodeScalars.count + 1
  return Expectation(
    line: 0, column: column, endColumn: column + carets.count,
    text: comment[carets.endIndex...].drop { $0 == " " }.description)
}

/// `// at 7:1-3 error[code]: message`
private func placedExpectation(_ line: String) -> Expectation? {
  guard let comment = comment(line), comment.hasPrefix(" at ") else { return nil }
  let parts = comment.dropFirst(4).split(separator: " ", maxSplits: 1)
  let numbers = parts[0].split { $0 == ":" || $0 == "-" }.compactMap { Int($0) }
  guard parts.count == 2, numbers.count == 3 else { return nil }
  return Expectation(line: numbers[0], column: numbers[1], endColumn: numbers[2], text: String(parts[1]))
}

private enum Detail {
  case help(String)
  case fix(String)
}

private func detail(_ line: String) -> Detail? {
  guard let text = comment(line)?.drop(while: { $0 == " " }) else { return nil }
  if text.hasPrefix("help: ") { return .help(String(text.dropFirst(6))) }
  if text.hasPrefix("fix: ") { return .fix(String(text.dropFirst(5))) }
  return nil
}

extension Expectation {
  fileprivate mutating func add(_ detail: Detail) {
    switch detail {
    case .help(let text): help = text
    case .fix(let text): fixes.append(text)
    }
  }
}

/// The text after the slashes of a line that is only a comment.
private func comment(_ line: String) -> Substring? {
  let start = line.drop { $0 == " " || $0 == "\t" }
  return start.hasPrefix("//") && !start.hasPrefix("///") ? start.dropFirst(2) : nil
}
