import Foundation

/// A platform with one small mistake in it.
struct Mutant: Sendable {
  /// The file below `specs/platforms`, and the line, from 1.
  let path: String
  let line: Int
  let before: String
  let after: String
  /// The whole text of the file with the mistake.
  let text: String

  var description: String { "\(path):\(line): \(before) -> \(after.isEmpty ? "nothing" : after)" }
}

/// All mutants of a platform file, in the order of its text.
///
/// Left alone is what the platform's tests are not about: the rules, and the words that only stories show.
func mutants(of text: String, path: String) -> [Mutant] {
  let lines = text.components(separatedBy: "\n")
  return lines.indices.filter { isAboutBehaviour(lines, $0) }.flatMap { index in
    edits(of: lines, at: index).map { edit in
      var changed = lines
      changed.replaceSubrange(index..<index + edit.before.count, with: edit.after)
      return Mutant(
        path: path, line: index + 1, before: edit.changed, after: edit.replacement, text: changed.joined(separator: "\n"))
    }
  }
}

private func isAboutBehaviour(_ lines: [String], _ index: Int) -> Bool {
  let line = lines[index].trimmingCharacters(in: .whitespaces)
  return !line.isEmpty && !line.hasPrefix("//") && !isPartOfRule(lines, index)
}

/// A rule, or the line below that goes on with it. What it `predicts` is only printed.
private func isPartOfRule(_ lines: [String], _ index: Int) -> Bool {
  func isRule(_ line: String) -> Bool { line.trimmingCharacters(in: .whitespaces).contains(#/^(with \w+ )?rule /#) }
  return isRule(lines[index])
    || index > 0 && isRule(lines[index - 1]) && lines[index].contains(#/^ +(for each|never|always|predicts)/#)
}
