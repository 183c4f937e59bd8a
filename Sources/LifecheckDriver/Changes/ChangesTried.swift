/// Which changes have been tried, and which of them is worth most.
package struct ChangesTried: Sendable {
  /// How many answers are to be settled.
  private let wanted: Int
  /// The mildest of those that settle most; nil: nothing settles anything.
  package private(set) var mostUseful: (change: SpecChange, settled: Int)?
  /// Fixed values that are known to settle nothing, even together.
  private var useless: Set<String> = []

  package init(wanted: Int) { self.wanted = wanted }

  package var settlesAll: Bool { mostUseful?.settled == wanted }

  /// Once all is settled, only by a part of the change that does so might less be changed.
  package func isWorthTrying(_ change: SpecChange) -> Bool {
    if change.isPart(of: useless) { return false }
    return settlesAll ? isMilder(change) : true
  }

  package mutating func note(_ change: SpecChange, _ outcome: ChangeTrial.Outcome) {
    guard case .settles(let settled, _) = outcome else { return }
    if settled == 0, case .fixing(let values) = change { useless.formUnion(values) }
    let known = mostUseful?.settled ?? 0
    if settled > known || (settled == known && isMilder(change)) { mostUseful = (change, settled) }
  }

  private func isMilder(_ change: SpecChange) -> Bool {
    guard case .fixing(let values)? = mostUseful?.change else { return false }
    return values.count > 1 && change.isPart(of: Set(values))
  }
}
