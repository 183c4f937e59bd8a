import LifecheckDiagnostics
import LifecheckSystem

/// A run with all that is known of it: one step a line, with its time and place, then what changed.
struct WholeStory {
  let places: Places

  /// - Parameter first: The number of the first step.
  func addWhole(_ steps: [StoryStep], from first: Int = 1, to page: inout Page) {
    let numberWidth = "\(first + steps.count - 1)".count
    let timeWidth = steps.map { $0.time.text.count }.max() ?? 0
    let indent = 2 + numberWidth + 3 + timeWidth + 2
    let placeWidth = steps.compactMap { $0.origin.map { places.place($0).count } }.max() ?? 0
    let textWidth = steps.map(\.text.count).max() ?? 0
    let column = min(indent + textWidth, max((page.width ?? .max) - placeWidth - 2, indent + 20))
    var lastExcerpt = ""
    for (index, step) in steps.enumerated() {
      let number = String(repeating: " ", count: numberWidth - "\(first + index)".count) + "\(first + index)"
      let time = String(repeating: " ", count: timeWidth - step.time.text.count) + step.time.text
      let isPlatform = step.origin.map(places.isPlatform) ?? true
      page.add(
        [Span("\(number). ", .dim, breaks: false), Span(" \(time)  ", breaks: false), Span(step.text)], indent: 2,
        hanging: indent, column: column,
        right: Span(step.origin.map(places.place) ?? "", isPlatform ? .dim : .plain))
      if let origin = step.origin, !isPlatform {
        let excerpt = places.excerpt(origin)
        let shown = places.isChoice(origin) ? places.excerptWithComment(origin) : excerpt
        if excerpt != lastExcerpt, !excerpt.isEmpty, !tells(step.text, excerpt) {
          page.addTruncated(Span("│ \(shown)", .dim), indent: indent)
        }
        lastExcerpt = excerpt
      }
      addChanges(step.changes, indent: indent, to: &page)
    }
  }

  /// Of a block the text has the beginning, with a `…` for the rest.
  private func tells(_ text: String, _ excerpt: String) -> Bool {
    text.contains(excerpt) || excerpt.hasSuffix("{") && text.contains("\(excerpt) … }")
  }

  private func addChanges(_ changes: [StoryStep.Change], indent: Int, to page: inout Page) {
    if changes.isEmpty { return }
    let spans = changes.enumerated().map { index, change in
      let text = change.from == change.to ? "\(change.name) stays \(change.to)" : "\(change.name): \(change.from) → \(change.to)"
      return Span(text + (index == changes.count - 1 ? "" : ", "), .caution, breaks: false)
    }
    page.add(spans, indent: indent)
  }
}

extension TextReport {
  /// `60` for 60.0, `2.5` for 2.5.
  static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
