internal import LifecheckPlatforms

/// The version of lifecheck, as in CHANGELOG.md.
public let version = "0.1.0"

/// The names that can be written after `use`, in alphabetical order.
public let platformNames: [String] = shippedPlatforms.map(\.name)

/// The page about a rule or the code of a problem, as Markdown or plain text; nil: nothing is called so.
public func explanation(of identifier: String) -> String? {
  if let text = explanation(ofRule: identifier) { return text }
  return diagnosticPages.first { $0.code == identifier }.map { page in
    "\(page.code)\n\n  What it means     \(page.meaning)\n  The usual repair  \(page.repair)\n"
  }
}
