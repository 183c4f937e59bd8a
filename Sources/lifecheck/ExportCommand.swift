import ArgumentParser
import LifecheckDriver
import LifecheckReports

/// `lifecheck export --to promela FILE`
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a spec as a model for another tool.",
    discussion: """
      Everything that is asked about the spec is in the model, as numbered questions. With SPIN:

        lifecheck export --to promela spec.lc > spec.pml
        spin -DQUESTION=1 -run -DSAFETY -m1000000 spec.pml

      A failed assertion means that the state asked about is reached: a rule or property is violated, something \
      `possible` is possible. Time goes in ticks, as long as all durations of the spec allow. Where that \
      would lose runs, nothing is written, and the reason is told.

      EXIT CODES:
        0   the model is written
        3   the spec has errors, cannot be read, or cannot be exported
        64  wrong usage
        70  internal error: a defect of lifecheck
        74  the model cannot be written
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case promela }

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

  @Flag(help: "Export also what loses runs by going in ticks; the model says why.")
  var mayMissRuns = false

  func run() throws {
    switch exported() {
    case .text(let text): guard System.writeToStandardOutput(text) else { throw ArgumentParser.ExitCode(74) }
    case .refused(let report):
      System.writeToStandardError(TextReport(width: System.columns(of: .error).map { min($0, 120) }).renderDiagnostics(report))
      throw ArgumentParser.ExitCode(3)
    }
  }

  private func exported() -> Export {
    let source = SpecSource(path: file)
    switch source.read() {
    case .failure(let problem): return .refused(problem.report(on: source.shownPath))
    case .success(let text):
      do throws(InternalError) {
        return try exportToPromela(
          path: source.shownPath, text: text, loader: source.loader, version: os, platformParameters: platformParam,
          mayMissRuns: mayMissRuns)
      } catch { Defect.report("\(source.shownPath): \(error.message)") }
    }
  }
}
