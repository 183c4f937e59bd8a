import Foundation
import LifecheckTestSupport

/// A generated index page. It holds nothing that differs between two runs or machines.
struct Page {
  /// From the repository's root.
  let path: String
  let text: String

  private var url: URL { repositoryFolder.appendingPathComponent(path) }
  var isStale: Bool { (try? String(contentsOf: url, encoding: .utf8)) != text }
  var complaint: String { "\(path): out of date; write it anew with `make tables`" }

  func write() throws {
    if isStale { try text.write(to: url, atomically: true, encoding: .utf8) }
  }
}

/// A table in Markdown.
func table(_ heads: [String], _ rows: [[String]]) -> String {
  let lines = [heads, heads.map { _ in "---" }] + rows.map { $0.map(cell) }
  return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
}

/// A bar would end the cell.
private func cell(_ text: String) -> String { text.replacingOccurrences(of: "|", with: "\\|") }

/// Up to the first full stop that ends a sentence.
func firstSentence(_ text: String) -> String {
  guard let end = text.range(of: ". ") else { return text }
  return String(text[..<end.lowerBound]) + "."
}
