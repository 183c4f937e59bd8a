import ArgumentParser
import LifecheckDriver
import LifecheckReports
import LifecheckSystem

/// `lifecheck simulate FILE`
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Make a run of a spec by hand, step by step, or at random.",
    discussion: """
      What can happen is listed, and you choose, a line each: the number of an event or what it says, 'wait 2.5s', 'go' for \
      what must happen next, 'undo'; 'help' tells the rest. After each step stands which rules and properties are broken, and \
      which will be unless something happens in time. With a file of such lines there are no questions:

        lifecheck simulate spec.lc
        lifecheck simulate spec.lc --events run.txt
        lifecheck simulate spec.lc --random --seed 7 --steps 100

      A run shows what can happen, and proves nothing: `lifecheck verify` looks at all of them.

      EXIT CODES:
        0   the run has ended, and breaks nothing
        1   it breaks a rule or property
        2   the time or memory for laying the spec out was over before it began
        3   the spec has errors or cannot be read, or an event of the file is not possible
        64  wrong usage
        70  internal error: a defect of lifecheck
        74  the run cannot be written
      """)

  @Argument(
    help: ArgumentHelp("The spec; `-` reads standard input, with --events or --random.", valueName: "file"),
    completion: .file(extensions: ["lc"]))
  var file: String

  @Option(
    help: ArgumentHelp("What to choose, a line each, instead of asking; `#` begins a comment.", valueName: "file"),
    completion: .file())
  var events: String?

  @Flag(help: "Let chance choose.")
  var random = false

  @Option(help: ArgumentHelp("With --random: the same seed makes the same run. (default: 0)", valueName: "number"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("With --random: how many steps, up to 100000. (default: 50)", valueName: "number"))
  var steps: Int?

  @OptionGroup var layingOut: LayingOutOptions

  @Option(help: "Use colors. `auto`: on a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  func validate() throws {
    guard events == nil || !random else { throw ValidationError("'--events' and '--random' exclude each other.") }
    guard random || seed == nil && steps == nil else { throw ValidationError("'--seed' and '--steps' are for '--random'.") }
    guard (1...100_000).contains(steps ?? 1) else {
      throw ValidationError("'--steps' takes a number of steps, from 1 to 100000.")
    }
    guard file != "-" || random || events != nil && events != "-" else {
      throw ValidationError("With the spec on standard input there is nobody to ask; add '--events FILE' or '--random'.")
    }
  }

  func run() throws {
    Interruption.endTheCommand()
    let (list, session) = (try events.map(lines), try session())
    let code: LifecheckReports.ExitCode
    do throws(InternalError) { code = try play(session, list) } catch { Defect.report("\(file): \(error.message)") }
    System.end(code)
  }

  /// - Throws: `InternalError` when the interpreter refuses what it has offered.
  private func play(_ session: SimulationSession, _ list: [String]?) throws(InternalError) -> LifecheckReports.ExitCode {
    var dialogue = SimulationDialogue(session: session)
    dialogue.open()
    if random {
      try dialogue.play(steps: steps ?? 50, seed: seed ?? 0)
    } else if let list, let events {
      try dialogue.follow(list, of: events == "-" ? "<stdin>" : events)
    } else {
      try dialogue.ask()
    }
    return try dialogue.exitCode()
  }

  private func lines(_ path: String) throws -> [String] {
    switch path == "-" ? Files.readStandardInput() : Files.read(path) {
    case .success(let bytes):
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    case .failure(let problem): throw refusal(problem.report(on: path == "-" ? "<stdin>" : path))
    }
  }

  private func session() throws -> SimulationSession {
    let (source, os, platformParam) = (SpecSource(path: file), layingOut.platform.os, layingOut.platform.platformParam)
    let (usesColor, width) = (color.isOn, System.columns(of: .output).map { min($0, 120) })
    let entry = layingOut.within { Self.entry(source, os, platformParam, usesColor, width) }
    switch entry {
    case .success(.session(let session)): return session
    case .success(.refused(let report)): throw refusal(report)
    case .failure(let why): throw refusal(why.report(on: source.shownPath))
    }
  }

  private static func entry(
    _ source: SpecSource, _ os: Int?, _ platformParam: [String], _ usesColor: Bool, _ width: Int?
  ) -> SimulationEntry {
    switch source.read() {
    case .failure(let problem): return .refused(problem.report(on: source.shownPath))
    case .success(let text):
      do throws(InternalError) {
        return try simulate(
          path: source.shownPath, text: text, loader: source.loader, version: os, platformParameters: platformParam,
          today: System.today, usesColor: usesColor, width: width)
      } catch { Defect.report("\(source.shownPath): \(error.message)") }
    }
  }

  private func refusal(_ report: CheckReport) -> ArgumentParser.ExitCode {
    System.writeToStandardError(System.problems(of: report))
    return ArgumentParser.ExitCode(report.isUnfinished ? .undecided : .specHasErrors)
  }
}
