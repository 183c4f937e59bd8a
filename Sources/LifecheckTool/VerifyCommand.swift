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
      EXAMPLES:
        lifecheck verify app.lc                      check one spec
        lifecheck verify                             those that .lifecheck.yml names
        lifecheck verify --report junit=out.xml      write a report for CI, too

      EXIT CODES:
        0   all good: everything holds, and everything `possible` was reached
        1   something is violated, unreachable or vacuous, or what --only asks for concerns no spec
        2   something is undecided within the limits, and nothing is violated
        3   a spec has errors or cannot be read; the others are checked all the same
        64  wrong usage
        70  internal error: a defect of lifecheck, never a verdict
        74  the report or a certificate cannot be written
        130 interrupted (Ctrl-C), 143 ended by SIGTERM; what is known by then has been reported
      """)

  @Argument(
    help: ArgumentHelp(
      "The specs to check; `-` reads standard input. (default: the `specs` of .lifecheck.yml)", valueName: "file"),
    completion: .file(extensions: ["lc"]))
  var files: [String] = []

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
      "How many steps the search by ever longer runs goes, up to 1000000; what is proved, or found by other means, counts all the same. (default: no limit)",
      valueName: "steps"))
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
      "Write the evidence for each `proved` into this folder, for any SMT solver to check.", valueName: "folder"),
    completion: .directory)
  var certificate: String?

  @Option(help: ArgumentHelp("Ask for this rule or property alone, by its title or id. Can be repeated.", valueName: "name"))
  var only: [String] = []

  @Flag(help: "Also tell how long each engine worked on what, how far it came, and why it ended. Text only.")
  var explainTime = false

  @OptionGroup var telling: TellingOptions

  @OptionGroup var counting: CountingOptions

  @Option(
    help: ArgumentHelp(
      "Check only specs that have changed since this commit, branch or tag of git, or that use a file which has.",
      valueName: "ref"))
  var changedSince: String?

  @Option(
    help: ArgumentHelp(
      "Answer the K-th of N equal shares of the questions (at most 1000), on one of N machines; `lifecheck merge` puts the JSON reports together.",
      valueName: "k/n"),
    transform: { (text: String) throws -> ShardOption in
      if let shard = ShardOption(argument: text) { return shard }
      throw ValidationError("K is from 1 to N, and N is at most \(ShardOption.mostShards), as in 2/4.")
    })
  var shard: ShardOption?

  @Option(
    help: ArgumentHelp(
      "Keep the evidence for answers in this folder, and use what is kept there, checked again. Several runs can share it.",
      valueName: "folder"),
    completion: .directory)
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
    guard !explainTime || telling.format == .text else { throw ValidationError("'--explain-time' is for text reports.") }
    guard cache == nil || !noCache else { throw ValidationError("'--cache' and '--no-cache' exclude each other.") }
    guard cache != "" else { throw ValidationError("'--cache' takes a folder.") }
    try validateWatch()
    guard certificate != "" else { throw ValidationError("'--certificate' takes a folder.") }
    guard files.filter({ $0 == "-" }).count <= 1 else { throw ValidationError("'-' can be given only once.") }
    try validateShard()
    guard changedSince == nil || counting.writeBaseline == nil else {
      throw ValidationError("'--write-baseline' needs all specs: leave '--changed-since' out.")
    }
  }

  private func validateWatch() throws {
    guard watch else { return }
    guard telling.format == .text, !telling.reportFiles.contains(where: { $0.path == "-" }) else {
      throw ValidationError("'--watch' writes text to standard output; other reports go to files.")
    }
    guard !files.contains("-") else { throw ValidationError("'--watch' cannot see when standard input changes: name a file.") }
    guard counting.writeBaseline == nil else { throw ValidationError("'--watch' and '--write-baseline' exclude each other.") }
  }

  private func validateShard() throws {
    guard shard != nil else { return }
    guard !files.contains("-") else { throw ValidationError("'--shard' cannot share out standard input: name a file.") }
    guard telling.format == .json || telling.reportFiles.contains(where: { $0.kind == .json }) else {
      throw ValidationError("'--shard' needs '--report json=FILE' (or '--format json'): that is what 'lifecheck merge' reads.")
    }
    guard telling.reportFiles.allSatisfy({ $0.kind == .json }), telling.runs.isEmpty else {
      throw ValidationError("With '--shard', only JSON is written; give the other '--report' and '--runs' to 'lifecheck merge'.")
    }
    guard counting.writeBaseline == nil else {
      throw ValidationError("With '--shard', no baseline is written; 'lifecheck merge' does.")
    }
    guard !watch else { throw ValidationError("'--watch' and '--shard' exclude each other.") }
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
    let runs = job.runs
    for problem in [folder?.prepare(), counting.prepareBaseline()] + runs.map({ $0.prepare() }) {
      guard let problem else { continue }
      System.writeToStandardError("lifecheck: error: \(problem)\n")
      throw ArgumentParser.ExitCode(.notWritten)
    }
    let kept = job.cacheFolder.flatMap { CacheFolder(path: $0) }
    var outlet = Outlet(format: telling.outletFormat(tellsTime: explainTime))
    (outlet.certificates, outlet.files, outlet.policy) = (folder, job.reports, job.policy)
    (outlet.newBaseline, outlet.replaced, outlet.runs) = (counting.writeBaseline, job.replaced, runs)
    (outlet.shard, outlet.skipped) = (job.shard, job.skipped)
    var cache = noCache ? nil : kept?.cache ?? memory?.cache
    cache?.ownFindings = memory?.ownFindings
    if !job.files.isEmpty { outlet = job.checks(cache: cache).run(to: outlet) }
    outlet.finish()
    kept?.tidy()
    return outlet.exitCode
  }
}
