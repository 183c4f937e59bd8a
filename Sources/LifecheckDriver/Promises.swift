import LifecheckLanguage
import LifecheckLowering
import LifecheckReports
import LifecheckSystem

extension Telling {
  /// The variables of a question's monitors that change when something happens that the sentence speaks of.
  func watches(_ question: Question) -> Set<LifecheckSystem.VariableIndex> {
    let own = goals(question).reduce(into: question.watches) { $0.formUnion($1.readVariables) }
    return own.filter { lowered.system.variables[$0.index].isHidden }
  }

  /// The promises of the part of it that failed: conditions that it wants before a time is over.
  func promises(_ question: Question) -> [Promise] {
    guard case .property(let index) = question.subject, let words = limit(of: model.properties[index].sentence) else { return [] }
    return goals(question).flatMap(\.timedParts).map { part in
      Promise(title: model.properties[index].title, words: words, condition: part.condition, clock: part.clock, bound: part.bound)
    }
  }

  private func goals(_ question: Question) -> [Term] {
    question.parts.isEmpty ? [question.goal] : failedParts(question).map(\.goal)
  }

  /// The end of the sentence, as it is written.
  private func limit(of sentence: Sentence) -> String? {
    switch sentence {
    case .neverFor(let fact, let limit): "\(quoted(fact.range)) for at most \(source(limit.range))"
    case .afterWithin(_, let second, let limit, _): "\(quoted(second.range)) within \(source(limit.range))"
    case .exactlyOnce(let counted, _, let limit): limit.map { "\(quoted(counted.range)) within \(source($0.range))" }
    default: nil
    }
  }
}

extension Term {
  /// The conjunctions in it that a clock completes: `condition and clock > bound`.
  fileprivate var timedParts: [(condition: Term, clock: ClockIndex, bound: TimeBound)] {
    switch self {
    case .or(let parts): return parts.flatMap(\.timedParts)
    case .and(let parts):
      let rest = Term.all(parts.filter { !$0.mentionsClock })
      return parts.compactMap { part in
        guard case .clock(let clock, .greater, let bound) = part else { return nil }
        return (rest, clock, bound)
      }
    default: return []
    }
  }
}
