import ArgumentParser
import LifecheckDiagnostics

/// What the argument parser would take for something else than was meant.
///
/// It reads `-dash.lc` as the options d, a, s and h, and answers the h with its help and exit code 0: a gate would be green
/// that has checked nothing.
enum CommandLineMistake {
  /// - Returns: What to tell; nil: nothing is wrong with the arguments as far as this goes.
  static func text(in arguments: [String]) -> String? {
    unknownCommand(arguments) ?? nameWithDash(arguments) ?? questionBesideFiles(arguments)
  }

  /// What the parser answers instead of doing what else is said, with exit code 0.
  private static let questions = [
    "-h", "--help", "--help-hidden", "--version", "--experimental-dump-help", "--generate-completion-script",
  ]

  /// Commands whose exit code somebody relies on.
  private static let gates = [
    VerifyCommand.self, MergeCommand.self, CheckCertificateCommand.self, ReplayCommand.self,
  ].compactMap { (command: any ParsableCommand.Type) in command.configuration.commandName }

  /// A file may have such a name, and a pattern of the shell find it.
  private static func questionBesideFiles(_ arguments: [String]) -> String? {
    let options = arguments.prefix { $0 != "--" }
    guard let question = options.first(where: { questions.contains(String($0.prefix { $0 != "=" })) }),
      let command = arguments.first(where: { !$0.hasPrefix("-") }), gates.contains(command), arguments.count > 2
    else { return nil }
    return
      "'\(question)' stands beside other arguments, and is answered alone: 'lifecheck \(command) \(question)'. If it is a file, write './\(question)'."
  }

  private static func unknownCommand(_ arguments: [String]) -> String? {
    guard let written = arguments.first, !written.hasPrefix("-") else { return nil }
    let names = RootCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    if names.contains(written) { return nil }
    let meant = closestName(to: written, in: names).map { "Did you mean '\($0)'?" }
    let shown = DisplayText(written.utf8).text
    return "There is no command '\(shown)'. \(meant ?? "The commands are \(names.joined(separator: ", ")).")"
  }

  /// No option has one dash only, but `-h`; a number may follow an option.
  private static func nameWithDash(_ arguments: [String]) -> String? {
    let options = arguments.prefix { $0 != "--" }
    guard
      let name = options.first(where: { argument in
        argument.hasPrefix("-") && !argument.hasPrefix("--") && argument != "-" && argument != "-h" && Double(argument) == nil
      })
    else { return nil }
    let shown = DisplayText(name.utf8).text
    return "'\(shown)' begins with a dash, as options do. If it is a file, write './\(shown)'."
  }
}
