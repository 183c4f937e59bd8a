import ArgumentParser
import Lifecheck
import LifecheckEngines
import LifecheckThreads

/// The command itself; what it does is in its subcommands.
@main
struct RootCommand: ParsableCommand {
  static let version = Lifecheck.version

  static let configuration = CommandConfiguration(
    commandName: "lifecheck",
    abstract: "Checks what an app does when it is interrupted, sent to the background, frozen and killed.",
    discussion: """
      A spec says what the app does in its life-cycle callbacks. lifecheck tries every order of events and every \
      duration, and reports which rules of the platform, and which properties of yours, some run breaks.
      """,
    version: version,
    subcommands: [
      VerifyCommand.self, MergeCommand.self, RulesCommand.self, ExplainCommand.self, CheckCertificateCommand.self,
      ReplayCommand.self,
      SimulateCommand.self,
      ExportCommand.self, PlatformCommand.self, FormatCommand.self, SolveCommand.self, InitCommand.self, DoctorCommand.self,
    ])

  static func main() {
    System.ignoreBrokenPipes()
    Defect.catchCrashes()
    withSignalStack {
      if let mistake = CommandLineMistake.text(in: Array(CommandLine.arguments.dropFirst())) {
        System.writeToStandardError("Error: \(mistake)\nSee 'lifecheck --help' for more information.\n")
        exit(withError: ArgumentParser.ExitCode.validationFailure)
      }
      main(nil)
    }
  }
}
