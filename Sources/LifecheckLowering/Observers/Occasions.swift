import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The parts that a sentence speaks of. Where one can never be, the sentence holds whatever the app does, and protects nothing.

/// A part of a sentence that must come about in some run for the sentence to say something.
package struct Occasion: Hashable, Sendable {
  package enum Form: Sendable { case happens, isTrue }
  package let form: Form
  /// The part, in the words of the spec.
  package let range: SourceRange
  /// The states in which it is so, or has been.
  package var goal: Term
  /// No code of the spec or the platform could bring it about, whether that code runs or not.
  package internal(set) var isOutOfReach = false
}

extension Lowerer {
  /// The parts of the sentence that must come about, each alone.
  ///
  /// Of `never C` that is none: that `C` cannot be is what it asks. A rule of a platform says itself what it is about, since
  /// what is forbidden by `never A and B` may need a mistake to be possible at all.
  func occasions(of property: Property, _ environment: Environment) throws -> [Occasion] {
    let phrases = property.occasions.isEmpty ? property.sentence.triggers : property.occasions
    let parts = property.role == .property ? property.sentence.parts : []
    return try (phrases + parts).map { try occasion($0, environment) }
  }

  private func occasion(_ phrase: Phrase, _ environment: Environment) throws -> Occasion {
    switch phrase {
    case .fact(let fact): Occasion(form: .isTrue, range: fact.range, goal: try self.fact(fact, environment))
    case .happening(let happening):
      Occasion(form: .happens, range: happening.range, goal: try latch(happening, environment))
    }
  }

  /// The same of several things: it is enough that it comes about for one of them.
  func together(_ all: [[Occasion]]) -> [Occasion] {
    guard let first = all.first else { return [] }
    return first.indices.map { index in
      Occasion(form: first[index].form, range: first[index].range, goal: .any(all.map { $0[index].goal }))
    }
  }
}

extension Sentence {
  /// The happenings that ask for something each time they occur.
  fileprivate var triggers: [Phrase] {
    switch self {
    case .afterWithin(let first, _, _, _), .afterBefore(let first, _, _), .afterNeverUntil(let first, _, _):
      [.happening(first)]
    case .before(_, let happening), .onlyAfter(let happening, _): [.happening(happening)]
    case .exactlyOnce(_, let per, _), .atMostOnce(_, let per): [.happening(per)]
    case .always, .neverFact, .neverHappening, .neverFor, .possibleFact, .possibleHappening: []
    }
  }

  /// The other parts that must be possible, each alone.
  fileprivate var parts: [Phrase] {
    switch self {
    case .always(let fact): return fact.premises.map { .fact($0) }
    case .neverFact(let fact), .neverFor(let fact, _): return fact.conjuncts.count > 1 ? fact.conjuncts.map(\.phrase) : []
    case .neverHappening(let forbidden), .afterNeverUntil(_, let forbidden, _): return forbidden.circumstances
    case .atMostOnce(let counted, _): return [.happening(counted)]
    case .before, .afterWithin, .afterBefore, .onlyAfter, .exactlyOnce, .possibleFact, .possibleHappening: return []
    }
  }
}

extension Expression {
  /// `a` and `b` of `a and b`.
  var conjuncts: [Expression] {
    if case .binary(.and, let left, let right) = kind { left.conjuncts + right.conjuncts } else { [self] }
  }

  /// The phrase that must come about for the fact to be true at some time. A call that lies within one step is running for what
  /// happens in that step and in no state, so for `f is running` the phrase is that `f` is called.
  fileprivate var phrase: Phrase {
    let call: Happening.Kind? =
      switch kind {
      case .functionRunning(let base, let function): .calls(target: base, function)
      case .eventRunning(let base, let event): .event(target: base, event)
      case .callbackRunning(let base, let callback): .callback(target: base, callback)
      default: nil
      }
    return call.map { .happening(Happening(kind: $0, condition: nil, range: range)) } ?? .fact(self)
  }

  /// `a` of `not a or b`, which says what is so while `a` is.
  fileprivate var premises: [Expression] {
    guard case .binary(.or, let left, let right) = kind else { return [] }
    return [left, right].flatMap { side -> [Expression] in
      if case .not(let premise) = side.kind { premise.conjuncts } else { side.premises }
    }
  }
}

extension Happening {
  /// Each part of `C` in `never E while C`. That `E` never happens is no less than what is asked.
  fileprivate var circumstances: [Phrase] { (condition?.conjuncts ?? []).map(\.phrase) }
}

// MARK: Without a search

extension Lowerer {
  /// Notes which of what the question speaks of no code could bring about, and what that means for a rule.
  /// - Parameter fixed: The variables that never change, each with its value.
  func noteOutOfReach(_ question: inout Question, where fixed: [VariableIndex: Int]) {
    func isImpossible(_ goal: Term) -> Bool {
      goal.mapped(variable: { fixed[$0].map { .constant($0) } ?? .variable($0) }) == .false
    }
    for index in question.occasions.indices {
      question.occasions[index].isOutOfReach = isImpossible(question.occasions[index].goal)
    }
    guard let reason = reasonWithoutOccasion(question) else { return }
    if isImpossible(question.goal) { question.notApplicable = reason } else { question.notApplicableIfHeld = reason }
  }

  /// Why a rule says nothing here unless it is broken: the app does not use what it is about.
  ///
  /// That code which could bring it about never runs is another matter: who wrote it believes that it does.
  private func reasonWithoutOccasion(_ question: Question) -> String? {
    guard case .property(let index) = question.subject, model.properties[index].role == .rule,
      let absent = question.occasions.first(where: \.isOutOfReach)
    else { return nil }
    return "nothing here brings about `\(sourceText(absent.range))`"
  }
}

extension TimedSystem {
  /// The variables that no edge gives another value than they begin with, and that value.
  var fixedVariables: [VariableIndex: Int] {
    var fixed: [VariableIndex: Int] = [:]
    for (index, variable) in variables.enumerated() { fixed[VariableIndex(index)] = variable.initial }
    for action in automata.lazy.flatMap(\.edges).flatMap(\.body) {
      if case .assign(let variable, let value, _) = action.kind, let first = fixed[variable], value != .constant(first) {
        fixed[variable] = nil
      }
    }
    return fixed
  }
}
