import LifecheckReports

/// Where the moves of a recorded run stand in the story that the report tells of it: people know its steps, and not the run's.
struct StoryOfMoves {
  struct Place {
    /// Counted from 1.
    let number: Int
    /// `notes.lc:12:5`; nil where the step has none.
    let place: String?
  }
  private let recorded: RecordedAnswer
  /// Of each move, its lines: indices into the story's steps.
  private var lines: [[Int]] = []

  init(_ recorded: RecordedAnswer) {
    self.recorded = recorded
    var next = 0
    for step in recorded.run.steps {
      lines.append([])
      guard let move = step.move, !move.text.isEmpty else { continue }
      var rest = move.text[...]
      while let found = recorded.told[next...].firstIndex(where: { rest.hasPrefix($0.text) && !$0.text.isEmpty }) {
        lines[lines.count - 1].append(found)
        next = found + 1
        rest = rest.dropFirst(recorded.told[found].text.count)
        guard rest.hasPrefix("; ") else { break }
        rest = rest.dropFirst(2)
      }
    }
  }

  /// The words of a move's lines, in order.
  func words(of move: Int) -> [String] { lines[move].map { recorded.told[$0].text } }

  /// Where the next move stands that the story has something of; nil: there is none.
  func place(after move: Int) -> Place? {
    lines.indices.dropFirst(move + 1).first { !lines[$0].isEmpty }.flatMap { place(of: $0, line: 0) }
  }

  /// Where a move stands, from one of its lines on; nil: the story has nothing of it.
  func place(of move: Int, line: Int) -> Place? {
    guard lines[move].indices.contains(line) else { return nil }
    let step = lines[move][line]
    // The first place is that of the cause.
    let places = recorded.places.dropFirst()
    return Place(number: step + 1, place: step < places.count ? places[places.startIndex + step] : nil)
  }
}
