import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// The question to be decided about one property.
package struct Question: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// Index into the model's properties.
    case property(Int)
    /// Values stay in their ranges, and nothing that is none is called.
    case faults
  }
  package var subject: Subject
  /// The states that break it; for `possible`, the states that are asked for.
  package var goal: Term
  /// The instances that the goal is made of, with the goal of each.
  package var parts: [Part]
  package struct Part: Hashable, Sendable {
    package var name: String
    /// Where the instance is declared; nil for one that code begins.
    package var declaration: SourceRange?
    package var goal: Term
    package var about: Term?
    /// The condition on the instance for the sentence to say something, where that is a fact: an edit that is not saved yet.
    package var occasion: Term?

    var terms: [Term] { [goal] + [about, occasion].compactMap { $0 } }
  }
  /// The fact that the sentence speaks of, where it is one; what changes it is worth a look.
  package var about: Term?
  /// The parts that must come about in some run for the sentence to say something; empty if it is about every state.
  package var occasions: [Occasion] = []
  /// The flags of its monitors, which nothing else looks at.
  package var watches: Set<LifecheckSystem.VariableIndex> = []
  /// Why the rule has nothing to watch here.
  package var notApplicable: String?
  /// Why the rule says nothing here if it holds: the app does not use what it is about.
  package var notApplicableIfHeld: String?

  var terms: [Term] {
    [goal] + [about].compactMap { $0 } + occasions.map(\.goal) + parts.flatMap(\.terms)
  }

  mutating func mapTerms(_ body: (Term) -> Term) {
    mapGoals(body)
    about = about.map(body)
    for index in parts.indices {
      parts[index].about = parts[index].about.map(body)
      parts[index].occasion = parts[index].occasion.map(body)
    }
  }

  /// The states that are asked for, of the whole and of each part.
  mutating func mapGoals(_ body: (Term) -> Term) {
    goal = body(goal)
    for index in occasions.indices { occasions[index].goal = body(occasions[index].goal) }
    for index in parts.indices { parts[index].goal = body(parts[index].goal) }
  }
}
