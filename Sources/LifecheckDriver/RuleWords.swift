import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports

/// The description of a run that breaks a rule, in the words of whoever writes apps: the rule's sentence has those of the
/// platform. A rule that ships may have them on its page, and every rule in the comment above it (`/// In a report: …`).
struct RuleWords {
  private let text: String

  /// - Parameter text: With `…` for the thing that the rule is asked about.
  init(text: String) { self.text = text }

  /// nil: nobody has written such words. A rule of the user's own may have the id of one that ships.
  init?(of property: Property, in model: CheckedModel) {
    let platform = Places(files: model.files).shippedPlatform(property.range)
    let page = rulePages.first { $0.identifier == property.identifier && $0.platform == platform }
    let ownPage = platform == nil ? nil : page?.failure
    guard property.role == .rule, let text = ownPage ?? words(ofReportsIn: property.documentation) else { return nil }
    self.text = text
  }

  /// - Parameter things: The names of those for which it is broken, as they are to be told.
  /// - Returns: nil if the words speak of a thing and there is none.
  func failure(of things: [String]) -> String? {
    if !text.contains("…") { return text }
    guard let first = things.first else { return nil }
    let others = things.dropFirst()
    return text.replacing("…", with: first) + (others.isEmpty ? "" : "; the same for \(others.joined(separator: " and "))")
  }
}
