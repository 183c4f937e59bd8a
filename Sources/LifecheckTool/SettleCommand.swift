import ArgumentParser
import LifecheckDriver
import LifecheckEngines
import LifecheckReports

/// `lifecheck settle FILE`
struct SettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Find out what makes a spec too large to be decided.",
    discussion: """
      Where `verify` leaves something undecided, this tries single changes, each within the same limits: a parameter \
      of the platform at its usual value, the spec without a part of its code, without a handler or an event. It tells \
      how many of the undecided answers each of them settles, and ends once one settles all. The file stays as it is.

      EXAMPLES:
        lifecheck settle app.lc                a minute for each change
        lifecheck settle --timeout 10 app.lc   ten seconds for each, and sooner done

      EXIT CODES (of the spec as it is, whatever a change settles):
        0   all good, and nothing is undecided
        1   something is violated, unreachable or vacuous
        2   something is undecided within the limits, and nothing is violated
        3   the spec has errors or cannot be read
        64  wrong usage
        70  internal error: a defect of lifecheck, never an answer
        74  what was found cannot be written
      """)

  @Argument(
    help: ArgumentHelp("The spec; `-` reads standard input.", valueName: "file"), completion: .file(extensions: ["lc"]))
  var file: String

  @Option(help: ArgumentHelp("Time for the spec as it is, and for each change.", valueName: "seconds"))
  var timeout = Seconds.usual

  @Option(help: ArgumentHelp("Memory.", valueName: "MB"))
  var memory = 2000

  @OptionGroup var platform: PlatformOptions

  @Option(help: ArgumentHelp("Ask for this rule or property alone, by its title or id. Can be repeated.", valueName: "name"))
  var only: [String] = []

  func validate() throws { try validateLimits(timeout, megabytes: memory) }

  func run() throws {
    Interruption.endTheCommand()
    let source = SpecSource(path: file)
    switch withinLimits(source, { source.read() }) {
    case .failure(let problem): refuse(problem.report(on: source.shownPath))
    case .success(let text): settle(source, text)
    }
  }

  private var limits: Limits { Limits(wallTime: .seconds(timeout.count), megabytes: memory) }
  private var limit: String { "\(timeout.defaultValueDescription) s" }

  private var options: VerificationOptions {
    var options = VerificationOptions(
      versions: platform.os.map { [$0] }, platformParameters: platform.platformParam, limits: limits, today: System.today)
    options.only = only
    return options
  }

  /// Does work within the limits that has none of its own: a pipe may keep everybody waiting.
  private func withinLimits<Success: Sendable>(_ source: SpecSource, _ work: @escaping @Sendable () -> Success) -> Success {
    switch within(timeout, megabytes: memory, work) {
    case .success(let found): return found
    case .failure(let why): refuse(why.report(on: source.shownPath))
    }
  }

  private func settle(_ source: SpecSource, _ text: [UInt8]) {
    let report = checked(source, text, options, named: source.shownPath)
    if report.hasErrors { refuse(report) }
    let trial = ChangeTrial(of: report)
    let changes = trial.openCount == 0 ? [] : self.changes(source, text)
    write(trial.introduction(trying: changes.count, within: limit))
    if trial.openCount > 0 { write(trial.conclusion(mostUseful(of: changes, trial, source, text), within: limit)) }
    System.end(CheckExitCode(for: [report]))
  }

  private func changes(_ source: SpecSource, _ text: [UInt8]) -> [SpecChange] {
    let options = self.options
    let found = withinLimits(source) {
      Result { () throws(InternalError) in
        try changesWorthTrying(path: source.shownPath, text: text, loader: source.loader, options: options)
      }
    }
    do { return try found.get() } catch { Defect.report("\(source.shownPath): \(error.message)") }
  }

  /// Tries one after the other, and tells what each is worth.
  private func mostUseful(
    of changes: [SpecChange], _ trial: ChangeTrial, _ source: SpecSource, _ text: [UInt8]
  ) -> (change: SpecChange, settled: Int)? {
    var tried = ChangesTried(wanted: trial.openCount)
    for (number, change) in changes.enumerated() where tried.isWorthTrying(change) {
      let start = ContinuousClock.now
      let name = "\(source.shownPath), change \(number + 1) of \(changes.count)"
      let report = checked(source, change.applied(to: text), change.applied(to: options), named: name)
      let outcome = trial.outcome(of: report, after: .now - start)
      if let line = trial.line(change, outcome) { write(line) }
      tried.note(change, outcome)
    }
    return tried.mostUseful
  }

  private func checked(
    _ source: SpecSource, _ text: [UInt8], _ options: VerificationOptions, named name: String
  ) -> CheckReport {
    var line = ProgressLine(paths: [name])
    defer { line.erase() }
    do throws(InternalError) {
      return try verify(path: source.shownPath, text: text, loader: source.loader, options: options) {
        line.show(done: 0, $0)
      }
    } catch { Defect.report("\(source.shownPath): \(error.message)") }
  }

  private func write(_ text: String) {
    if !System.writeToStandardOutput(text) { System.end(.notWritten) }
  }

  private func refuse(_ report: CheckReport) -> Never {
    System.writeToStandardError(System.problems(of: report))
    System.end(report.isUnfinished ? .undecided : .specHasErrors)
  }
}
