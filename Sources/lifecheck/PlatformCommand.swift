import ArgumentParser
import LifecheckDiagnostics
import LifecheckPlatforms

/// `lifecheck platform …`
struct PlatformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "platform",
    abstract: "Show the platforms that ship with lifecheck.",
    discussion: "A platform is a spec too: its states, callbacks, budgets and rules, with the source of every fact.",
    subcommands: [List.self, Show.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List what can be written after `use`.")

    func run() throws { try print(shippedPlatforms.map { $0.name + "\n" }.joined()) }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print a platform, all its files one after the other.")

    @Argument(help: "The platform's name.") var name: String

    func validate() throws {
      let names = shippedPlatforms.map(\.name)
      if names.contains(name) { return }
      let meant = closestName(to: name, in: names).map { "did you mean '\($0)'?" }
      let known = "known platforms: " + names.joined(separator: ", ")
      throw ValidationError("There is no platform '\(name)'; \(meant ?? known)")
    }

    func run() throws {
      guard let platform = shippedPlatforms.first(where: { $0.name == name }) else { return }
      let parts = platform.files.map { "// ==== \($0.path)\n\n" + String(decoding: $0.text, as: UTF8.self) }
      try print(parts.joined(separator: "\n"))
    }
  }
}

private func print(_ text: String) throws {
  guard System.writeToStandardOutput(text) else { throw ExitCode(74) }
}
