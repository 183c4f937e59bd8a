import ArgumentParser
import Lifecheck

/// `lifecheck format FILE…`
struct FormatCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Write specs in the house style.",
    discussion: """
      Only white space changes: comments stay, line breaks stay, and so does what a spec means. A file with errors is \
      left as it is.

      EXAMPLES:
        lifecheck format app.lc                  write it anew
        lifecheck format --check Specs/*.lc      only tell which are not in style
        lifecheck format - < app.lc              show what it would be

      EXIT CODES:
        0   every file is in the house style now
        1   with --check: some file is not, and nothing was written
        3   a file has errors or cannot be read; the others are formatted all the same
        64  wrong usage
        70  internal error: a defect of lifecheck
        74  a file cannot be written
      """)

  @Argument(
    help: ArgumentHelp("The specs to format; `-` reads standard input and writes standard output.", valueName: "file"),
    completion: .file(extensions: ["lc"]))
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
    switch source.spec() {
    case .failure(let problem): return .errors(problem.text(on: source.shownPath))
    case .success(let spec):
      do { return place(try format(spec), insteadOf: spec.text, of: path) } catch {
        guard let refusal = error as? Refusal else { Defect.report("\(source.shownPath): \(error)") }
        return .errors(System.problems(of: refusal.report))
      }
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

/// The outcome for one file.
private enum Outcome {
  case good
  case notInStyle(String)
  /// In the words for a person.
  case errors(String)
  /// The message about it; nil: it has been told.
  case notWritten(String?)

  var exitCode: CheckExitCode {
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
    case .errors(let text): System.writeToStandardError(text)
    case .notWritten(let sentence?): System.writeToStandardError(sentence + "\n")
    case .notWritten: break
    }
  }
}
