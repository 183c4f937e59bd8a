import ArgumentParser
import LifecheckConfiguration
import LifecheckDiagnostics
import LifecheckPlatforms

/// `lifecheck init --platform NAME`
struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a first spec, a configuration and a file for CI into this folder.",
    discussion: """
      Files that are there stay as they are.

      EXAMPLES:
        lifecheck init --platform ios                 begin with a spec of an iOS app
        lifecheck init --platform android --ci gitlab
        lifecheck verify                              check what it has written
      """)

  @Option(
    help: "What the app runs on, as 'lifecheck platform list' shows them.", completion: .list(Self.platforms))
  var platform: String
  @Option(help: "Whose CI it runs in: github writes .github/workflows/lifecycle.yml, gitlab .gitlab-ci.yml.")
  var ci = CIService.github

  /// Those that a first spec can be written for.
  private static let platforms = shippedPlatforms.map(\.name).filter { starterText(for: $0) != nil }

  func validate() throws {
    let names = Self.platforms
    if names.contains(platform) { return }
    let meant = closestName(to: platform, in: names).map { "Did you mean '\($0)'?" }
    throw ValidationError("There is no platform '\(platform)'. \(meant ?? "There are \(names.joined(separator: ", ")).")")
  }

  func run() throws {
    var told = ""
    let files = [("Specs/app.lc", starterText(for: platform) ?? ""), (Configuration.fileName, Self.settings)]
    for (path, text) in files + [ci.workflow].compactMap(\.self) { told += try write(text, to: path) }
    told +=
      "\nNow: lifecheck verify\nThen change Specs/app.lc into what your app does; its last lines say how to see a first counterexample.\n"
    guard System.writeToStandardOutput(told) else { throw ArgumentParser.ExitCode(.notWritten) }
  }

  private func write(_ text: String, to path: String) throws -> String {
    if case .success = Files.read(path, atMost: .max - 1) { return "kept     \(path), which is there already\n" }
    let problem = Files.makeFolder(of: path) ?? Files.replace(path, with: text).map { "\(path) cannot be written: \($0)" }
    guard let problem else { return "written  \(path)\n" }
    System.writeToStandardError("lifecheck: error: \(problem)\n")
    throw ArgumentParser.ExitCode(.notWritten)
  }

  private static let settings = """
    # How the specs of this project are checked, here and in CI. What may stand here: docs/ci.md of lifecheck.
    specs: [Specs/*.lc]
    cpu-limit: 60               # seconds of the processor for each file: the same however busy the machine is
    # fail-on: warnings          # advice and warnings fail, too
    # rules-off:
    #   some-rule: why it does not matter to this app

    """
}
