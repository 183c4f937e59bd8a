import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

/// A spec in the form for another tool: its timed system, and everything that is asked about it.
struct ExportedSystem {
  struct Question {
    /// The question, in the words of the spec.
    var text: String
    /// The states asked about.
    var goal: Term
  }
  let system: TimedSystem
  let questions: [Question]
  let files: [SourceFile]

  init(_ lowered: LoweredModel, _ model: CheckedModel) {
    system = lowered.system
    files = model.files
    var questions: [Question] = []
    for question in lowered.questions where question.notApplicable == nil {
      let title =
        if case .property(let index) = question.subject { model.properties[index].title } else {
          Obligations.ranges
        }
      let obligations = Obligations(lowered: lowered, question: question)
      questions.append(Question(text: title, goal: obligations.exact))
      if let loose = obligations.loose {
        questions.append(Question(text: "\(title): the same with further copies, which are followed loosely", goal: loose))
      }
      for (occasion, goal) in zip(question.occasions, obligations.occasions) {
        let part = model.files[occasion.range.file.index].text(of: occasion.range)
        let comes = occasion.form == .happens ? "happens" : "is true"
        questions.append(Question(text: "\(title): what it speaks of, `\(part)`, \(comes)", goal: goal))
      }
    }
    if !lowered.exhaustion.isEmpty {
      questions.append(Question(text: Obligations.exhaustion, goal: lowered.isComplete.negated))
    }
    for index in lowered.timeLocks.indices {
      questions.append(Question(text: "time cannot go on for an event that must happen", goal: lowered.timeLockGoal(index)))
    }
    self.questions = questions
  }
}
