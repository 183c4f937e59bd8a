import LifecheckDiagnostics
import LifecheckSystem

/// A run as a picture: a row for the times, one for whoever does something, with bars for what takes time, and one for each
/// value that changes.
struct Timeline {
  /// One row: what it is about, and what is drawn there from its upper left corner on.
  struct Row {
    enum Kind: String { case axis, lane, band }
    let name: String
    let kind: Kind
    let height: Int
    let content: Markup
  }
  let story: Story
  let lanes: Lanes
  let places: Places
  let axis: TimelineAxis

  init(story: Story, lanes: Lanes, places: Places) {
    self.story = story
    self.lanes = lanes
    self.places = places
    axis = TimelineAxis(story)
  }

  var rows: [Row] { [times] + lanes.all.indices.map(lane) + ValueBand.all(of: story).map(band) }

  // MARK: Times

  private var times: Row {
    let gaps: [Markup] = axis.instants.dropFirst().map { step in
      let (from, to) = (axis.positions[step - 1], axis.positions[step])
      return "<rect class=\"gap\" x=\"\(from + 10)\" y=\"0\" width=\"\(to - from - 20)\" height=\"32\"/>"
    }
    let marks: [Markup] = axis.instants.map { step in
      "<text class=\"at\" x=\"\(max(2, axis.positions[step] - 8))\" y=\"12\">\(axis.times[step].text)</text>"
    }
    let numbers: [Markup] = axis.positions.enumerated().map { "<text class=\"number\" x=\"\($1)\" y=\"28\">\($0 + 1)</text>" }
    return Row(
      name: "Time, and number of the step", kind: .axis, height: 32, content: "\(gaps)\(marks)\(numbers)\(endMark(16, from: 16))")
  }

  private func endMark(_ height: Int, from top: Int = 0) -> Markup {
    "<path class=\"end\" d=\"M\(axis.end - 8) \(top)v\(height)\"/>"
  }

  // MARK: Lanes

  private func lane(_ number: Int) -> Row {
    let spans = story.spans.filter { lanes.index(of: $0) == number }
    let levels = levels(of: spans)
    let bars = zip(spans, levels).map(bar)
    let dots = story.steps.indices.filter { lanes.index(of: story.steps[$0]) == number }.map(dot)
    let line: Markup = "<path class=\"line\" d=\"M0 11h\(axis.width)\"/>"
    let height = 22 + (levels.max() ?? 0) * Self.levelHeight
    return Row(name: lanes.all[number].name, kind: .lane, height: height, content: "\(line)\(bars)\(dots)\(endMark(height))")
  }

  private static let levelHeight = 18

  /// Bars that overlap stand below one another: for each the highest level that is free where it begins.
  private func levels(of spans: [StorySpan]) -> [Int] {
    var ends: [Int] = []
    return spans.map { span in
      let (from, to) = extent(of: span)
      let level = ends.firstIndex { $0 <= from } ?? ends.count
      if level == ends.count { ends.append(to) } else { ends[level] = to }
      return level
    }
  }

  private func extent(of span: StorySpan) -> (from: Int, to: Int) {
    let from = axis.positions[span.steps.lowerBound]
    let to = span.isOver ? axis.positions[span.steps.upperBound] : axis.end - 8
    return (from, from + max(8, to - from))
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

  private func bar(_ span: StorySpan, level: Int) -> Markup {
    let (from, to) = extent(of: span)
    let top = level * Self.levelHeight
    return """
      <rect class="bar" x="\(from)" y="\(top + 4)" width="\(to - from)" height="14" rx="3"><title>\(words(of: span))</title></rect>\
      \(text(span.name, x: from + 9, y: top + 15, width: to - from - 16))\(deadline(of: span, top: top))
      """
  }

  private func deadline(of span: StorySpan, top: Int) -> Markup {
    guard let deadline = span.deadline else { return .none }
    if let position = axis.position(of: deadline) {
      return "<path class=\"deadline\" d=\"M\(position) \(top + 1)v20\"><title>until \(deadline.text) at most</title></path>"
    }
    if span.isOver { return .none }
    return "<text class=\"late\" x=\"\(axis.end)\" y=\"\(top + 15)\">⇥ at most \(deadline.text)</text>"
  }

  /// As much as there is room for.
  private func text(_ text: String, x: Int, y: Int = 15, width: Int) -> Markup {
    let room = width / 7
    if room < 2 { return .none }
    let text = text.replacing("`", with: "")
    let shown = text.count <= room ? text : String(text.prefix(room - 1)) + "…"
    return "<text class=\"in\" x=\"\(x)\" y=\"\(y)\">\(shown)</text>"
  }

  // MARK: Values

  private func band(_ band: ValueBand) -> Row {
    let pieces: [Markup] = band.pieces.map { piece in
      let from = piece.start.map { axis.positions[$0] } ?? 0
      let to = piece.end.map { axis.positions[$0] } ?? axis.end - 8
      return """
        <rect class="value v\(piece.color)" x="\(from)" y="2" width="\(max(1, to - from))" height="18">\
        <title>\(band.name): \(piece.value)</title></rect>\(text(piece.value, x: from + 5, width: to - from - 6))
        """
    }
    return Row(name: band.name, kind: .band, height: 22, content: "\(pieces)\(endMark(22))")
  }

  // MARK: In words

  func words(of span: StorySpan) -> String {
    let until = span.isOver ? "\(span.from.text) to \(span.to.text)" : "since \(span.from.text), and not over"
    let limit = span.deadline.map { "; at most until \($0.text)" } ?? ""
    return "\(Lanes.Lane(span).name): \(span.name), \(until)\(limit)"
  }
}
