import LifecheckChecking
import LifecheckDiagnostics
import LifecheckEngines
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSolver
import LifecheckSystem

/// From questions to confirmed answers.
struct Answering {
  let model: CheckedModel
  let lowered: LoweredModel
  let options: VerificationOptions

  /// A query, and the engines' answer.
  typealias Settled = (Query, SafetyResult)

  /// An answer, and what it rests on if it says something of all runs.
  struct Supported {
    let answer: Answer
    let proof: Proof?
    /// How much the proof's system follows.
    var following: Following
  }

  /// - Returns: The mistakes of the spec that only its runs show; with any, there are no answers.
  func mistakes(_ level: Level) throws(InternalError) -> [Diagnostic] { try timeLocks(settled(level)[level.agenda.timeLocks]) }

  /// The answer to a question that was asked there, or does not apply.
  /// - Parameter occasionsMet: What it speaks of that is known to come about, by its number among all that it speaks of.
  func answer(_ number: Int, _ level: Level, occasionsMet: Set<Int> = []) throws(InternalError) -> Supported {
    let (question, agenda, settled) = (lowered.questions[number], level.agenda, settled(level))
    let asked = agenda.asked[number]
    var verdict = try verdict(question, asked, settled, occasionsMet, exhaustion: agenda.exhaustion.map { settled[$0] })
    let open = settled[agenda.timeLocks].lazy.compactMap { openLock($0.1) }.first
    if verdict.isProof, let open { verdict = .undecided(open) }
    let absent = verdict.isVacuous ? asked.flatMap { firstAbsent($0, settled) } : nil
    let proof = verdict.isProof ? try self.proof(question, absent: absent, settled) : nil
    return Supported(answer: answer(question, verdict), proof: proof, following: lowered.following)
  }

  /// The answer to a question that there was no time to ask.
  func unasked(_ number: Int, _ limit: ReachedLimit) -> Supported {
    let question = lowered.questions[number]
    let verdict = question.notApplicable.map { Verdict.notApplicable(reason: $0) } ?? .undecided(undecided(.limit(limit), 0))
    return Supported(answer: answer(question, verdict), proof: nil, following: lowered.following)
  }

  private func settled(_ level: Level) -> [Settled] { Array(zip(level.agenda.queries, level.results.map(\.result))) }

  /// Runs in which time cannot go on would be left out of what is proved, so there must be none.
  private func timeLocks(_ asked: ArraySlice<Settled>) throws(InternalError) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    for (index, (query, result)) in asked.enumerated() {
      guard case .unsafe(let trace) = result else { continue }
      _ = try replayed(trace, query.goal)
      mistakes.append(
        Diagnostic(
          .error, "time-cannot-go-on",
          "time cannot go on: this must happen now, but its condition may be false or its thread busy",
          at: lowered.timeLocks[index].origin,
          help: "let `when` hold as soon as `latest` does, and give the event no thread, or one that is free then"))
    }
    return mistakes
  }

  private func openLock(_ result: SafetyResult) -> Undecided? {
    guard case .unknown(let reason, let cleared) = result else { return nil }
    return undecided(reason, cleared)
  }

  /// Every obligation of the verdict with the certificate of the query that settled it.
  private func proof(
    _ question: Question, absent: Int?, _ settled: [Settled]
  ) throws(InternalError) -> Proof {
    let goals = Obligations(lowered: lowered, question: question).goals(
      isPossible: isPossible(question), absent: absent, places: Places(files: model.files))
    var parts: [Proof.Part] = []
    for goal in goals {
      guard let certificate = certificate(excluding: goal.term, settled) else {
        throw InternalError(message: "a verdict rests on something that was not proved: \(goal.what)")
      }
      parts.append(Proof.Part(goal: goal, certificate: certificate))
    }
    return Proof(system: lowered.system, parts: parts)
  }

  /// The goal of one question may be the occasion of another: one of the two is enough.
  private func certificate(excluding goal: Term, _ settled: [Settled]) -> Certificate? {
    settled.lazy.filter { $0.0.goal == goal }.compactMap {
      if case .safe(let certificate) = $0.1 { certificate } else { nil }
    }.first
  }

  private func answer(_ question: Question, _ verdict: Verdict) -> Answer {
    let subject = subject(question)
    guard case .property(let index) = question.subject else {
      let origin = verdict.story?.cause ?? lowered.faultMessages[0].origin
      return Answer(
        role: subject.role, title: subject.title, identifier: subject.identifier, isAdvice: false, origin: origin,
        verdict: verdict)
    }
    let property = model.properties[index]
    return Answer(
      role: subject.role, title: subject.title, identifier: subject.identifier, isAdvice: property.isAdvice,
      origin: property.range, verdict: verdict, allowedBecause: allowance(of: property)?.reason)
  }

  /// The `allow` that is in force for a rule.
  func allowance(of property: Property) -> Allowance? {
    guard property.role == .rule else { return nil }
    return model.allowances.first {
      $0.isInForce(on: options.today) && ($0.rule == property.title || $0.rule == property.identifier)
    }
  }

  /// The names of a question: its role, title and id.
  struct Subject {
    let role: Answer.Role
    let title: String
    let identifier: String?
  }

  func subject(_ question: Question) -> Subject {
    guard case .property(let index) = question.subject else {
      return Subject(role: .rule, title: Obligations.ranges, identifier: "values-in-range")
    }
    let property = model.properties[index]
    return Subject(role: role(property.role), title: property.title, identifier: property.identifier)
  }

  private func role(_ role: Property.Role) -> Answer.Role {
    switch role {
    case .property, .assume: .property
    case .possible: .possible
    case .rule: .rule
    }
  }

  // MARK: Verdicts

  private func verdict(
    _ question: Question, _ asked: Agenda.Asked?, _ settled: [Settled], _ occasionsMet: Set<Int>, exhaustion: Settled?
  ) throws(InternalError) -> Verdict {
    if let reason = question.notApplicable { return .notApplicable(reason: reason) }
    guard let asked else { throw InternalError(message: "a question was not asked") }
    let (query, result) = settled[asked.goal]
    let loose = asked.loose.map { settled[$0] }
    let isPossible = isPossible(question)
    switch result {
    case .unsafe(let trace):
      let story = try story(question, query, trace)
      return isPossible ? .reached(story) : .violated(story)
    case .unknown(let reason, let cleared): return .undecided(undecided(reason, cleared))
    case .safe:
      if let exhausted = try exhausted(exhaustion, lowered.exhaustion) { return .undecided(exhausted) }
      if let crowded = try exhausted(loose, lowered.crowds) { return .undecided(crowded) }
      return isPossible ? .unreachable : try held(question, asked, settled, occasionsMet)
    }
  }

  /// The verdict on a sentence that holds: proved, unless some part of what it speaks of never comes about.
  private func held(
    _ question: Question, _ asked: Agenda.Asked, _ settled: [Settled], _ occasionsMet: Set<Int>
  ) throws(InternalError) -> Verdict {
    if let reason = question.notApplicableIfHeld { return .notApplicable(reason: reason) }
    if let absent = firstAbsent(asked, settled) {
      let telling = Telling(model: model, lowered: lowered, trace: nil, states: [])
      return .vacuous(reason: telling.absence(question.occasions[absent], of: question))
    }
    for (number, occasion) in asked.occasions.enumerated() where !occasionsMet.contains(number) {
      let (query, result) = settled[occasion]
      switch result {
      case .unsafe(let trace): _ = try replayed(trace, query.goal)
      case .unknown(let reason, let cleared): return .undecided(undecided(reason, cleared))
      case .safe: break
      }
    }
    return .proved
  }

  /// Replays the run in which something comes about that a question speaks of.
  func replayOccasion(_ number: Int, of question: Int, _ level: Level) throws(InternalError) {
    guard let occasion = level.agenda.asked[question]?.occasions[number] else { return }
    let (query, result) = settled(level)[occasion]
    if case .unsafe(let trace) = result { _ = try replayed(trace, query.goal) }
  }

  /// The first of what the question speaks of that is proved never to come about.
  private func firstAbsent(_ asked: Agenda.Asked, _ settled: [Settled]) -> Int? {
    asked.occasions.firstIndex { if case .safe = settled[$0].1 { true } else { false } }
  }

  func isPossible(_ question: Question) -> Bool {
    guard case .property(let index) = question.subject else { return false }
    return model.properties[index].role == .possible
  }

  /// nil: it is proved that no run needs more instances than are followed.
  private func exhausted(_ exhaustion: Settled?, _ sites: [ExhaustionSite]) throws(InternalError) -> Undecided? {
    guard let (query, result) = exhaustion else { return nil }
    switch result {
    case .safe: return nil
    case .unknown(let reason, let cleared): return undecided(reason, cleared)
    case .unsafe(let trace):
      let states = try replayed(trace, query.goal)
      let last = states[states.count - 1]
      let site = sites.first { last.variables[$0.flag.index] == 1 }!
      let story = storyBuilder.story(of: trace, through: states, failure: "")
      let reason: Undecided.Reason =
        site.bound.map { .instancesExhausted(what: site.what, bound: $0, origin: site.origin, story) }
        ?? .roundsWithoutTime(what: site.what, origin: site.origin, story)
      return Undecided(reason: reason, clearedSteps: trace.length)
    }
  }

  private func undecided(_ reason: UndecidedReason, _ cleared: Int) -> Undecided {
    let why: Undecided.Reason =
      switch reason {
      case .limit(let limit): .givenUp(GivenUp(limit, options.limits))
      case .steps: .depthLimit(options.limits.maximumSteps ?? 0)
      case .effort: .tooHard("it takes more work than is allowed for one question")
      case .numberTooLarge: .tooHard("the numbers in it grow too large")
      case .solver: .tooHard(nil)
      }
    return Undecided(reason: why, clearedSteps: cleared)
  }

  // MARK: Stories

  func replayed(_ trace: Trace, _ goal: Term) throws(InternalError) -> [State] {
    do { return try Interpreter(lowered.system, parameters: trace.parameters).replay(trace, reaching: goal) } catch {
      throw InternalError(message: "a run that was found cannot be replayed: \(error)")
    }
  }

  private func story(_ question: Question, _ query: Query, _ trace: Trace) throws(InternalError) -> Story {
    let told = withLateMoves(trace, through: try replayed(trace, query.goal))
    return story(question, told, through: try replayed(told, query.goal))
  }

  /// In the order in which people tell it.
  private func withLateMoves(_ trace: Trace, through states: [State]) -> Trace {
    let automata = lowered.system.automata
    let platform = platformFiles(of: model)
    return Interpreter(lowered.system, parameters: trace.parameters).withLateMoves(trace, through: states) { reference in
      let automaton = automata[reference.automaton.index]
      let edge = automaton.edges[reference.edge]
      return edge.source == automaton.initial && edge.label.lines.first.map { platform.contains($0.origin.file) } ?? false
    }
  }

  /// - Precondition: The trace has been replayed, and these are its states.
  func story(_ question: Question, _ trace: Trace, through states: [State]) -> Story {
    let telling = Telling(model: model, lowered: lowered, trace: trace, states: states)
    var story = storyBuilder.story(
      of: trace, through: states, to: question.goal, failure: telling.failure(question), premises: telling.premises,
      fieldSignature: telling.fieldSignature(question), subjects: telling.subjects(question),
      occasions: telling.occasions(question), watches: telling.watches(question), promises: telling.promises(question))
    if case .property = question.subject {} else { story.cause = telling.fault?.origin }
    let platform = platformFiles(of: model)
    if story.cause == nil, story.steps.allSatisfy({ $0.origin.map { platform.contains($0.file) } ?? true }) {
      // No code of the app has to do with it, and that may be what is wrong.
      story.cause = telling.failedParts(question).lazy.compactMap(\.declaration).first { !platform.contains($0.file) }
    }
    story.run?.version = model.versions?.lowerBound
    return story
  }

  private var storyBuilder: StoryBuilder {
    StoryBuilder(
      lowered.system, platformFiles: platformFiles(of: model), executors: Executors(of: lowered), frozen: lowered.frozen,
      locals: lowered.locals)
  }
}

extension Verdict {
  /// Says something of all runs.
  fileprivate var isProof: Bool {
    switch self {
    case .proved, .unreachable, .vacuous: true
    case .reached, .violated, .undecided, .notApplicable: false
    }
  }

  fileprivate var isVacuous: Bool { if case .vacuous = self { true } else { false } }
}

extension Executors {
  init(of lowered: LoweredModel) { self.init(lowered.executors, systemProcesses: lowered.systemProcesses) }
}
