/// Which of a spec's questions a report answers, where the others are left to other machines.
package struct Portion: Hashable, Sendable {
  /// How many questions there are.
  package var questions: Int
  /// Those that are answered, rising from 0, in the order of the answers.
  package var numbers: [Int]
  /// Of the platform, if the spec is checked on several.
  package var versions: Versions?

  package struct Versions: Hashable, Sendable {
    /// Those that the answers are about: the spec cannot tell them apart.
    package var these: [Int]
    /// Those that the spec is checked on.
    package var all: [Int]
    /// Whether the whole report says what the verdict on each version is.
    package var areToldApart: Bool
    /// The platform's name without versions; nil if the spec has none.
    package var platform: String?
    package init(these: [Int], all: [Int], areToldApart: Bool, platform: String?) {
      (self.these, self.all, self.areToldApart, self.platform) = (these, all, areToldApart, platform)
    }
  }

  package init(questions: Int, numbers: [Int], versions: Versions? = nil) {
    (self.questions, self.numbers, self.versions) = (questions, numbers, versions)
  }

  package var isWhole: Bool { numbers.count == questions }
}

extension CheckReport {
  /// `, 5 of its 31 questions`: nobody is to take the answers for more than they are. Empty if they are all.
  var portionWords: String {
    let portions = parts.isEmpty ? [portion].compactMap(\.self) : parts.compactMap(\.portion)
    if portions.allSatisfy(\.isWhole) { return "" }
    let (answered, all) = (portions.map(\.numbers.count).reduce(0, +), portions.map(\.questions).reduce(0, +))
    return ", \(answered) of its \(all) questions"
  }
}
