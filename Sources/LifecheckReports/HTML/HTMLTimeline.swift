import LifecheckDiagnostics
import LifecheckSystem

/// A run as a picture: a row for the times, one for whoever does something, with bars for what takes time, and one for each
/// value that changes.
///
/// The same is said in words by the list of steps and that of what takes time, so that readers of the screen may pass it by.
struct HTMLTimeline {
  let story: Story
  let lanes: Lanes
  let places: Places
  private let axis: TimelineAxis

  init(story: Story, lanes: Lanes, places: Places) {
    self.story = story
    self.lanes = lanes
    self.places = places
    axis = TimelineAxis(story)
  }

  var markup: Markup {
    """
    <div class="timeline" role="group" aria-label="Timeline" tabindex="0" data-x="\(positions)">
    <div class="rows">
    \(times)\(lanes.all.indices.map(lane))\(bands)</div>
    </div>
    \(spans)
    """
  }

  private var positions: String { axis.positions.map { "\($0)" }.joined(separator: " ") }

  private func row(_ name: String, _ kind: String, height: Int, _ content: Markup) -> Markup {
    """
    <div class="row \(kind)"><span class="label">\(name)</span>\
    <svg viewBox="0 0 \(axis.width) \(height)" width="\(axis.width)" height="\(height)" aria-hidden="true">\(content)</svg></div>

    """
  }

  // MARK: Times

  private var times: Markup {
    let gaps: [Markup] = axis.instants.dropFirst().map { step in
      let (from, to) = (axis.positions[step - 1], axis.positions[step])
      return "<rect class=\"gap\" x=\"\(from + 10)\" y=\"0\" width=\"\(to - from - 20)\" height=\"32\"/>"
    }
    let marks: [Markup] = axis.instants.map { step in
      "<text class=\"at\" x=\"\(max(2, axis.positions[step] - 8))\" y=\"12\">\(axis.times[step].text)</text>"
    }
    let numbers: [Markup] = axis.positions.enumerated().map { "<text class=\"number\" x=\"\($1)\" y=\"28\">\($0 + 1)</text>" }
    return row("Time, and number of the step", "axis", height: 32, "\(gaps)\(marks)\(numbers)\(endMark(16, from: 16))")
  }

  private func endMark(_ height: Int, from top: Int = 0) -> Markup {
    "<path class=\"end\" d=\"M\(axis.end - 8) \(top)v\(height)\"/>"
  }

  // MARK: Lanes

  private func lane(_ number: Int) -> Markup {
    let bars = story.spans.filter { lanes.index(of: $0) == number }.map(bar)
    let dots = story.steps.indices.filter { lanes.index(of: story.steps[$0]) == number }.map(dot)
    let line: Markup = "<path class=\"line\" d=\"M0 11h\(axis.width)\"/>"
    return row(lanes.all[number].name, "lane", height: 22, "\(line)\(bars)\(dots)\(endMark(22))")
  }

  private func dot(_ number: Int) -> Markup {
    let step = story.steps[number]
    let isOwn = step.origin.map { !places.isPlatform($0) } ?? false
    let kind: Markup = isOwn ? "own" : "other"
    let subject: Markup = step.concernsSentence ? " subject" : ""
    return """
      <circle class="dot \(kind)\(subject)" cx="\(axis.positions[number])" cy="11" r="5">\
      <title>\(number + 1). \(step.text)</title></circle>
      """
  }

  private func bar(_ span: StorySpan) -> Markup {
    let from = axis.positions[span.steps.lowerBound]
    let to = span.isOver ? axis.positions[span.steps.upperBound] : axis.end - 8
    let width = max(8, to - from)
    return """
      <rect class="bar" x="\(from)" y="4" width="\(width)" height="14" rx="3"><title>\(words(of: span))</title></rect>\
      \(text(span.name, x: from + 9, width: width - 16))\(deadline(of: span))
      """
  }

  private func deadline(of span: StorySpan) -> Markup {
    guard let deadline = span.deadline else { return .none }
    if let position = axis.position(of: deadline) {
      return "<path class=\"deadline\" d=\"M\(position) 1v20\"><title>until \(deadline.text) at most</title></path>"
    }
    if span.isOver { return .none }
    return "<text class=\"late\" x=\"\(axis.end)\" y=\"15\">⇥ at most \(deadline.text)</text>"
  }

  /// As much as there is room for.
  private func text(_ text: String, x: Int, width: Int) -> Markup {
    let room = width / 7
    if room < 2 { return .none }
    let text = text.replacing("`", with: "")
    let shown = text.count <= room ? text : String(text.prefix(room - 1)) + "…"
    return "<text class=\"in\" x=\"\(x)\" y=\"15\">\(shown)</text>"
  }

  // MARK: Values

  private var bands: [Markup] { ValueBand.all(of: story).map(band) }

  private func band(_ band: ValueBand) -> Markup {
    let pieces: [Markup] = band.pieces.map { piece in
      let from = piece.start.map { axis.positions[$0] } ?? 0
      let to = piece.end.map { axis.positions[$0] } ?? axis.end - 8
      return """
        <rect class="value v\(piece.color)" x="\(from)" y="2" width="\(max(1, to - from))" height="18">\
        <title>\(band.name): \(piece.value)</title></rect>\(text(piece.value, x: from + 5, width: to - from - 6))
        """
    }
    return row(band.name, "band", height: 22, "\(pieces)\(endMark(22))")
  }

  // MARK: In words

  private var spans: Markup {
    if story.spans.isEmpty { return .none }
    let items: [Markup] = story.spans.map { "<li>\(words: words(of: $0))</li>\n" }
    return "<h4>What takes time</h4>\n<ul class=\"spans\">\n\(items)</ul>\n"
  }

  private func words(of span: StorySpan) -> String {
    let until = span.isOver ? "\(span.from.text) to \(span.to.text)" : "since \(span.from.text), and not over"
    let limit = span.deadline.map { "; at most until \($0.text)" } ?? ""
    return "\(Lanes.Lane(span).name): \(span.name), \(until)\(limit)"
  }
}
