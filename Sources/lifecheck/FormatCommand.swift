import ArgumentParser
import LifecheckDiagnostics
import LifecheckFormatting
import LifecheckReports

/// `lifecheck format FILE…`
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Write specs in the house style.",
    discussion: """
      Only white space changes: comments stay, line breaks stay, and so does what a spec means. A file with errors is \
      left as it is.

      EXIT CODES:
        0   every file is in the house style now
        1   with --check: some file is not, and nothing was written
        3   a file has errors or cannot be read; the others are formatted all the same
        64  wrong usage
        70  internal error: a defect of lifecheck
        74  a file cannot be written
      """)

  @Argument(help: ArgumentHelp("The specs to format; `-` reads standard input and writes standard output.", valueName: "file"))
  var files: [String]

  @Flag(help: "Write nothing; name the files that are not in the house style.")
  var check = false

  func validate() throws {
    guard !files.contains("-") || files.count == 1 else { throw ValidationError("'-' goes alone.") }
  }

  func run() throws {
    let outcomes = files.map(formatted)
    for outcome in outcomes { outcome.tell() }
    let worst = outcomes.map(\.exitCode).max { $0.rawValue < $1.rawValue }
    if let worst, worst != .allGood { throw ArgumentParser.ExitCode(worst) }
  }

  private func formatted(_ path: String) -> Outcome {
    let source = SpecSource(path: path)
    switch source.read() {
    case .failure(let problem): return .errors(problem.report(on: source.shownPath))
    case .success(let bytes):
      let file = SourceFile(id: FileID(0), path: source.shownPath, text: bytes)
      do throws(FormattingDefect) {
        switch try format(file) {
        case .refused(let diagnostics):
          return .errors(CheckReport(files: [file], path: file.path, platform: nil, diagnostics: diagnostics, answers: []))
        case .text(let text): return place(text, insteadOf: bytes, of: path)
        }
      } catch { Defect.report("\(source.shownPath): \(error.message)") }
    }
  }

  private func place(_ text: String, insteadOf bytes: [UInt8], of path: String) -> Outcome {
    let isNew = !text.utf8.elementsEqual(bytes)
    if check { return isNew ? .notInStyle(path) : .good }
    if path == "-" { return System.writeToStandardOutput(text) ? .good : .notWritten(nil) }
    guard isNew, let problem = Files.replace(path, with: text) else { return .good }
    return .notWritten("\(path): error: this file cannot be written: \(problem)")
  }
}

/// What became of one file.
private enum Outcome {
  case good
  case notInStyle(String)
  case errors(CheckReport)
  /// What is to be said about it; nil: it has been said.
  case notWritten(String?)

  var exitCode: LifecheckReports.ExitCode {
    switch self {
    case .good: .allGood
    case .notInStyle: .violated
    case .errors: .specHasErrors
    case .notWritten: .notWritten
    }
  }

  func tell() {
    switch self {
    case .good: break
    case .notInStyle(let path):
      System.writeToStandardError("\(path): not in the house style; `lifecheck format \(path)` mends it\n")
    case .errors(let report):
      System.writeToStandardError(TextReport(width: System.columns(of: .error).map { min($0, 120) }).renderDiagnostics(report))
    case .notWritten(let sentence?): System.writeToStandardError(sentence + "\n")
    case .notWritten: break
    }
  }
}
