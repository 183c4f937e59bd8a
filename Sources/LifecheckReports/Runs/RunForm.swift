import LifecheckDiagnostics

/// Forms in which each run is written for other programs, a file for each.
package enum RunForm: String, CaseIterable, Sendable {
  case itf, svg, mermaid, plantuml

  /// Of the names of files.
  package var ending: String {
    switch self {
    case .itf: ".itf.json"
    case .svg: ".svg"
    case .mermaid: ".mmd"
    case .plantuml: ".puml"
    }
  }

  package func render(_ run: ToldRun) -> String {
    switch self {
    case .itf: ITFTrace(run: run).text
    case .svg: SVGTimeline(run: run).text
    case .mermaid: SequenceDiagram(run: run, dialect: Mermaid()).text
    case .plantuml: SequenceDiagram(run: run, dialect: PlantUML()).text
    }
  }
}

/// A run of a report, and what it shows.
package struct ToldRun: Sendable {
  let report: CheckReport
  let answer: Answer
  let story: Story
  let places: Places

  /// Safe as a file name, without the ending, and not yet unique.
  package var stem: String { CertificateFile.stem(path: report.path, [answer.identifier ?? answer.title]) }

  /// With the id of a rule.
  var title: String { answer.title + (answer.identifier.map { " [\($0)]" } ?? "") }
  /// "violated: `n == 2` is true"
  var outcome: String { VerdictWord(answer).rawValue + (story.failure.isEmpty ? "" : ": \(story.failure)") }
  var spec: String { report.path + (report.platform.map { " on \($0)" } ?? "") }
  /// Further facts about the run, a sentence each.
  var remarks: [String] { story.premises + [story.fieldSignature].compactMap { $0.map { "in the field: \($0)" } } }
}

extension CheckReport {
  /// One for each answer that rests on a run with steps.
  package var runs: [ToldRun] {
    let places = Places(files: files, platformFiles: platformFiles)
    return answers.compactMap { answer in
      guard let story = answer.verdict.story, !story.steps.isEmpty else { return nil }
      return ToldRun(report: self, answer: answer, story: story, places: places)
    }
  }
}
