import ArgumentParser
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckPlatforms

/// `lifecheck platform …`
struct PlatformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "platform",
    abstract: "Show the platforms that ship with lifecheck.",
    discussion: """
      A platform is a spec too: its states, callbacks, budgets and rules, with the source of every fact.

      EXAMPLES:
        lifecheck platform list        what can be written after `use`
        lifecheck platform show ios    read what lifecheck knows about iOS
      """,
    subcommands: [List.self, Show.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List what can be written after `use`.")

    func run() throws {
      let width = shippedPlatforms.map(\.name.count).max() ?? 0
      let lines = shippedPlatforms.map { platform in
        let padding = String(repeating: " ", count: width - platform.name.count)
        return "\(platform.name)\(padding)  \(summary(of: platform))\n"
      }
      try print(lines.joined())
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print a platform, all its files one after the other.")

    @Argument(help: "The platform's name.", completion: .list(shippedPlatforms.map(\.name))) var name: String

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

/// The summary in the platform file: the first `///` line above `platform`.
private func summary(of platform: ShippedPlatform) -> Substring {
  let main = platform.files[0]
  let file = SourceFile(id: FileID(0), path: main.path, text: main.text)
  let root = parse(file).tree.declarations.first { if case .root = $0.kind { true } else { false } }
  return root?.documentation.split(separator: "\n").first ?? ""
}

private func print(_ text: String) throws {
  guard System.writeToStandardOutput(text) else { throw ArgumentParser.ExitCode(.notWritten) }
}
