import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport

/// A spec with what the checker says of it, and how that differs from what the spec expects.
struct CheckedSpec: Sendable {
  let path: String
  let file: SourceFile
  let answers: [Answer]
  let complaints: [String]
  let time: Duration
}

/// All of them by path, checked side by side.
func checked(_ paths: [String], listsReached: Bool = true) -> [String: CheckedSpec] {
  let jobs = ProcessInfo.processInfo.activeProcessorCount
  let results = sideBySide(count: paths.count, jobs: jobs) { checked(paths[$0], listsReached: listsReached) }
  return Dictionary(uniqueKeysWithValues: results.map { ($0.path, $0) })
}

private func checked(_ path: String, listsReached: Bool) -> CheckedSpec {
  let text = (try? Data(contentsOf: repositoryFolder.appendingPathComponent(path))).map([UInt8].init) ?? []
  let file = SourceFile(id: FileID(0), path: path, text: text)
  let start = ContinuousClock.now
  var (answers, complaints): ([Answer], [String])
  do {
    let report = try verify(
      path: path, text: text, loader: loader, options: VerificationOptions(limits: Limits(wallTime: .seconds(60))))
    answers = report.answers
    complaints = report.diagnostics.map(\.message)
    if !report.hasErrors { complaints += mismatches(expectedVerdicts(of: file), answers, listsReached: listsReached) }
  } catch { (answers, complaints) = ([], ["internal error: \(error.message)"]) }
  return CheckedSpec(
    path: path, file: file, answers: answers, complaints: complaints.map { "\(path): \($0)" }, time: ContinuousClock.now - start)
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
  /// What is wrong with the app, advice left out: it is true of many an app that works.
  var failures: [Answer] { answers.filter { !$0.isAdvice && $0.allowedBecause == nil && $0.isFailure } }

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
      let names = failures.filter { $0.verdictName == word }.map(\.shownName)
      return names.isEmpty ? nil : "\(word): \(names.joined(separator: ", "))"
    }
    return words.isEmpty ? "holds" : words.joined(separator: "; ")
  }

  /// The comment that the spec begins with, as one line.
  var comment: String {
    let lines = file.lineStarts.indices.map { file.lineText($0) }.prefix { $0.hasPrefix("//") }
    return lines.map { $0.drop { $0 == "/" }.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }
}

extension Answer {
  var shownName: String { identifier.map { "`\($0)`" } ?? "“\(title)”" }

  var verdictName: String {
    switch verdict {
    case .proved: "proved"
    case .violated: "violated"
    case .reached: "reached"
    case .unreachable: "unreachable"
    case .vacuous: "vacuous"
    case .notApplicable: "not applicable"
    case .undecided: "undecided"
    }
  }

  var isFailure: Bool { ["violated", "unreachable", "vacuous", "undecided"].contains(verdictName) }
}
