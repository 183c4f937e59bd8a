/// The work of one engine on some questions: not the same from one time to the next, so it is told on request only.
package struct Effort: Sendable {
  /// Of the processor.
  package var seconds: Double
  /// The questions that were asked together, in the user's words.
  package var questions: [String]
  package var engine: String
  /// How far it came, and why it ended.
  package var outcome: String
  package init(seconds: Double, questions: [String], engine: String, outcome: String) {
    self.seconds = seconds
    self.questions = questions
    self.engine = engine
    self.outcome = outcome
  }
}

extension TextReport {
  /// In the order in which they began; those that took no time to speak of are left out.
  func addEfforts(of report: CheckReport, to page: inout Page) {
    page.blank()
    page.add([Span("Processor time, in seconds", .strong)])
    page.blank()
    let least = 0.005
    let long = report.efforts.filter { $0.seconds >= least }
    if long.isEmpty { page.add([Span("no engine took 0.01 s for anything")]) }
    for effort in long {
      let hundredths = Int((effort.seconds * 100).rounded())
      let digits = String(hundredths % 100)
      let number = "\(hundredths / 100).\(digits.count == 1 ? "0" : "")\(digits)"
      let padding = String(repeating: " ", count: max(0, 7 - number.count))
      let names = effort.questions.count > 3 ? "\(effort.questions.count) questions" : effort.questions.joined(separator: ", ")
      page.add(
        [Span(padding + number + "  ", breaks: false), Span("\(effort.engine) (\(effort.outcome)): \(names)")], hanging: 11)
    }
  }
}
