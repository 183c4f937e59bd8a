import LifecheckDiagnostics
import LifecheckSystem

/// A run as one would tell it to a colleague: a line for each step of the app's own code, with its line number and what it
/// changes, and between them, in one breath, what the world and the platform do at one time. What comes again and again is counted.
struct ShortStory {
  let places: Places

  /// Steps that are told together.
  private struct Row {
    var isOwn: Bool
    /// Set where it is not the time of the row before.
    var time: String?
    var steps: [StoryStep]
    /// Of the first and the last step, counted from 1.
    var numbers: ClosedRange<Int>
  }

  func add(_ steps: [StoryStep], ending: String, to page: inout Page) {
    let rows = rows(of: steps)
    let rounds = Rounds.all(in: likenesses(of: rows))
    let folded = rounds.map { numbers(of: rows[$0.folded]) }
    let numberWidth = (rows.map(\.numbers) + folded).map { label($0).count }.max() ?? 1
    let lineWidth = rows.filter(\.isOwn).map { line($0).count }.max() ?? 0
    let indent = 4 + numberWidth + 2
    func numbered(_ numbers: ClosedRange<Int>) -> String {
      let label = label(numbers)
      return String(repeating: " ", count: numberWidth - label.count) + label + "  "
    }
    for (index, row) in rows.enumerated() {
      if let round = rounds.first(where: { $0.folded.contains(index) }) {
        if index > round.folded.lowerBound { continue }
        addFolded(round, of: rows, lead: numbered(numbers(of: rows[round.folded])), indent: indent, to: &page)
      } else if row.isOwn {
        addOwn(row, lead: numbered(row.numbers), lineWidth: lineWidth, indent: indent, to: &page)
      } else {
        let text = time(row) + inOneBreath(row.steps.map(\.text))
        page.add([Span(numbered(row.numbers), .dim, breaks: false), Span(text)], indent: 4, hanging: indent + 2)
      }
    }
    if ending.isEmpty { return }
    let lead = String(repeating: " ", count: numberWidth - 1) + "!  "
    page.add([Span(lead, .bad, breaks: false), Span(ending, .strong)], indent: 4, hanging: 4 + numberWidth + 4)
  }

  /// "steps 5 to 7 again, 7 times, until 12 s", and what has become of the values.
  private func addFolded(_ rounds: Rounds, of rows: [Row], lead: String, indent: Int, to page: inout Page) {
    let first = numbers(of: rows[rounds.first])
    let what = first.count == 1 ? "step \(first.lowerBound)" : "steps \(first.lowerBound) to \(first.upperBound)"
    let end = rows[rounds.folded].last { $0.time != nil }.flatMap(\.time).map { ", until \($0)" } ?? ""
    let told = overall(rows[rounds.folded].flatMap(\.steps).flatMap(\.changes)).map(words).joined(separator: ", ")
    page.add(
      [Span(lead, .dim, breaks: false), Span("\(what) again, \(rounds.count - 2) times\(end)", .dim)]
        + (told.isEmpty ? [] : [Span("   "), Span(told, .caution)]),
      indent: 4, hanging: indent + 2)
  }

  /// From the first value of each to its last.
  private func overall(_ changes: [StoryStep.Change]) -> [StoryStep.Change] {
    var result: [StoryStep.Change] = []
    for change in changes {
      if let known = result.firstIndex(where: { $0.name == change.name }) {
        result[known].to = change.to
      } else {
        result.append(change)
      }
    }
    return result.filter { $0.from != $0.to }
  }

  private func numbers(of rows: ArraySlice<Row>) -> ClosedRange<Int> {
    rows[rows.startIndex].numbers.lowerBound...rows[rows.endIndex - 1].numbers.upperBound
  }

  /// A number for each row, the same for those that read alike but for times and values.
  private func likenesses(of rows: [Row]) -> [Int] {
    var numbers: [[String]: Int] = [:]
    return rows.map { row in
      let words = row.steps.flatMap { [$0.text] + $0.changes.map(\.name) } + [line(row)]
      let number = numbers[words] ?? numbers.count
      numbers[words] = number
      return number
    }
  }

  private func addOwn(_ row: Row, lead: String, lineWidth: Int, indent: Int, to page: inout Page) {
    let line = line(row)
    let place = String(repeating: " ", count: lineWidth - line.count) + line
    let step = row.steps[0]
    let changes = step.changes.map(words).joined(separator: ", ")
    page.add(
      [Span(lead, .dim, breaks: false), Span("▸ \(place)  ", .good, breaks: false), Span(time(row) + step.text)]
        + (changes.isEmpty ? [] : [Span("   "), Span(changes, .caution)]),
      indent: 4, hanging: indent + lineWidth + 6)
  }

  /// "you leave the app, then iOS calls `a`, `b`": who does the same to one after the other is named once.
  private func inOneBreath(_ texts: [String]) -> String {
    var result = ""
    var open: Substring?
    for text in texts {
      let head = headOfOneName(text)
      let rest = head.flatMap { $0 == open ? text.dropFirst($0.count) : nil }
      let link = result.isEmpty ? "" : rest == nil ? ", then " : ", "
      result += link + (rest ?? text[...])
      open = head
    }
    return result
  }

  /// "iOS calls " of "iOS calls `didEnterBackground`"; nil: the text has no name, or more than one, or does not end with it.
  private func headOfOneName(_ text: String) -> Substring? {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[2].isEmpty && !parts[0].isEmpty ? parts[0] : nil
  }

  private func words(_ change: StoryStep.Change) -> String {
    change.from == change.to ? "\(change.name) stays \(change.to)" : "\(change.name): \(change.from) → \(change.to)"
  }

  private func time(_ row: Row) -> String { row.time.map { "at \($0): " } ?? "" }

  /// `24`, or `shared.lc:24` in a file that the spec uses.
  private func line(_ row: Row) -> String {
    guard let origin = row.steps[0].origin else { return "" }
    return origin.file == FileID(0) ? "\(places.start(origin).line)" : places.place(origin)
  }

  private func label(_ numbers: ClosedRange<Int>) -> String {
    numbers.count == 1 ? "\(numbers.lowerBound)" : "\(numbers.lowerBound)–\(numbers.upperBound)"
  }

  private func rows(of steps: [StoryStep]) -> [Row] {
    var rows: [Row] = []
    var last = RationalTime.zero
    for (index, step) in steps.enumerated() {
      let isOwn = step.origin.map { !places.isPlatform($0) } ?? false
      if !isOwn, step.time == last, let open = rows.indices.last, !rows[open].isOwn {
        rows[open].steps.append(step)
        rows[open].numbers = rows[open].numbers.lowerBound...(index + 1)
      } else {
        rows.append(
          Row(isOwn: isOwn, time: step.time == last ? nil : step.time.text, steps: [step], numbers: (index + 1)...(index + 1)))
      }
      last = step.time
    }
    return rows
  }
}
