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
        130 interrupted (Ctrl-C); what is known by then has been reported
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }
  enum StoryStyle: String, ExpressibleByArgument, CaseIterable { case short, full }

  @Argument(
    help: ArgumentHelp(
      "The specs to check; `-` reads standard input. (default: the `specs` of .lifecheck.yml)", valueName: "file"))
  var files: [String] = []

  @Option(help: "How to write the report.")
  var format = Format.text

  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp(
      "Time for each file, more than 0 and at most 1000000. (default: 60; with --cpu-limit, none)", valueName: "seconds"))
  var givenTimeout: Seconds?

  @Option(
    help: ArgumentHelp(
      "Time of the processor for each file, on all cores together: unlike --timeout, it does not depend on what else the machine has to do.",
      valueName: "seconds"))
  var cpuLimit: Seconds?

  @Option(
    name: .customLong("memory"), help: ArgumentHelp("Memory for each file, from 100 to 1000000. (default: 2000)", valueName: "MB")
  )
  var givenMemory: Int?

  @Option(
    help: ArgumentHelp(
      "Look for violations in runs of at most so many steps, up to 1000000. (default: no limit)", valueName: "steps"))
  var maxDepth: Int?

  @Option(
    help: ArgumentHelp("How many files to check at a time, at most one for each core. (default: that)", valueName: "number"))
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

  @Flag(help: "List the verdict on every rule and property, and tell every violation, not one for each cause. Text only.")
  var all = false

  @Option(help: "How to tell a run: `short`, or `full` with every step, time, place and change. Text only.")
  var story = StoryStyle.short

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Also write a report for machines, or a page for a browser (html); can be repeated. KIND: sarif, junit, github, checkstyle, markdown, html, json, xcode. `-` as the file is standard output, instead of the text.",
      valueName: "kind=file"))
  var reportFiles: [ReportFile] = []

  @Option(
    help: ArgumentHelp(
      "Also write each run into this folder, a file for each; can be repeated. KIND: itf (for Apalache and Quint), svg (its timeline), mermaid, plantuml (sequence diagrams).",
      valueName: "kind=folder"))
  var runs: [RunFolder] = []

  @Flag(help: "Print only what fails the check, and nothing if all is good.")
  var quiet = false

  @Flag(help: "Let advice and warnings fail the check, too: the same as --fail-on warnings.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "What fails the check: `errors`; `advice`, too; or advice and `warnings`, too. What is undecided always does. (default: errors)",
      valueName: "what"))
  var failOn: Policy.FailOn?

  @Option(
    help: ArgumentHelp(
      "The configuration. (default: the nearest .lifecheck.yml in a folder of the specs or above)", valueName: "file"))
  var config: String?

  @Flag(help: "Use no configuration.")
  var noConfig = false

  @Option(
    help: ArgumentHelp(
      "Known violations that may stay for now, each with a reason; what fails in another way still fails.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write what fails now as a baseline, with the reasons of the one that is used. The exit code is that of the check.",
      valueName: "file"))
  var writeBaseline: String?

  @Option(
    help: ArgumentHelp(
      "Keep the evidence for answers in this folder, and use what is kept there, checked again. Several runs can share it.",
      valueName: "folder"))
  var cache: String?

  @Flag(help: "Keep nothing, and use nothing that was kept, whatever the configuration says.")
  var noCache = false

  @Flag(help: "Check again whenever one of the files is saved that the check depends on, until Ctrl-C.")
  var watch = false

  func validate() throws {
    try givenTimeout?.validate(as: "--timeout")
    try cpuLimit?.validate(as: "--cpu-limit")
    guard (100...1_000_000).contains(givenMemory ?? 100) else { throw ValidationError(Self.memoryBounds) }
    guard (jobs ?? 1) >= 1 else {
      throw ValidationError("'--jobs' takes a number of files, 1 or more; more than there are cores count as that many.")
    }
    guard (0...Self.mostSteps).contains(maxDepth ?? 0) else {
      throw ValidationError("'--max-depth' takes a number of steps, from 0 to \(Self.mostSteps).")
    }
    guard !explainTime || format == .text else { throw ValidationError("'--explain-time' is for text reports.") }
    guard !all || format == .text else { throw ValidationError("'--all' is for text reports; JSON has all.") }
    guard story == .short || format == .text else { throw ValidationError("'--story' is for text reports; JSON has all steps.") }
    guard !quiet || format == .text else { throw ValidationError("'--quiet' is for text reports.") }
    guard config == nil || !noConfig else { throw ValidationError("'--config' and '--no-config' exclude each other.") }
    guard !strict || failOn == nil else { throw ValidationError("'--strict' and '--fail-on' exclude each other.") }
    guard cache == nil || !noCache else { throw ValidationError("'--cache' and '--no-cache' exclude each other.") }
    guard cache != "" else { throw ValidationError("'--cache' takes a folder.") }
    try validateWatch()
    guard certificate != "" else { throw ValidationError("'--certificate' takes a folder.") }
    guard files.filter({ $0 == "-" }).count <= 1 else { throw ValidationError("'-' can be given only once.") }
    let onOutput = reportFiles.count { $0.path == "-" }
    guard onOutput == 0 || onOutput == 1 && format == .text && !quiet else {
      throw ValidationError("'--report …=-' is instead of the text: only one report can go to standard output.")
    }
  }

  private func validateWatch() throws {
    guard watch else { return }
    guard format == .text, !reportFiles.contains(where: { $0.path == "-" }) else {
      throw ValidationError("'--watch' writes text to standard output; other reports go to files.")
    }
    guard !files.contains("-") else { throw ValidationError("'--watch' cannot see when standard input changes: name a file.") }
    guard writeBaseline == nil else { throw ValidationError("'--watch' and '--write-baseline' exclude each other.") }
  }

  static let memoryBounds = "'--memory' takes megabytes, from 100 to 1000000."
  private static let mostSteps = 1_000_000

  func run() throws {
    if watch { Watch().run { memory in _ = try exitCode(keepingIn: memory) } }
    System.end(try exitCode())
  }

  /// Checks everything once.
  /// - Parameter memory: Where evidence is kept if there is no folder for it.
  private func exitCode(keepingIn memory: MemoryCache? = nil) throws -> LifecheckReports.ExitCode {
    let job = try VerifyJob(self)
    let folder = job.certificate.map { CertificateFolder(path: $0) }
    for problem in [folder?.prepare()] + runs.map({ $0.prepare() }) {
      guard let problem else { continue }
      System.writeToStandardError("lifecheck: error: \(problem)\n")
      throw ArgumentParser.ExitCode(.notWritten)
    }
    let kept = job.cacheFolder.flatMap { CacheFolder(path: $0) }
    var outlet = Outlet(format: outletFormat)
    (outlet.certificates, outlet.files, outlet.policy) = (folder, job.reports, try job.policy())
    (outlet.newBaseline, outlet.runs) = (writeBaseline, runs)
    let cache = noCache ? nil : kept?.cache ?? memory?.cache
    outlet = job.checks(cache: cache).run(to: outlet)
    outlet.finish()
    kept?.tidy()
    return outlet.exitCode
  }

  private var outletFormat: Outlet.Format {
    if format == .json { return .json }
    if reportFiles.contains(where: { $0.path == "-" }) { return .none }
    var text = TextReport(
      usesColor: color.isOn, width: System.columns(of: .output).map { min($0, 120) }, tellsReachedRuns: showReached,
      tellsTime: explainTime)
    (text.tellsAll, text.tellsWholeStories) = (all, story == .full)
    return quiet ? .quiet(text) : .text(text)
  }
}

extension Policy.FailOn: ExpressibleByArgument {}
