import LifecheckDiagnostics
import LifecheckSystem

/// A run as one would tell it to a colleague: a line for each step of the app's own code, with its line number and what it
/// changes, and between them, in one breath, what the world and the platform do at one time.
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
    let numberWidth = rows.map { label($0.numbers).count }.max() ?? 1
    let lineWidth = rows.filter(\.isOwn).map { line($0).count }.max() ?? 0
    for row in rows {
      let label = label(row.numbers)
      let lead = String(repeating: " ", count: numberWidth - label.count) + label + "  "
      let indent = 4 + numberWidth + 2
      if row.isOwn {
        addOwn(row, lead: lead, lineWidth: lineWidth, indent: indent, to: &page)
      } else {
        let text = time(row) + inOneBreath(row.steps.map(\.text))
        page.add([Span(lead, .dim, breaks: false), Span(text)], indent: 4, hanging: indent + 2)
      }
    }
    if ending.isEmpty { return }
    let lead = String(repeating: " ", count: numberWidth - 1) + "!  "
    page.add([Span(lead, .bad, breaks: false), Span(ending, .strong)], indent: 4, hanging: 4 + numberWidth + 4)
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

  /// "iOS calls `a`, then `b`, then you leave": who does the same to one after the other is named once.
  private func inOneBreath(_ texts: [String]) -> String {
    var result = ""
    var open: Substring?
    for text in texts {
      let head = headOfOneName(text)
      let told = head.flatMap { $0 == open ? text.dropFirst($0.count) : nil } ?? text[...]
      result += (result.isEmpty ? "" : ", then ") + told
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
