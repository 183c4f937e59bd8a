import ArgumentParser
import LifecheckDiagnostics

/// Arguments that the argument parser would take for something else than was meant.
///
/// The parser reads `-dash.lc` as the options d, a, s and h, and answers the h with its help and exit code 0: a gate would be
/// green that has checked nothing.
enum CommandLineMistake {
  /// - Returns: What to tell on standard error; nil: nothing is wrong with the arguments as far as this goes.
  static func text(in arguments: [String]) -> String? {
    noCommand(arguments)
      ?? (nameWithDash(arguments) ?? questionBesideFiles(arguments)).map { told($0, seeAlso: RootCommand._commandName) }
  }

  /// A mistake that a command has found itself, after its arguments were read one by one.
  static func told(_ mistake: ValidationError, by command: any ParsableCommand.Type) -> String {
    told(mistake.message, seeAlso: "\(RootCommand._commandName) \(command._commandName)")
  }

  private static func told(_ sentence: String, seeAlso command: String) -> String {
    "Error: \(sentence)\nSee '\(command) --help' for more information.\n"
  }

  /// The options that the parser answers instead of doing what else is said, with exit code 0.
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

// MARK: Commands

extension CommandLineMistake {
  /// The command that the first words name, and what stands after them.
  private struct Words {
    private(set) var command: any ParsableCommand.Type = RootCommand.self
    /// With that of the program.
    private(set) var names = [RootCommand._commandName]
    private(set) var rest: ArraySlice<String>

    init(_ words: [String]) {
      rest = words[...]
      while let word = rest.first, let next = subcommands.first(where: { $0._commandName == word }) {
        (command, rest) = (next, rest.dropFirst())
        names.append(word)
      }
    }

    var subcommands: [any ParsableCommand.Type] { command.configuration.subcommands }
    var name: String { names.joined(separator: " ") }

    func told(_ sentence: String) -> String { CommandLineMistake.told(sentence, seeAlso: name) }
  }

  private static let help = "help"

  /// The parser answers with its help, and exit code 0, where no command is named, and where it is to help with one that is none.
  private static func noCommand(_ arguments: [String]) -> String? {
    if arguments.first == help {
      let words = Words(arguments.dropFirst().filter { !$0.hasPrefix("-") })
      return words.rest.first.flatMap { unknownCommand($0, after: words) }
    }
    let words = Words(arguments)
    if words.subcommands.isEmpty { return nil }
    guard let written = words.rest.first(where: { $0 != "--" }) else {
      return RootCommand.helpMessage(for: words.command) + "\n"
    }
    return written.hasPrefix("-") ? nil : unknownCommand(written, after: words)
  }

  private static func unknownCommand(_ written: String, after words: Words) -> String? {
    let names = words.subcommands.map { $0._commandName } + (words.names.count == 1 ? [help] : [])
    if names.contains(written) { return nil }
    let path = words.names.dropFirst().map { $0 + " " }.joined()
    let meant = closestName(to: written, in: names).map { " Did you mean '\(path)\($0)'?" }
    let known = names.isEmpty ? "" : " The commands are \(names.map { path + $0 }.joined(separator: ", "))."
    return words.told("There is no command '\(path)\(DisplayText(written.utf8).text)'.\(meant ?? known)")
  }
}

// MARK: Options

extension CommandLineMistake {
  /// The first option that the command does not have.
  ///
  /// The parser has a proposal only where nothing else is missing, and never proposes `--help` or `--version`, which it adds itself.
  /// - Returns: What to tell on standard error, in the parser's form; nil: there is none.
  static func unknownOption(in arguments: [String]) -> String? {
    if arguments.first == help { return nil }
    let words = Words(arguments)
    let known = options(of: words.command)
    let written = words.rest.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    guard let unknown = written.first(where: { !known.contains($0) && !questions.contains($0) }) else { return nil }
    let meant = closest(to: unknown, in: known).map { ". Did you mean '\($0)'?" } ?? ""
    return """
      Error: Unknown option '\(DisplayText(unknown.utf8).text)'\(meant)
      Usage: \(RootCommand.usageString(for: words.command))
        See '\(words.name) --help' for more information.

      """
  }

  /// Or the only one that begins like that.
  private static func closest(to written: String, in options: [String]) -> String? {
    let dashes = 2
    let name = closestName(to: String(written.dropFirst(dashes)), in: options.map { String($0.dropFirst(dashes)) })
    if let name { return String(repeating: "-", count: dashes) + name }
    let longer = options.filter { $0.hasPrefix(written) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// As its help lists them, with two dashes: the parser tells them in no other way.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    RootCommand.helpMessage(for: command, includeHidden: true, columns: 80).split(separator: "\n").filter { $0.hasPrefix("  -") }
      .flatMap { line in line.split { $0 == " " || $0 == "," }.prefix { $0.hasPrefix("-") } }
      .filter { $0.hasPrefix("--") }.map(String.init)
  }
}
