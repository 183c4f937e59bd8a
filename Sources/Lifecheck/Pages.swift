internal import LifecheckPlatforms

/// The version of lifecheck, as in CHANGELOG.md.
public let version = "0.1.0"

/// The names that can be written after `use`, in alphabetical order.
public let platformNames: [String] = shippedPlatforms.map(\.name)

/// The page about a rule, by its id or title, or about the code of a problem or of a crash, as Markdown or plain text; nil: nothing is
/// called so.
public func explanation(of identifier: String) -> String? {
  let titled = rulePages.first { $0.title == identifier }?.identifier
  if let text = explanation(ofRule: titled ?? identifier) { return text }
  if identifier.hasPrefix("0x"), let text = explanation(ofCrash: identifier) { return text }
  return diagnosticPages.first { $0.code == identifier }.map { page in
    "\(page.code)\n\n  What it means     \(page.meaning)\n  The usual repair  \(page.repair)\n"
  }
}

/// The rules whose pages speak of the code that a crash report has.
private func explanation(ofCrash code: String) -> String? {
  let pages = rulePages.filter { page in page.text.split { !$0.isHexDigit && $0 != "x" }.contains { $0 == code } }
  if pages.isEmpty { return nil }
  let width = pages.map(\.identifier.count).max() ?? 0
  let lines = pages.map { "  " + $0.identifier + String(repeating: " ", count: width - $0.identifier.count) + "  \($0.title)\n" }
  return "\(code)\n\nThese rules speak of it; `lifecheck rules ID` has the page of one.\n\n" + lines.joined()
}
