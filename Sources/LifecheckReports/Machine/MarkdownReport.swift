/// For a comment on a pull request, or the summary of a CI job.
struct MarkdownReport {
  func render(_ reports: [CheckReport]) -> String {
    let head = "# lifecheck: \(reports.outcomeWords)\n"
    return ([head] + reports.map(section)).joined(separator: "\n")
  }

  private func section(_ report: CheckReport) -> String {
    let platform = report.platform.map { " on \(escaped($0))" } ?? ""
    let remarks = report.remarks
    let silent = remarks.count { $0.word == VerdictWord.notApplicable.rawValue }
    let rows = remarks.filter { $0.word != VerdictWord.notApplicable.rawValue }.map { row($0, in: report) }
    let table = rows.isEmpty ? "" : "\n| verdict | what | where |\n|---|---|---|\n" + rows.joined()
    let aside = silent == 0 ? "" : "\n\(silent) \(silent == 1 ? "rule says" : "rules say") nothing of this spec.\n"
    let runs = remarks.filter { $0.level == .error }.compactMap(run).joined()
    return "## \(code(report.path))\(platform)\n" + table + aside + runs
  }

  private func row(_ remark: Remark, in report: CheckReport) -> String {
    let shown = remark.level == .error ? "**\(remark.word)**" : remark.word
    let place = remark.level == .none ? "" : remark.place.map { code("\($0.path):\($0.start.line)") } ?? code(report.path)
    let what = remark.level == .none || remark.details.isEmpty ? remark.name : "\(remark.name): \(remark.details)"
    return "| \(shown) | \(escaped(what)) | \(place) |\n"
  }

  /// Folded away: GitHub and GitLab show it on a click.
  private func run(_ remark: Remark) -> String? {
    guard let steps = remark.answer?.verdict.story?.steps, !steps.isEmpty else { return nil }
    let lines = steps.enumerated().map { number, step in
      let changes = step.changes.map { "\($0.name): \($0.from) → \($0.to)" }.joined(separator: ", ")
      return "\(number + 1). \(step.time.text): \(escaped(step.text + (changes.isEmpty ? "" : " (\(changes))")))\n"
    }
    return "\n<details><summary>\(escaped(remark.name)): how it happens</summary>\n\n\(lines.joined())\n</details>\n"
  }

  /// Escapes markup, and characters that end a cell of the table. Code between backticks stays code.
  private func escaped(_ text: String) -> String {
    var result = ""
    var isCode = false
    for character in text.onOneLine {
      if character == "`" { isCode.toggle() }
      switch character {
      case "|": result += "\\|"
      case "<" where !isCode: result += "&lt;"
      case "&" where !isCode: result += "&amp;"
      case "*", "_", "[", "]", "\\", "#", "~", "$":
        result += isCode ? String(character) : "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  private func code(_ text: String) -> String { "`\(text.onOneLine.replacing("`", with: "'").replacing("|", with: "\\|"))`" }
}
