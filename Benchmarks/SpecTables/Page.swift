import Foundation
import LifecheckTestSupport

/// A generated index page. But for its times it holds nothing that differs between two runs or machines.
struct Page {
  /// From the repository's root.
  let path: String
  let text: String

  private var url: URL { repositoryFolder.appendingPathComponent(path) }
  private var written: String? { try? String(contentsOf: url, encoding: .utf8) }
  /// Other than in its times.
  var isStale: Bool { written.map(withoutTimes) != withoutTimes(text) }
  var complaint: String { "\(path): out of date; write it anew with `make tables`" }

  func write() throws {
    if written != text { try text.write(to: url, atomically: true, encoding: .utf8) }
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

private let timeLimits = [0.5, 1, 3, 10]

/// How long the slowest of these took, in a few classes, so that most runs agree.
func timeClass(_ specs: [CheckedSpec?]) -> String {
  let slowest = specs.compactMap { $0?.time }.max() ?? .zero
  guard let limit = timeLimits.first(where: { slowest <= .seconds($0) }) else { return "> 10 s" }
  return "≤ \(limit == limit.rounded() ? String(Int(limit)) : String(limit)) s"
}

/// Times are written as `timeClass` does, in cells of their own; `–` is one that has not been measured.
private func withoutTimes(_ text: String) -> String {
  text.replacingOccurrences(of: "\\| (–|[≤>] [0-9.]+ s) \\|", with: "| |", options: .regularExpression)
}
