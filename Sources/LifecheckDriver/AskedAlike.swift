import LifecheckReports

/// A question, as it is recognized in every report on a spec that answers it: versions of the platform differ in what they declare, and in which
/// values can leave their range. A rule about several kinds is a question for each of them, all in the same words.
struct AskedAlike: Hashable {
  let role: Answer.Role
  let title: String
  let identifier: String?
  /// Of those with the same words.
  let occurrence: Int

  func answer(in report: CheckReport) -> Answer? {
    let alike = report.answers.filter { $0.role == role && $0.title == title && $0.identifier == identifier }
    return occurrence < alike.count ? alike[occurrence] : nil
  }
}

/// The questions that a report answers, in its order.
func askedAlike(in report: CheckReport) -> [AskedAlike] {
  report.answers.enumerated().map { index, answer in
    let before = report.answers[..<index].count {
      $0.role == answer.role && $0.title == answer.title && $0.identifier == answer.identifier
    }
    return AskedAlike(role: answer.role, title: answer.title, identifier: answer.identifier, occurrence: before)
  }
}
