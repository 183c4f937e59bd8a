import ArgumentParser
import Lifecheck

/// `lifecheck replay REPORT.json`
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay the runs in a report of `verify --format json`.",
    discussion: """
      Every run that breaks or reaches something is run again, step by step, on what the spec means now. It is refused if \
      a step is not possible there, if it does not get where it should, or if the report says anything else of it than is \
      so: what fails, what is seen in the field, the platform, the exit code. Places may move when a spec is edited; that \
      is remarked.

      EXAMPLES:
        lifecheck verify --format json app.lc > report.json    make a report
        lifecheck replay report.json                           replay its runs
        lifecheck replay --spec other.lc report.json           on another spec

      EXIT CODES:
        0   every run is one of the spec, and gets where the report says
        1   one is refused
        3   the report has no run, it or a spec cannot be read, or a spec has errors
        64  wrong usage
        70  internal error: a defect of lifecheck, never a verdict
        74  the report cannot be written
      """)

  @Argument(
    help: ArgumentHelp("The report; `-` reads standard input.", valueName: "report"),
    completion: .file(extensions: ["json"]))
  var report: String

  @Option(
    help: ArgumentHelp("Replay on this spec instead of the one named in the report.", valueName: "spec"),
    completion: .file(extensions: ["lc"]))
  var spec: String?

  func run() throws {
    Interruption.endTheCommand()
    let findings = findings()
    guard System.writeToStandardOutput(findings.map(\.text).joined()) else { throw ArgumentParser.ExitCode(.notWritten) }
    throw ArgumentParser.ExitCode(Finding.exitCode(findings))
  }

  private func findings() -> [Finding] {
    let shown = report == "-" ? "<stdin>" : report
    switch report == "-" ? Files.readStandardInput(atMost: Self.largestReport) : Files.read(report, atMost: Self.largestReport) {
    case .failure(let problem): return [Finding(shown, .unusable, problem.message)]
    case .success(let text):
      do throws(UnreadableReport) {
        let runs = try recordedRuns(in: text)
        if runs.isEmpty { return [Finding(shown, .unusable, "there is no run in this report")] }
        return runs.map(finding)
      } catch { return [Finding(shown, .unusable, error.message)] }
    }
  }

  private static let largestReport = 1 << 28

  private func finding(_ run: RecordedRun) -> Finding {
    let source = SpecSource(path: spec ?? run.path)
    let title = "\(source.shownPath): \(run.title)"
    switch source.spec() {
    case .failure(let problem): return Finding(source.shownPath, .unusable, problem.message)
    case .success(let spec):
      do throws(Lifecheck.Defect) {
        switch try replay(run, on: spec) {
        case .confirmed(let moved):
          let end = run.isReached ? "gets there" : "breaks the sentence"
          let steps = "\(run.stepCount) step\(run.stepCount == 1 ? "" : "s")"
          return Finding(title, .good, "the run of \(steps) is one of the spec, and \(end)", details: moved.map { [$0] } ?? [])
        case .refused(let sentence): return Finding(title, .bad, "refused: \(sentence)")
        case .errors(let report):
          let first = report.problems.first { $0.severity == .error }?.message ?? ""
          return Finding(source.shownPath, .unusable, "the spec has errors: \(first)")
        }
      } catch { Defect.report("\(source.shownPath): \(error.message)") }
    }
  }
}
