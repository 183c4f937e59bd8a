import ArgumentParser
import LifecheckDiagnostics
import LifecheckPlatforms

/// `lifecheck rules`, `lifecheck rules task-ended`
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules that ship with lifecheck, or explain one: what it means, and broken and mended code.",
    discussion: """
      EXAMPLES:
        lifecheck rules               list all rules
        lifecheck rules task-ended    explain one, by its id in a report, or by its title
      """)

  @Argument(
    help: ArgumentHelp("The rule's id, as a report has it in brackets, or its title.", valueName: "id-or-title"),
    completion: .list(ruleIdentifiers))
  var identifier: String?

  func validate() throws {
    guard let identifier, asked == nil else { return }
    let meant = closestName(to: identifier, in: ruleIdentifiers + rulePages.map(\.title)).map { "Did you mean '\($0)'?" }
    throw ValidationError("There is no page for a rule '\(identifier)'. \(meant ?? "'lifecheck rules' lists all.")")
  }

  func run() throws {
    let text = asked.flatMap(explanation(ofRule:)) ?? list
    guard System.writeToStandardOutput(text) else { throw ArgumentParser.ExitCode(.notWritten) }
  }

  /// The id of the rule that is asked for; nil: there is none.
  private var asked: String? {
    rulePages.first { $0.identifier == identifier }?.identifier ?? rulePages.first { $0.title == identifier }?.identifier
  }

  /// By platform, in the order of the pages.
  private var list: String {
    var platforms: [String] = []
    for page in rulePages {
      if let platform = page.platform, !platforms.contains(platform) { platforms.append(platform) }
    }
    return platforms.map { "\($0)\n\(lines(of: $0))" }.joined(separator: "\n")
  }

  private func lines(of platform: String) -> String {
    let width = rulePages.map(\.identifier.count).max() ?? 0
    return rulePages.filter { $0.platform == platform }.map { page in
      let gap = String(repeating: " ", count: width - page.identifier.count)
      return "  \(page.identifier)\(gap)  \(page.title)\n"
    }.joined()
  }
}
