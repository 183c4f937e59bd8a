import LifecheckLanguage
import LifecheckSystem

/// On whose behalf, and for what, code or a fact is being translated. It is set for as long as a part is translated
/// (`Lowerer.with`), but for who acts, which the next activation replaces.
struct Context {
  /// The expression being evaluated is looked at between units.
  var isOutsideUnits = false
  /// Terms are made only to be compared.
  var takesUnknownsForOne = false
  /// The conditions of events that tell whether the app is at rest are being evaluated.
  var isAskingForRest = false
  /// The captured local for which something is being made.
  var destination: (local: LocalID, reference: Term)?
  /// Whether the captured locals of the code that tells of something are followed.
  var isTellerKnown = Term.true
  /// It is open whether one of those locals is followed.
  var isTellerFollowedByChoice = false
  /// Whether what was last made for the first of them that holds a thing is followed.
  var isThingOfTellerKnown = Term.true
  /// Whether the round is for a thing that is followed, if code is being laid out that each of a kind's things has its round in.
  var isThingOfRoundKnown = Term.true
  /// The thing that the sentence is about of which a monitor is being made.
  var subject: Int?
  /// The kinds of whose things it is being asked which there are.
  var kindsAsked: [KindID] = []
  /// The calls that the unit under construction is in the middle of.
  var calls: [(id: FunctionID, receiver: Value)] = []
  /// The process whose code is being laid out.
  var actor: Int?
  /// Whether the code being laid out belongs to the app's process.
  var isApp = false
}
