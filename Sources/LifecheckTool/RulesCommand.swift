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
        lifecheck rules task-ended    explain one, by its id in a report
      """)

  @Argument(
    help: ArgumentHelp("The rule's id, as a report has it in brackets.", valueName: "id"),
    completion: .list(rulePages.map(\.identifier)))
  var identifier: String?

  func validate() throws {
    guard let identifier, !rulePages.contains(where: { $0.identifier == identifier }) else { return }
    let meant = closestName(to: identifier, in: rulePages.map(\.identifier)).map { "Did you mean '\($0)'?" }
    throw ValidationError("There is no page for a rule '\(identifier)'. \(meant ?? "'lifecheck rules' lists all.")")
  }

  func run() throws {
    let text = identifier.flatMap { id in rulePages.first { $0.identifier == id }?.text } ?? list
    guard System.writeToStandardOutput(text) else { throw ArgumentParser.ExitCode(.notWritten) }
  }

  private var list: String {
    let width = rulePages.map(\.identifier.count).max() ?? 0
    return rulePages.map { page in
      page.identifier + String(repeating: " ", count: width - page.identifier.count) + "  \(page.title)\n"
    }.joined()
  }
}
