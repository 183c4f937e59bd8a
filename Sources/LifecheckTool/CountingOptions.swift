import ArgumentParser
import LifecheckReports

/// How answers count, and what a project has agreed on: options of whoever reports verdicts.
struct CountingOptions: ParsableArguments {
  @Flag(help: "Let advice and warnings fail the check, too: the same as --fail-on warnings.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "What fails the check: `errors`; `advice`, too; or advice and `warnings`, too. What is undecided always does. (default: errors)",
      valueName: "what"))
  var failOn: Policy.FailOn?

  @Option(
    help: ArgumentHelp(
      "The configuration. (default: the nearest .lifecheck.yml in a folder of the specs or above)", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var config: String?

  @Flag(help: "Use no configuration.")
  var noConfig = false

  @Option(
    help: ArgumentHelp(
      "Known violations that may stay for now, each with a reason; what fails in another way still fails.", valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write what fails now as a baseline, with the reasons of the one that is used. The exit code is that of the check.",
      valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]))
  var writeBaseline: String?

  /// Whether the configuration is one that lies near the specs.
  var looksForConfiguration: Bool { config == nil && !noConfig }

  /// Makes the folder of the baseline that is to be written, before there is anything to lose.
  /// - Returns: What went wrong, as a sentence; nil: the file can be written.
  func prepareBaseline() -> String? {
    guard let path = writeBaseline, !Files.isNoFile(path) else { return nil }
    if let problem = Files.makeFolder(of: path) { return problem }
    return Files.tryFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".").map { "\(path) cannot be written: \($0)" }
  }

  func validate() throws {
    guard config == nil || !noConfig else { throw ValidationError("'--config' and '--no-config' exclude each other.") }
    guard !strict || failOn == nil else { throw ValidationError("'--strict' and '--fail-on' exclude each other.") }
  }
}

extension Policy.FailOn: ExpressibleByArgument {}
