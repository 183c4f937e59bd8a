import LifecheckReports

/// A question, as it is recognized in every report on a spec that answers it: versions of the platform differ in what they declare, and
/// in which values can leave their range. A rule about several kinds is a question for each of them, all in the same words.
struct AskedAlike: Hashable {
  let role: Answer.Role
  let title: String
  let identifier: String?
  /// Of those with the same words.
  private(set) var occurrence = 0

  fileprivate init(_ answer: Answer) { (role, title, identifier) = (answer.role, answer.title, answer.identifier) }

  func answer(in report: CheckReport) -> Answer? {
    let alike = report.answers.filter { $0.role == role && $0.title == title && $0.identifier == identifier }
    return occurrence < alike.count ? alike[occurrence] : nil
  }

  fileprivate func occurring(after count: Int) -> AskedAlike {
    var asked = self
    asked.occurrence = count
    return asked
  }
}

/// The questions that a report answers, in its order.
func askedAlike(in report: CheckReport) -> [AskedAlike] {
  var counts: [AskedAlike: Int] = [:]
  return report.answers.map { answer in
    let first = AskedAlike(answer)
    let before = counts[first, default: 0]
    counts[first] = before + 1
    return first.occurring(after: before)
  }
}
