import LifecheckChecking
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

/// A spec of which runs are made by hand: what it means, and what is asked about it.
struct SimulatedSpec: Sendable {
  /// One rule or property, or one of the things that it is about.
  struct Subject: Sendable {
    /// The id of a rule, or the title.
    var name: String
    /// With the id of a rule.
    var title: String
    var isAdvice: Bool
    var isPossible: Bool
    /// The number of the question.
    var question: Int
    /// The thing, where there are several.
    var part: String?
  }
  let model: CheckedModel
  let lowered: LoweredModel
  /// "app.lc on ios 17"
  let name: String
  let subjects: [Subject]
  let questions: [Simulation.Question]

  init(model: CheckedModel, lowered: LoweredModel, name: String, today: String?) {
    (self.model, self.lowered, self.name) = (model, lowered, name)
    let answering = Answering(model: model, lowered: lowered, options: VerificationOptions(today: today))
    var subjects: [Subject] = []
    var questions: [Simulation.Question] = []
    for (number, question) in lowered.questions.enumerated() where question.notApplicable == nil {
      let property = answering.property(question)
      if let property, answering.allowance(of: property) != nil { continue }
      let named = answering.subject(question)
      let title = named.title + (named.identifier.map { " [\($0)]" } ?? "")
      let parts = question.parts.isEmpty ? [(nil, question.goal)] : question.parts.map { (Optional($0.name), $0.goal) }
      for (part, goal) in parts where goal != .false {
        subjects.append(
          Subject(
            name: named.identifier ?? named.title, title: title, isAdvice: property?.isAdvice ?? false,
            isPossible: answering.isPossible(question), question: number,
            part: parts.count > 1 ? part : nil))
        questions.append(Simulation.Question(goal: goal, watches: question.watches))
      }
    }
    (self.subjects, self.questions) = (subjects, questions)
  }

  var system: TimedSystem { lowered.system }
  var platformFiles: Set<FileID> { LifecheckDriver.platformFiles(of: model) }
  var places: Places { Places(files: model.files, platformFiles: platformFiles) }
  var storyBuilder: StoryBuilder {
    StoryBuilder(
      system, platformFiles: platformFiles, executors: Executors(of: lowered), frozen: lowered.frozen, locals: lowered.locals)
  }
  /// Holds where everything is followed one by one.
  var isExact: Term { .all([lowered.isComplete, lowered.isExact]) }

  /// The failure of a sentence in words, and its signature in the field.
  func failure(_ subject: Subject, in state: State) -> [String] {
    let telling = Telling(model: model, lowered: lowered, trace: nil, states: [state])
    let question = lowered.questions[subject.question]
    let part = subject.part.map { ", for `\($0)`" } ?? ""
    let signature = telling.fieldSignature(question).map { "in the field: \($0)" }
    return [telling.failure(question) + part] + [signature].compactMap { $0 }
  }

  /// The reasons why a step cannot be followed: the things of which there would be too many.
  func beyond(_ state: State) -> [String] {
    (lowered.exhaustion + lowered.crowds).filter { state.variables[$0.flag.index] == 1 }.map { site in
      let what = site.bound.map { "more than \($0) \(site.what) at once" } ?? "rounds of \(site.what) that begin late"
      return "not here: \(what), which is followed by `lifecheck verify` alone"
    }
  }
}

extension Answering {
  fileprivate func property(_ question: Question) -> Property? {
    guard case .property(let index) = question.subject else { return nil }
    return model.properties[index]
  }
}
