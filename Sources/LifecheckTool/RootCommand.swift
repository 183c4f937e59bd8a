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
      ExportCommand.self, PlatformCommand.self, FormatCommand.self, SettleCommand.self, SolveCommand.self,
      InitCommand.self, DoctorCommand.self,
    ])

  static func main() {
    System.ignoreBrokenPipes()
    Defect.catchCrashes()
    withSignalStack {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let mistake = CommandLineMistake.text(in: arguments) { refuse(mistake) }
      if let script = BashCompletion.script(for: arguments) {
        exit(withError: System.writeToStandardOutput(script) ? nil : ArgumentParser.ExitCode(.notWritten))
      }
      var command = parsed(arguments)
      do { try command.run() } catch {
        if let mistake = error as? ValidationError { refuse(CommandLineMistake.told(mistake, by: type(of: command))) }
        exit(withError: error)
      }
    }
  }

  /// The command that the arguments ask for; without one, the program ends.
  private static func parsed(_ arguments: [String]) -> any ParsableCommand {
    do { return try parseAsRoot(arguments) } catch {
      if exitCode(for: error) == .validationFailure, let mistake = CommandLineMistake.unknownOption(in: arguments) {
        refuse(mistake)
      }
      exit(withError: error)
    }
  }

  private static func refuse(_ mistake: String) -> Never {
    System.writeToStandardError(mistake)
    exit(withError: ArgumentParser.ExitCode.validationFailure)
  }
}
