import LifecheckDiagnostics

// The promises of a spec: properties, rules, and the sentences that they are.

package struct PropertySyntax: Sendable {
  package enum Role: String, Sendable { case property, possible, rule, assume }
  package var role: Role
  package var title: NameSyntax
  /// `rule "…" id task-leaked`, for rules only.
  package var identifier: NameSyntax?
  package var isAdvice: Bool
  /// `predicts E`: an expression of strings.
  package var predicts: ExpressionSyntax?
  /// `about t.open`: without one, a rule is about nothing.
  package var occasions: [PhraseSyntax]
  /// `for each t in BackgroundTask or Run`
  package var forEach: (name: NameSyntax, kinds: [NameSyntax])?
  package var sentence: SentenceSyntax
}

/// A fact or a happening; which of the two is decided by what `expression` names.
package struct PhraseSyntax: Sendable {
  package enum Verb: Sendable {
    /// A fact, or the call of a function, callback, event or signal.
    case none
    case returns, fails
    /// `x becomes v`; without a value: becomes true.
    case becomes(ExpressionSyntax?)
    /// `enters background`
    case enters
    /// `dies`, `dies watchdog or jetsam`
    case dies([NameSyntax])
  }
  package var expression: ExpressionSyntax
  package var verb: Verb
  /// `… while C`
  package var condition: ExpressionSyntax?
  package var range: SourceRange
  /// Without `while C`; nil where there is no text of its own.
  package var subjectRange: SourceRange?
}

package indirect enum SentenceKindSyntax: Sendable {
  case always(PhraseSyntax)
  case never(PhraseSyntax, atMost: ExpressionSyntax?)
  /// `draft.saved before frozen`: whenever the second happens, the first holds.
  case before(PhraseSyntax, PhraseSyntax)
  case afterWithin(PhraseSyntax, PhraseSyntax, ExpressionSyntax, unless: ExpressionSyntax?)
  case afterBefore(PhraseSyntax, PhraseSyntax, PhraseSyntax)
  case afterNeverUntil(PhraseSyntax, PhraseSyntax, PhraseSyntax)
  case onlyAfter(PhraseSyntax, PhraseSyntax)
  case exactlyOnce(PhraseSyntax, per: PhraseSyntax, within: ExpressionSyntax?)
  case atMostOnce(PhraseSyntax, per: PhraseSyntax)
  case eventually(PhraseSyntax)
  /// `possible …`
  case possible(PhraseSyntax)
}

package struct SentenceSyntax: Sendable {
  package var kind: SentenceKindSyntax
  /// `…, or the app dies`
  package var orDies: Bool
  package var range: SourceRange
}
