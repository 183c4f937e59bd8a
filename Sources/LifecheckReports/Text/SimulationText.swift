import LifecheckDiagnostics
import LifecheckSystem

/// Where a run stands that somebody makes by hand.
package struct Situation: Sendable {
  /// Something that can happen.
  package struct Option: Sendable {
    package var text: String
    /// Of the spec; nil: the platform's, or nobody's.
    package var place: SourceRange?
    /// No time passes before it.
    package var isUrgent: Bool
    /// The titles of what holds so far, and fails once it has happened.
    package var breaks: [String]
    package init(text: String, place: SourceRange?, isUrgent: Bool, breaks: [String]) {
      self.text = text
      self.place = place
      self.isUrgent = isUrgent
      self.breaks = breaks
    }
  }
  /// How long one can wait.
  package enum Wait: Sendable {
    case notAtAll
    /// Then these go on.
    case atMost(RationalTime, [String])
    case asLongAsOneLikes
  }
  /// How a rule or property stands that is in danger.
  package struct Danger: Sendable {
    package enum Kind: Sendable {
      /// - Parameter isWaiting: It was time that passed after the step.
      case violated(step: Int, isWaiting: Bool)
      case reached(step: Int)
      case failsIn(RationalTime)
      case lost
    }
    package var kind: Kind
    /// The title, with the id of a rule.
    package var title: String
    package var isAdvice: Bool
    /// Which part of it fails, and what is seen of that in the field.
    package var words: [String]
    package init(kind: Kind, title: String, isAdvice: Bool, words: [String]) {
      self.kind = kind
      self.title = title
      self.isAdvice = isAdvice
      self.words = words
    }
  }
  package var time: RationalTime
  package var options: [Option]
  /// The options that become possible as time passes, and after how long.
  package var later: [(delay: RationalTime, text: String)]
  package var wait: Wait
  package var dangers: [Danger]
  /// The options that would need more things than are followed.
  package var beyond: [String]
  package init(
    time: RationalTime, options: [Option], later: [(delay: RationalTime, text: String)], wait: Wait, dangers: [Danger],
    beyond: [String]
  ) {
    (self.time, self.options, self.later) = (time, options, later)
    (self.wait, self.dangers, self.beyond) = (wait, dangers, beyond)
  }
}

/// A run that somebody makes by hand, as text.
package struct SimulationText: Sendable {
  private let places: Places
  private let usesColor: Bool
  private let width: Int?

  package init(_ places: Places, usesColor: Bool, width: Int?) {
    (self.places, self.usesColor, self.width) = (places, usesColor, width)
  }

  private func page(_ fill: (inout Page) -> Void) -> String {
    var page = Page(usesColor: usesColor, width: width)
    fill(&page)
    return page.text
  }

  /// - Parameter premises: "if `grace` is 4 s".
  package func heading(_ name: String, premises: [String]) -> String {
    page { page in
      page.add([Span(name, .strong)])
      for premise in premises { page.add([Span(premise)], indent: 2) }
    }
  }

  /// The story of one step; its first step has this number.
  package func steps(_ steps: [StoryStep], from number: Int) -> String {
    page { WholeStory(places: places).addWhole(steps, from: number, to: &$0) }
  }

  /// Where the run stands, and what can be chosen.
  package func situation(_ situation: Situation) -> String {
    page { page in
      page.add([Span("at \(situation.time.text)", .strong)])
      for danger in situation.dangers { add(danger, to: &page) }
      add(situation.options, to: &page)
      for (delay, text) in situation.later { page.add([Span("after \(delay.text)  ", .dim), Span(text)], indent: 5, hanging: 7) }
      for text in situation.beyond { page.add([Span(text, .caution)], indent: 5, hanging: 7) }
      page.add([Span(words(situation))], indent: 5, hanging: 7)
    }
  }

  /// When it is, and which sentences are in danger.
  package func dangers(_ situation: Situation) -> String {
    page { page in
      page.add([Span("at \(situation.time.text)", .strong)])
      for danger in situation.dangers { add(danger, to: &page) }
      if situation.dangers.isEmpty { page.add([Span("nothing is broken or in danger")], indent: 3) }
    }
  }

  /// All that can be chosen, as the end of a sentence.
  package func list(_ situation: Situation) -> String { page { add(situation.options, to: &$0) } }

  private func add(_ options: [Situation.Option], to page: inout Page) {
    let numberWidth = max("\(options.count)".count, 2)
    for (index, option) in options.enumerated() {
      let number = String(repeating: " ", count: numberWidth - "\(index + 1)".count) + "\(index + 1)"
      let place = option.place.map { "   \(places.place($0))" } ?? ""
      page.add(
        [Span("\(number)  ", .good, breaks: false), Span(option.text), Span(place, .dim, breaks: false)], indent: 1,
        hanging: numberWidth + 5)
      for title in option.breaks {
        page.add([Span("! breaks: ", .caution), Span(title)], indent: numberWidth + 3, hanging: numberWidth + 7)
      }
    }
  }

  private func add(_ danger: Situation.Danger, to page: inout Page) {
    let advice = danger.isAdvice ? " (advice)" : ""
    switch danger.kind {
    case .violated(let step, let isWaiting):
      let word = danger.isAdvice ? "advice" : "violated"
      let place = step == 0 ? "from the start" : "\(isWaiting ? "after" : "at") step \(step)"
      page.add([Span("! \(word) \(place): ", danger.isAdvice ? .caution : .bad), Span(danger.title)], indent: 1, hanging: 5)
      for words in danger.words { page.add([Span(words)], indent: 5) }
    case .reached(let step): page.add([Span("reached at step \(step): ", .good), Span(danger.title)], indent: 3, hanging: 5)
    case .failsIn(let time):
      page.add([Span("! \(time.text) left: ", .caution), Span(danger.title + advice)], indent: 1, hanging: 5)
    case .lost:
      page.add(
        [
          Span("? \(danger.title): ", .caution),
          Span("what it owes from before can no longer be followed here; `lifecheck verify` follows it"),
        ],
        indent: 1, hanging: 5)
    }
  }

  private func words(_ situation: Situation) -> String {
    switch situation.wait {
    case .notAtAll where situation.options.isEmpty: "nothing can happen, and no time can pass"
    case .notAtAll: "no time can pass before something happens"
    case .asLongAsOneLikes where situation.options.isEmpty && situation.later.isEmpty: "nothing can happen any more"
    case .asLongAsOneLikes: "or wait, as long as you like"
    case .atMost(let time, let names):
      "or wait, at most \(time.text)" + (names.isEmpty ? "" : ": then \(names.joined(separator: " or ")) must go on")
    }
  }
}
