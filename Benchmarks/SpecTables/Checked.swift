import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport
import LifecheckThreads

/// A spec with what the checker says of it, and how that differs from what the spec expects.
struct CheckedSpec: Sendable {
  let path: String
  let file: SourceFile
  /// Those that every machine gives in time.
  let answers: [Answer]
  /// Names of the questions that may be undecided.
  let undecided: [String]
  let complaints: [String]
  /// The processor time that the engines took.
  let time: Duration
}

/// All of them by path, checked side by side.
func checked(_ paths: [String], listsReached: Bool = true) -> [String: CheckedSpec] {
  let results = sideBySide(count: paths.count, jobs: ProcessInfo.processInfo.activeProcessorCount) {
    checked(paths[$0], listsReached: listsReached)
  }
  return Dictionary(uniqueKeysWithValues: results.map { ($0.path, $0) })
}

/// No answer should depend on how busy the machine is; a spec that hangs is still noticed.
private let wallTime = Duration.seconds(600)
/// For specs of which it is known that they are not decided soon: of the processor, whatever else it has to do.
private let shortTime = Duration.seconds(30)

private func checked(_ path: String, listsReached: Bool) -> CheckedSpec {
  let text = (try? Data(contentsOf: repositoryFolder.appendingPathComponent(path))).map([UInt8].init) ?? []
  let file = SourceFile(id: FileID(0), path: path, text: text)
  let expected = expectedVerdicts(of: file)
  let undecided = Set(expected.filter(\.mayBeUndecided).map(\.subject))
  var limits = Limits(wallTime: wallTime)
  if !undecided.isEmpty { limits.processorTime = shortTime }
  var (answers, complaints): ([Answer], [String])
  var seconds = 0.0
  do {
    let report = try verify(path: path, text: text, loader: loader, options: VerificationOptions(limits: limits))
    answers = report.answers
    seconds = report.efforts.map(\.seconds).reduce(0, +)
    // Code that never runs is often what a bug comes down to.
    complaints = report.diagnostics.filter { $0.code != "never-runs" }.map(\.message)
    if !report.hasErrors { complaints += mismatches(expected, answers, listsReached: listsReached) }
  } catch { (answers, complaints) = ([], ["internal error: \(error.message)"]) }
  func mayBeOpen(_ answer: Answer) -> Bool { undecided.contains(answer.identifier ?? answer.title) }
  return CheckedSpec(
    path: path, file: file, answers: answers.filter { !mayBeOpen($0) }, undecided: answers.filter(mayBeOpen).map(\.shownName),
    complaints: complaints.map { "\(path): \($0)" }, time: .seconds(seconds))
}

/// Shipped platforms by name, and what a spec uses by its path from there.
private let loader = SourceLoader(
  shipped: shippedText, platformNames: shippedPlatforms.map(\.name),
  file: { target, importer in
    let folder = repositoryFolder.appendingPathComponent(importer).deletingLastPathComponent()
    let url = folder.appendingPathComponent(target).standardizedFileURL
    guard let data = try? Data(contentsOf: url) else { return .failure(.notFound) }
    let root = repositoryFolder.standardizedFileURL.path + "/"
    return .success((path: url.path.hasPrefix(root) ? String(url.path.dropFirst(root.count)) : url.path, text: [UInt8](data)))
  })

extension CheckedSpec {
  /// The failures of the app, advice left out: that is true of many an app that works.
  var failures: [Answer] { answers.filter { !$0.isAdvice && $0.allowedBecause == nil && $0.isFailure } }

  /// Advice that is given here, and not on the repair.
  func adviceMended(by repair: CheckedSpec?) -> [Answer] {
    guard let repair else { return [] }
    let left = Set(repair.answers.filter(\.isFailure).map(\.shownName) + repair.undecided)
    return answers.filter { $0.isAdvice && $0.allowedBecause == nil && $0.verdict.name == "violated" && !left.contains($0.shownName) }
  }

  /// That with the shortest story first; of equally short ones the first asked.
  var shortest: (answer: Answer, story: Story)? {
    let stories = (failures + answers.filter { $0.isAdvice && $0.isFailure }).compactMap { answer in
      if case .violated(let story) = answer.verdict { (answer, story) } else { nil }
    }
    let counted = stories.filter { !$0.0.isAdvice }.isEmpty ? stories : stories.filter { !$0.0.isAdvice }
    return counted.min { $0.1.steps.count < $1.1.steps.count }
  }

  /// `violated: task-ended, data-saved`, or `holds`.
  var summary: String {
    if answers.isEmpty { return "not checked" }
    let words = ["violated", "unreachable", "vacuous", "undecided"].compactMap { word -> String? in
      let names = failures.filter { $0.verdict.name == word }.map(\.shownName)
      return names.isEmpty ? nil : "\(word): \(names.joined(separator: ", "))"
    }
    let all = words + (undecided.isEmpty ? [] : ["undecided in time: \(undecided.joined(separator: ", "))"])
    return all.isEmpty ? "holds" : all.joined(separator: "; ")
  }

  /// Lines that hold more than a comment.
  var codeLines: Int {
    file.lineStarts.indices.map { file.lineText($0).trimmingCharacters(in: .whitespaces) }.count {
      !$0.isEmpty && !$0.hasPrefix("//")
    }
  }
}

extension Answer {
  var shownName: String { identifier.map { "`\($0)`" } ?? "“\(title)”" }

  var isFailure: Bool { ["violated", "unreachable", "vacuous", "undecided"].contains(verdict.name) }
}
