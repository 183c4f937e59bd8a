import LifecheckDiagnostics

// The properties and rules of a checked model, and their sentences.

package struct Property: Sendable {
  package enum Role: String, Hashable, Sendable { case property, possible, rule, assume }
  package var role: Role
  package var title: String
  /// A rule's stable id, for example `task-leaked`.
  package var identifier: String?
  package var isAdvice: Bool
  /// A string-valued expression, over versions only.
  package var predicts: Expression?
  /// Occasions that must come about, each in some run, for the rule to say something; none: those that its sentence speaks of.
  package var occasions: [Phrase]
  /// One check per instance or entry of these kinds, bound to the local.
  package var forEach: (local: LocalID, kinds: [KindID])?
  package var sentence: Sentence
  package var orDies: Bool
  package var owner: KindID
  package var range: SourceRange
  package var documentation: String
}

/// Something that is true or false, or that occurs.
package enum Phrase: Sendable {
  case fact(Fact)
  case happening(Happening)
}

/// Something that is true or false in a state.
package typealias Fact = Expression

/// Something that occurs in an instant. A `target` that is `.none`, of type `.reference(K)`, means that of any `K`; in
/// `E exactly once per F`, E's target can be a parameter of the callback that F names (a local of that `Callback`).
package struct Happening: Sendable {
  package enum Kind: Sendable {
    /// The call of a function (its start), or its return or failure.
    case calls(target: Expression, FunctionID)
    case returns(target: Expression, FunctionID)
    case fails(target: Expression, FunctionID)
    /// The handlers of a callback start (when it is posted) or have returned.
    case callback(target: Expression, CallbackID)
    case callbackReturns(target: Expression, CallbackID)
    case event(target: Expression, EventID)
    case signal(target: Expression, SignalID)
    /// The fact turns from false to true.
    case becomes(Fact)
    /// Empty: for any reason.
    case dies([String])
  }
  package var kind: Kind
  package var condition: Fact?
  package var range: SourceRange
  /// Without `while C`.
  package var subjectRange: SourceRange
  package init(kind: Kind, condition: Fact?, range: SourceRange, subjectRange: SourceRange? = nil) {
    self.kind = kind
    self.condition = condition
    self.range = range
    self.subjectRange = subjectRange ?? range
  }
}

package indirect enum Sentence: Sendable {
  case always(Fact)
  case neverFact(Fact)
  case neverHappening(Happening)
  /// `never C for 5s`
  case neverFor(Fact, Expression)
  /// Whenever the happening occurs, the fact holds.
  case before(Fact, Happening)
  case afterWithin(Happening, Happening, Expression, unless: Fact?)
  case afterBefore(Happening, Happening, Happening)
  case afterNeverUntil(Happening, Happening, Happening)
  case onlyAfter(Happening, Happening)
  case exactlyOnce(Happening, per: Happening, within: Expression?)
  case atMostOnce(Happening, per: Happening)
  case possibleFact(Fact)
  case possibleHappening(Happening)
}
