import ArgumentParser
import LifecheckDriver
import LifecheckReports

/// `lifecheck export --to promela FILE`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a spec as a model for another tool.",
    discussion: """
      The model has everything that is asked about the spec, as numbered questions: is there a run that breaks this \
      rule or property, or does what is `possible`? For SPIN, a failed assertion means yes:

        lifecheck export --to promela spec.lc > spec.pml
        spin -DQUESTION=1 -run -DSAFETY -m1000000 spec.pml

      Time goes in ticks, as long as all durations of the spec allow. Where that would lose runs, nothing is \
      written, and the reason is told. For solvers of Horn clauses, such as Z3, `unsat` means yes; time is exact:

        lifecheck export --to smt2 --question 1 spec.lc > spec.smt2
        z3 spec.smt2

      `system` is the timed system that a spec means, as text: for reading, for exchange, and for `lifecheck solve`.

      EXIT CODES:
        0   the model is written
        2   the time or memory was over before it was
        3   the spec has errors, cannot be read, or cannot be exported
        64  wrong usage
        70  internal error: a defect of lifecheck
        74  the model cannot be written
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case promela, smt2, system }

  @Argument(help: ArgumentHelp("The spec; `-` reads standard input.", valueName: "file"))
  var file: String

  @Option(help: "The language of the model.")
  var to: Format

  @Option(help: ArgumentHelp("The version of the platform instead of that in the spec.", valueName: "version"))
  var os: Int?

  @Option(
    help: ArgumentHelp(
      "Fix a parameter or switch of the platform: grace=4s, refusals=true. Can be repeated.", valueName: "name=value"))
  var platformParam: [String] = []

  @Option(help: ArgumentHelp("Which question to write, for `smt2`. (default: 1)", valueName: "number"))
  var question: Int?

  @Option(help: ArgumentHelp("Time for laying the spec out, more than 0 and at most 1000000.", valueName: "seconds"))
  var timeout = Seconds.usual

  @Option(help: ArgumentHelp("Memory for that, from 100 to 1000000.", valueName: "MB"))
  var memory = 2000

  @Flag(help: "Write Promela also where it loses runs; the model says why.")
  var mayMissRuns = false

  func validate() throws {
    try timeout.validate(as: "--timeout")
    guard (100...1_000_000).contains(memory) else { throw ValidationError(VerifyCommand.memoryBounds) }
    guard question == nil || to == .smt2 else { throw ValidationError("'--question' is for smt2; SPIN chooses with -DQUESTION.") }
    guard !mayMissRuns || to == .promela else { throw ValidationError("'--may-miss-runs' is for promela; smt2 misses none.") }
  }

  private var format: ExportFormat {
    switch to {
    case .promela: .promela(mayMissRuns: mayMissRuns)
    case .smt2: .smtlib(question: question ?? 1)
    case .system: .system
    }
  }

  func run() throws {
    Interruption.endTheCommand()
    switch exportedInTime() {
    case .text(let text): System.end(System.writeToStandardOutput(text) ? .allGood : .notWritten)
    case .refused(let report):
      System.writeToStandardError(TextReport(width: System.columns(of: .error).map { min($0, 120) }).renderDiagnostics(report))
      System.end(report.isUnfinished ? .undecided : .specHasErrors)
    }
  }

  private func exportedInTime() -> Export {
    let (source, format, os, platformParam) = (SpecSource(path: file), format, os, platformParam)
    let result = within(timeout, megabytes: memory) { Self.exported(source, format, os, platformParam) }
    switch result {
    case .success(let export): return export
    case .failure(let why): return .refused(why.report(on: source.shownPath))
    }
  }

  private static func exported(_ source: SpecSource, _ format: ExportFormat, _ os: Int?, _ platformParam: [String]) -> Export {
    switch source.read() {
    case .failure(let problem): return .refused(problem.report(on: source.shownPath))
    case .success(let text):
      do throws(InternalError) {
        return try export(
          format, path: source.shownPath, text: text, loader: source.loader, version: os, platformParameters: platformParam)
      } catch { Defect.report("\(source.shownPath): \(error.message)") }
    }
  }
}
