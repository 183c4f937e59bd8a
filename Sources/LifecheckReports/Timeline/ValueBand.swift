/// The values that something has one after another in a run, for what changes at all.
struct ValueBand {
  struct Piece {
    let value: String
    /// Of equal values the same: 0 for the first.
    let color: Int
    /// The steps at which it begins and ends; nil: before the first one, or not at all.
    let start: Int?
    let end: Int?
  }

  /// How many colors there are; then they begin anew.
  static let colors = 6

  let name: String
  let pieces: [Piece]

  /// In the order of their first changes.
  static func all(of story: Story) -> [ValueBand] {
    let changes = story.steps.enumerated().flatMap { number, step in
      step.changes.filter { $0.from != $0.to }.map { (number, $0) }
    }
    var names: [String] = []
    for name in changes.map(\.1.name) where !names.contains(name) { names.append(name) }
    return names.map { name in ValueBand(name, changes.filter { $0.1.name == name }) }
  }

  private init(_ name: String, _ changes: [(Int, StoryStep.Change)]) {
    self.name = name
    let values = [changes[0].1.from] + changes.map(\.1.to)
    let starts: [Int?] = [nil] + changes.map(\.0)
    var known: [String] = []
    for value in values where !known.contains(value) { known.append(value) }
    pieces = values.indices.map { number in
      Piece(
        value: values[number], color: known.firstIndex(of: values[number])! % ValueBand.colors, start: starts[number],
        end: number + 1 < starts.count ? starts[number + 1] : nil)
    }
  }
}
