/// The timeline of a run within a page.
///
/// The same is said in words by the list of steps and that of what takes time, so that readers of the screen may pass it by.
struct HTMLTimeline {
  private let timeline: Timeline

  init(story: Story, lanes: Lanes, places: Places) { timeline = Timeline(story: story, lanes: lanes, places: places) }

  var markup: Markup {
    """
    <div class="timeline" role="group" aria-label="Timeline" tabindex="0" data-x="\(positions)">
    <div class="rows">
    \(timeline.rows.map(row))</div>
    </div>
    \(spans)
    """
  }

  private var positions: String { timeline.axis.positions.map { "\($0)" }.joined(separator: " ") }

  private func row(_ row: Timeline.Row) -> Markup {
    let width = timeline.axis.width
    return """
      <div class="row \(row.kind.rawValue)"><span class="label">\(row.name)</span>\
      <svg viewBox="0 0 \(width) \(row.height)" width="\(width)" height="\(row.height)" aria-hidden="true">\(row.content)</svg></div>

      """
  }

  private var spans: Markup {
    if timeline.story.spans.isEmpty { return .none }
    let items: [Markup] = timeline.story.spans.map { "<li>\(words: timeline.words(of: $0))</li>\n" }
    return "<h4>What takes time</h4>\n<ul class=\"spans\">\n\(items)</ul>\n"
  }
}
