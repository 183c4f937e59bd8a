import ArgumentParser
import Lifecheck

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

  @Argument(
    help: ArgumentHelp("The spec; `-` reads standard input.", valueName: "file"), completion: .file(extensions: ["lc"]))
  var file: String

  @Option(help: "The language of the model.")
  var to: Format

  @Option(help: ArgumentHelp("Which question to write, for `smt2`. (default: 1)", valueName: "number"))
  var question: Int?

  @OptionGroup var layingOut: LayingOutOptions

  @Flag(help: "Write Promela also where it loses runs; the model says why.")
  var mayMissRuns = false

  func validate() throws {
    guard question == nil || to == .smt2 else { throw ValidationError("'--question' is for smt2; SPIN chooses with -DQUESTION.") }
    guard !mayMissRuns || to == .promela else { throw ValidationError("'--may-miss-runs' is for promela; smt2 misses none.") }
  }

  private var form: ModelForm {
    switch to {
    case .promela: .promela(mayMissRuns: mayMissRuns)
    case .smt2: .smtlib(question: question ?? 1)
    case .system: .system
    }
  }

  func run() throws {
    Interruption.endTheCommand()
    let (source, form) = (SpecSource(path: file), form)
    let (os, platformParam) = (layingOut.platform.os, layingOut.platform.platformParam)
    let outcome = layingOut.within { Self.exported(source, form, os, platformParam) }
    switch outcome {
    case .success(.text(let text)): System.end(System.writeToStandardOutput(text) ? .allGood : .notWritten)
    case .success(.refused(let problems)): refuse(problems, .specHasErrors)
    case .failure(let why): refuse(System.problems(of: why.report(on: source.shownPath)), .undecided)
    }
  }

  private func refuse(_ problems: String, _ code: CheckExitCode) -> Never {
    System.writeToStandardError(problems)
    System.end(code)
  }

  private enum Outcome: Sendable {
    case text(String)
    /// With what stands in the way, for a person.
    case refused(String)
  }

  private static func exported(_ source: SpecSource, _ form: ModelForm, _ os: Int?, _ platformParam: [String]) -> Outcome {
    switch source.spec() {
    case .failure(let problem): return .refused(problem.text(on: source.shownPath))
    case .success(let spec):
      do { return .text(try export(spec, to: form, version: os, platformParameters: platformParam)) } catch {
        guard let refusal = error as? Refusal else { Defect.report("\(source.shownPath): \(error)") }
        return .refused(System.problems(of: refusal.report))
      }
    }
  }
}
