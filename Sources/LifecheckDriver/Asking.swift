import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports

/// The result of asking everything about a spec.
struct Finding {
  let levels: Levels.Outcome
  /// Of the spec, that only its runs show; with any, there are no answers.
  var mistakes: [Diagnostic] = []
  var answers: [Answering.Supported] = []

  /// Nothing is left to be found out.
  var isComplete: Bool { mistakes.isEmpty && answers.allSatisfy { !$0.answer.verdict.isUndecided } }

  /// Something took engines to find out, and is known for good.
  var isWorthKeeping: Bool { mistakes.isEmpty && answers.contains { $0.answer.verdict.isDecided } }

  /// With answers to what was open here.
  /// - Parameter open: The places of these answers among all.
  /// - Returns: nil if these are not the answers to that.
  func completed(at open: [Int], by others: Finding) -> Finding? {
    if !others.mistakes.isEmpty { return others }
    guard others.answers.count == open.count else { return nil }
    var result = others
    result.answers = answers
    for (place, answer) in zip(open, others.answers) { result.answers[place] = answer }
    return result
  }
}

/// From what is asked to confirmed answers, by the engines or from what they have found out before.
struct Asking {
  let model: CheckedModel
  let options: VerificationOptions
  let watch: LimitWatch
  /// The numbers of the questions that are to be answered; nil: all.
  var share: Set<Int>?
  /// What follows several of each, if somebody lays that out already.
  var ahead: LaidOutAhead?

  /// - Parameter asked: The spec with one of each followed.
  func finding(_ asked: LoweredModel, onProgress: (Progress) -> Void) throws(InternalError) -> Finding {
    let levels = Levels(model: model, options: options, watch: watch, share: share, ahead: ahead)
    let memory = options.cache.map { Remembering(cache: $0, levels: levels) }
    if let outcome = memory?.recalled(asked), let known = try? finding(outcome), known.mistakes.isEmpty {
      if let completed = try completed(known, asked, onProgress) { return completed }
    }
    let found = try finding(levels.decided(asked, onProgress: onProgress))
    if found.isWorthKeeping { memory?.keep(found.levels) }
    return found
  }

  /// The known finding, with its open questions asked as one of several machines would: as if the rest were left to others.
  /// - Returns: nil if nothing is known, so that everything is to be asked.
  private func completed(
    _ known: Finding, _ asked: LoweredModel, _ onProgress: (Progress) -> Void
  ) throws(InternalError) -> Finding? {
    if known.isComplete { return known }
    let numbers = asked.questions.indices.filter { share?.contains($0) ?? true }
    let open = known.answers.indices.filter { known.answers[$0].answer.verdict.isUndecided }
    guard numbers.count == known.answers.count, known.isWorthKeeping else { return nil }
    var rest = self
    rest.share = Set(open.map { numbers[$0] })
    return known.completed(at: open, by: try rest.finding(asked, onProgress: onProgress))
  }

  private func finding(_ levels: Levels.Outcome) throws(InternalError) -> Finding {
    var finding = Finding(levels: levels)
    if let several = levels.several {
      finding.mistakes = try Answering(model: model, lowered: several.lowered, options: options).mistakes(several)
    }
    if finding.mistakes.isEmpty { finding.answers = try answers(levels) }
    return finding
  }

  /// Each question's answer from where it was settled.
  private func answers(_ levels: Levels.Outcome) throws(InternalError) -> [Answering.Supported] {
    guard let first = levels.one ?? levels.several else { throw InternalError(message: "nothing was asked") }
    var answers: [Answering.Supported] = []
    for question in first.lowered.questions.indices where share?.contains(question) ?? true {
      let several = levels.several.map { (level: $0, results: $0.results as [QueryResult?]) }
      let proving = levels.forProofs.first { $0.proves(question, in: $0.results, beside: several) }
      if let level = proving ?? levels.several {
        let met = if let several = levels.several { try occasionsMet(question, several) } else { Set<Int>() }
        answers.append(
          try Answering(model: model, lowered: level.lowered, options: options).answer(question, level, occasionsMet: met))
      } else {
        answers.append(Answering(model: model, lowered: first.lowered, options: options).unasked(question, watch.endedBy))
      }
    }
    return answers
  }

  /// The occasions of a question that come about in a run which can be replayed.
  private func occasionsMet(_ question: Int, _ level: Level) throws(InternalError) -> Set<Int> {
    let reached = level.occasionsReached(of: question, in: level.results)
    let answering = Answering(model: model, lowered: level.lowered, options: options)
    for number in reached { try answering.replayOccasion(number, of: question, level) }
    return reached
  }
}

extension Verdict {
  var isUndecided: Bool { if case .undecided = self { true } else { false } }

  /// By a run or a proof.
  fileprivate var isDecided: Bool {
    switch self {
    case .undecided, .notApplicable: false
    case .proved, .violated, .reached, .unreachable, .vacuous: true
    }
  }
}
