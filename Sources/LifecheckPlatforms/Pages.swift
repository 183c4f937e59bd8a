/// A page of docs/rules, compiled into the binary. What it says is read when it is asked for: a check needs few pages, and there are many.
package struct RulePage: Sendable {
  package let identifier: String
  /// Markdown.
  package let text: String
}

extension RulePage {
  /// The statement of the rule, in a sentence.
  package var title: String {
    let head = text.prefix { $0 != "\n" }
    return head.firstRange(of: "`: ").map { String(head[$0.upperBound...]) } ?? String(head.drop { $0 == "#" || $0 == " " })
  }

  /// How broken code is mended, in a sentence or two: the first paragraph of words after the mended code; nil where only the code says it.
  package var mend: String? {
    guard let start = text.firstRange(of: "## Mended\n")?.upperBound else { return nil }
    let paragraphs = text[start...].split(separator: "\n\n").map { $0.drop { $0 == "\n" } }
    return paragraphs.first { paragraph in
      !paragraph.hasPrefix("    ") && !paragraph.hasPrefix("Sources") && !paragraph.hasPrefix("`lifecheck")
    }.map { String($0).split(separator: "\n").joined(separator: " ") }
  }

  /// The description of a breach, with `…` for the thing that it is asked about; nil where the sentence itself has to say it.
  package var failure: String? { words(ofReportsIn: text) }

  /// The platform that the code on the page is for: another one may have a rule of the same identifier, and other names for things.
  package var platform: String? {
    text.split(separator: "\n").first { $0.hasPrefix("    use ") }?.split(separator: " ").dropFirst().first.map(String.init)
  }
}

/// All of them, by platform and identifier.
package let rulePages: [RulePage] = embeddedPages.filter { $0.path.hasPrefix("rules/") }.map { page in
  RulePage(identifier: page.path.dropLast(".md".count).split(separator: "/").last.map(String.init) ?? "", text: page.text)
}

/// Each once.
package let ruleIdentifiers: [String] = Set(rulePages.map(\.identifier)).sorted()

/// The pages about a rule, as one text: several platforms may have one of the same identifier; nil: none has.
package func explanation(ofRule identifier: String) -> String? {
  let pages = rulePages.filter { $0.identifier == identifier }
  if pages.count < 2 { return pages.first?.text }
  return pages.map { page in
    let head = page.text.prefix { $0 != "\n" }
    return "\(head) (\(page.platform ?? ""))" + page.text.dropFirst(head.count)
  }.joined(separator: "\n")
}

/// The rest of the line that begins with `In a report: `.
package func words(ofReportsIn page: String) -> String? {
  let lead = "In a report: "
  return page.split(separator: "\n").first { $0.hasPrefix(lead) }.map { String($0.dropFirst(lead.count)) }
}

/// The entry of docs/diagnostics.md for a code.
package struct DiagnosticPage: Sendable {
  package let code: String
  package let meaning: String
  package let repair: String
}

/// In the order of the page, by what is checked when.
package let diagnosticPages: [DiagnosticPage] = {
  let text = embeddedPages.first { $0.path == "diagnostics.md" }?.text ?? ""
  return text.split(separator: "\n").compactMap { line in
    guard line.hasPrefix("| `"), line.hasSuffix(" |") else { return nil }
    // A `|` between backticks would be written as `\|`.
    let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
    guard cells.count == 3 else { return nil }
    return DiagnosticPage(code: String(cells[0].dropFirst().dropLast()), meaning: String(cells[1]), repair: String(cells[2]))
  }
}()
