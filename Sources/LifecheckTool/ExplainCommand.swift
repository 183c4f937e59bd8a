import ArgumentParser
import Lifecheck
import LifecheckDiagnostics
import LifecheckPlatforms

/// `lifecheck explain unknown-name`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain what a report has in brackets, or what a crash report shows.",
    discussion: """
      EXAMPLES:
        lifecheck explain unknown-name    what the error means, and the usual repair
        lifecheck explain task-ended      the same as 'lifecheck rules task-ended'
        lifecheck explain 0xCODE          the rules that have to do with a crash of this code
      """)

  @Argument(
    help: ArgumentHelp("The code of a problem or of a crash, or the id or title of a rule.", valueName: "id"),
    completion: .list(ExplainCommand.names))
  var identifier: String

  private static let names = diagnosticPages.map(\.code) + ruleIdentifiers

  func validate() throws {
    if explanation(of: identifier) != nil { return }
    let meant = closestName(to: identifier, in: Self.names).map { "Did you mean '\($0)'?" }
    throw ValidationError(
      "Nothing is called '\(identifier)'. \(meant ?? "'lifecheck rules' lists the rules, docs/diagnostics.md the codes.")")
  }

  func run() throws {
    guard System.writeToStandardOutput(explanation(of: identifier) ?? "") else { throw ArgumentParser.ExitCode(.notWritten) }
  }
}
