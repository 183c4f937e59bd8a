import ArgumentParser
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckReports
import LifecheckSystemText

/// `lifecheck solve FILE`
struct SolveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "solve",
    abstract: "Decide the questions of a timed system.",
    discussion: """
      The system is a text such as `lifecheck export --to system` writes, or written by hand (docs/system-text.md). Each \
      of its questions asks for a run to a state.

      EXAMPLES:
        lifecheck export --to system app.lc > app.system    the system of a spec
        lifecheck solve app.system                          decide its questions
        lifecheck solve --timeout 300 app.system            take more time for that

      EXIT CODES:
        0   every question is decided, one way or the other
        2   one is undecided within the limits
        3   the text has errors or cannot be read
        64  wrong usage
        70  internal error: a defect of lifecheck, never an answer
        74  the answers cannot be written
      """)

  @Argument(
    help: ArgumentHelp("The system; `-` reads standard input.", valueName: "file"), completion: .file(extensions: ["system"]))
  var file: String

  @Option(help: ArgumentHelp("Time for all questions together.", valueName: "seconds"))
  var timeout = Seconds.usual

  @Option(help: ArgumentHelp("Memory.", valueName: "MB"))
  var memory = 2000

  func validate() throws { try validateLimits(timeout, megabytes: memory) }

  func run() throws {
    Interruption.endTheCommand()
    let document = try document()
    let solved: [SolvedQuestion]
    do throws(InternalError) {
      solved = try solve(document, limits: Limits(wallTime: .seconds(timeout.count), megabytes: memory))
    } catch { Defect.report("\(shownPath): \(error.message)") }
    let page = solved.map { SolvedText(document.system).text($0) }.joined(separator: "\n")
    guard System.writeToStandardOutput(page) else { System.end(.notWritten) }
    System.end(solved.contains(where: \.isUndecided) ? .undecided : .allGood)
  }

  private var shownPath: String { file == "-" ? "<stdin>" : file }

  /// Systems of large specs are larger than any spec.
  private static let largestSystem = 1 << 27

  private func document() throws -> SystemDocument {
    switch file == "-" ? Files.readStandardInput(atMost: Self.largestSystem) : Files.read(file, atMost: Self.largestSystem) {
    case .failure(let problem): throw refusal(problem.report(on: shownPath))
    case .success(let bytes):
      let source = SourceFile(id: FileID(0), path: shownPath, text: bytes)
      let (document, diagnostics) = readSystem(source)
      guard let document else {
        throw refusal(CheckReport(files: [source], path: shownPath, platform: nil, diagnostics: diagnostics, answers: []))
      }
      return document
    }
  }

  private func refusal(_ report: CheckReport) -> ArgumentParser.ExitCode {
    System.writeToStandardError(System.problems(of: report))
    return ArgumentParser.ExitCode(.specHasErrors)
  }
}

extension SolvedQuestion {
  fileprivate var isUndecided: Bool { if case .undecided = outcome { true } else { false } }
}
