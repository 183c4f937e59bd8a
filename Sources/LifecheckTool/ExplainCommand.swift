import ArgumentParser
import Lifecheck
import LifecheckDiagnostics
import LifecheckPlatforms

/// `lifecheck explain unknown-name`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain what a report has in brackets: the code of an error or warning, or the id of a rule.",
    discussion: """
      EXAMPLES:
        lifecheck explain unknown-name    what the error means, and the usual repair
        lifecheck explain task-ended      the same as 'lifecheck rules task-ended'
      """)

  @Argument(
    help: ArgumentHelp("The code or id, without the brackets.", valueName: "id"), completion: .list(ExplainCommand.names))
  var identifier: String

  private static let names = diagnosticPages.map(\.code) + ruleIdentifiers

  func validate() throws {
    if Self.names.contains(identifier) { return }
    let meant = closestName(to: identifier, in: Self.names).map { "Did you mean '\($0)'?" }
    throw ValidationError(
      "Nothing is called '\(identifier)'. \(meant ?? "'lifecheck rules' lists the rules, docs/diagnostics.md the codes.")")
  }

  func run() throws {
    guard System.writeToStandardOutput(explanation(of: identifier) ?? "") else { throw ArgumentParser.ExitCode(.notWritten) }
  }
}
