import ArgumentParser
import LifecheckDriver
import LifecheckEngines
import LifecheckReports

/// `lifecheck verify FILE…`
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check specs, and report a verdict on every rule and property.",
    discussion: """
      EXIT CODES:
        0   all good: everything holds, and everything `possible` was reached
        1   something is violated, unreachable or vacuous
        2   something is undecided within the limits, and nothing is violated
        3   a spec has errors or cannot be read; the others are checked all the same
        64  wrong usage
        70  internal error: a defect of lifecheck, never a verdict
        74  the report or a certificate cannot be written
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(help: ArgumentHelp("The specs to check; `-` reads standard input.", valueName: "file"))
  var files: [String]

  @Option(help: "How to write the report.")
  var format = Format.text

  @Option(help: ArgumentHelp("Time for each file.", valueName: "seconds"))
  var timeout = Seconds.usual

  @Option(help: ArgumentHelp("Memory for each file.", valueName: "MB"))
  var memory = 2000

  @Option(help: ArgumentHelp("Look for violations in runs of at most so many steps. (default: no limit)", valueName: "steps"))
  var maxDepth: Int?

  @Option(help: ArgumentHelp("How many files to check at a time. (default: one for each core)", valueName: "number"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Versions of the platform instead of those in the specs, such as 17, 12...15 or 12,15,26; with a table of them.",
      valueName: "versions"))
  var os: PlatformVersions?

  @Option(
    help: ArgumentHelp(
      "Fix a parameter or switch of the platform for this run: grace=4s, enterBudget=5s...7s, refusals=true. Can be repeated.",
      valueName: "name=value"))
  var platformParam: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the evidence for each `proved` into this folder, for any SMT solver to check.", valueName: "folder"))
  var certificate: String?

  @Option(help: "Use colors. `auto`: on a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Option(help: ArgumentHelp("Ask for one rule or property alone, by its title or id.", valueName: "name"))
  var only: String?

  @Flag(help: "Also tell how long each engine worked on what, how far it came, and why it ended. Text only.")
  var explainTime = false

  @Flag(help: "Also tell the runs that reach what is `possible`.")
  var showReached = false

  func validate() throws {
    try timeout.validateTimeout()
    guard (100...1_000_000).contains(memory) else { throw ValidationError("'--memory' takes megabytes, at least 100.") }
    guard (jobs ?? 1) >= 1 else { throw ValidationError("'--jobs' takes a number of files, at least 1.") }
    guard (maxDepth ?? 0) >= 0 else { throw ValidationError("'--max-depth' takes a number of steps, 0 or more.") }
    guard !explainTime || format == .text else { throw ValidationError("'--explain-time' is for text reports.") }
    guard certificate != "" else { throw ValidationError("'--certificate' takes a folder.") }
    guard files.filter({ $0 == "-" }).count <= 1 else { throw ValidationError("'-' can be given only once.") }
  }

  func run() throws {
    Interruption.endTheCommand()
    let reports = checked()
    guard System.writeToStandardOutput(rendered(reports)) else { throw ArgumentParser.ExitCode(.notWritten) }
    if let certificate, let problem = CertificateFolder(path: certificate).write(reports) {
      System.writeToStandardError("lifecheck: error: \(problem)\n")
      throw ArgumentParser.ExitCode(.notWritten)
    }
    throw ArgumentParser.ExitCode(LifecheckReports.ExitCode(for: reports))
  }

  private var jobCount: Int { min(jobs ?? System.coreCount, files.count) }

  private var options: VerificationOptions {
    var limits = Limits(wallTime: .seconds(timeout.count), megabytes: memory, maximumSteps: maxDepth)
    limits.sharers = jobCount
    var options = VerificationOptions(
      versions: os?.numbers, platformParameters: platformParam, limits: limits, today: System.today)
    options.wantsCertificates = certificate != nil
    options.only = only
    return options
  }

  private func checked() -> [CheckReport] {
    let (sources, options) = (files.map(SpecSource.init), options)
    let outcomes = withProgress(on: sources.map(\.shownPath), jobs: jobCount) { index, onProgress in
      Self.report(on: sources[index], options: options, onProgress: onProgress)
    }
    return outcomes.map { outcome in
      switch outcome {
      case .success(let report): report
      case .failure(let error): Defect.report(error.message)
      }
    }
  }

  private func rendered(_ reports: [CheckReport]) -> String {
    switch format {
    case .json: JSONReport().render(reports)
    case .text:
      TextReport(
        usesColor: color.isOn, width: System.columns(of: .output).map { min($0, 120) }, tellsReachedRuns: showReached,
        tellsTime: explainTime
      ).render(reports)
    }
  }

  private static func report(
    on source: SpecSource, options: VerificationOptions, onProgress: (Progress) -> Void
  ) -> Result<CheckReport, InternalError> {
    switch source.read() {
    case .failure(let problem): return .success(problem.report(on: source.shownPath))
    case .success(let text):
      do throws(InternalError) {
        return .success(
          try verify(path: source.shownPath, text: text, loader: source.loader, options: options, onProgress: onProgress))
      } catch { return .failure(InternalError(message: "\(source.shownPath): \(error.message)")) }
    }
  }
}
