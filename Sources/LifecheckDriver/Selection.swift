import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports

// Asking some questions instead of all.

extension Answering {
  /// The system with the questions alone that have one of these titles or ids; nil if there are none.
  func selected(_ names: [String]) -> LoweredModel? {
    var lowered = self.lowered
    lowered.questions.removeAll { question in
      let subject = subject(question)
      return !names.contains(subject.title) && !(subject.identifier.map(names.contains) ?? false)
    }
    return lowered.questions.isEmpty ? nil : lowered
  }

  /// The efforts of the engines at a level.
  func efforts(_ level: Level) -> [Effort] {
    level.agenda.efforts(level.results, subjects: level.lowered.questions.map { subject($0).title })
  }

  /// For a name that no question has.
  func unknownQuestion(_ name: String) -> Diagnostic {
    let subjects = lowered.questions.map(subject)
    let names = subjects.compactMap(\.identifier) + subjects.map(\.title)
    let start = SourceRange(file: model.files[0].id, start: 0, end: 0)
    let meant = closestName(to: name, in: names).map { "did you mean `\($0)`?" }
    let asked = subjects.map { $0.identifier ?? $0.title }.withoutRepetitions
    return Diagnostic(
      .error, "unknown-question", "nothing here is called `\(name)`: no rule, property or `possible`", at: start,
      help: meant ?? "take one of \(asked.map { "`\($0)`" }.joined(separator: ", "))")
  }
}

extension Agenda {
  /// A name for each query that tells its question, for those who ask where the time went.
  func names(of subjects: [String]) -> [String] {
    var names = (queries + asides).map(\.name)
    for (subject, asked) in zip(subjects, asked) {
      guard let asked else { continue }
      names[asked.goal] = subject
      if let loose = asked.loose { names[loose] = "\(subject) (with further copies)" }
      for occasion in asked.occasions { names[occasion] = "\(subject) (whether it can come to that)" }
    }
    if let exhaustion { names[exhaustion] = "whether all is followed" }
    for lock in timeLocks { names[lock] = "whether time can go on" }
    return names
  }

  /// The efforts of the engines, each once.
  func efforts(_ results: [QueryResult], subjects: [String]) -> [Effort] {
    let names = names(of: subjects)
    return results.enumerated().flatMap { query, result in
      result.runs.filter { $0.queries[0] == query }.map { run in
        let (seconds, attoseconds) = run.time.components
        return Effort(
          seconds: Double(seconds) + Double(attoseconds) / 1e18, questions: run.queries.map { names[$0] },
          engine: run.engine.rawValue, outcome: run.outcome)
      }
    }
  }
}
