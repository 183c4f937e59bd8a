import Foundation
import Lifecheck

/// Checks the specs that it is given, and says in a line for each what there is to mend: `SpecGate letters.lc notes.lc`
@main
enum SpecGate {
  static func main() throws {
    var worst = 0
    for path in CommandLine.arguments.dropFirst() {
      let text = try Data(contentsOf: URL(fileURLWithPath: path))
      let spec = Spec(path: path, text: Array(text), loader: files)
      var options = Options()
      options.limits.processorSeconds = 60
      options.limits.seconds = nil
      let report = try verify(spec, options)
      for line in lines(of: report) { print(line) }
      worst = max(worst, report.outcome.rawValue)
    }
    exit(Int32(worst))
  }

  /// `use "shared.lc"` means a file beside the one in which it stands.
  private static let files = SpecLoader { name, importer in
    let file = URL(fileURLWithPath: importer).deletingLastPathComponent().appendingPathComponent(name).standardizedFileURL
    guard let text = try? Data(contentsOf: file) else { return .failure(.notFound) }
    return .success(SpecLoader.File(path: file.path, text: Array(text)))
  }

  private static func lines(of report: Report) -> [String] {
    if report.outcome == .allGood { return ["\(report.path): all good"] }
    let problems = report.problems.map { "\(report.path):\($0.place.line): \($0.message)" }
    return problems + report.answers.filter(\.failsTheCheck).map { line(on: $0, in: report) }
  }

  private static func line(on answer: Answer, in report: Report) -> String {
    switch answer.verdict {
    case .violated(let story):
      "\(report.path):\(answer.lineToMend?.line ?? 1): \(answer.title): broken in \(story.steps.count) steps"
    case .undecided(let reason, _): "\(report.path): \(answer.title): not settled: \(reason)"
    default: "\(report.path): \(answer.title): fails"
    }
  }
}
