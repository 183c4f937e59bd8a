import LifecheckDiagnostics
import LifecheckSystem

/// The timeline of a run as a picture that needs nothing else, with its steps in words below.
struct SVGTimeline {
  let run: ToldRun
  private let timeline: Timeline

  init(run: ToldRun) {
    self.run = run
    timeline = Timeline(story: run.story, lanes: Lanes(of: run.story), places: run.places)
  }

  var text: String {
    let body = head + rows + steps
    let height = Self.margin + body.reduce(0) { $0 + $1.height } + Self.margin
    return picture(height, placed(body)).source
  }

  /// A piece of the picture that goes from side to side, with its height.
  private struct Piece {
    var height: Int
    var content: Markup
  }

  private static let margin = 14
  private static let lineHeight = 17
  /// Of letters of 11 pixels, about; what is longer goes on in the next line.
  private static let letter = 6.2
  private static let mostLetters = 150

  private func width(of text: String) -> Int { Int((Double(text.count) * Self.letter).rounded(.up)) }

  private var labelWidth: Int { (timeline.rows.map { width(of: $0.name) }.max() ?? 0) + 12 }

  private var width: Int {
    let lines = headLines.map { width(of: $0.text) } + stepLines.map(width)
    return 2 * Self.margin + max(labelWidth + timeline.axis.width, lines.max() ?? 0)
  }

  private func picture(_ height: Int, _ body: [Markup]) -> Markup {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
    aria-labelledby="title description">
    <title id="title">\(run.title)</title>
    <desc id="description">\(run.spec): \(run.outcome)</desc>
    <style>
    \(style)</style>
    <rect class="page" width="100%" height="100%"/>
    \(body)</svg>

    """
  }

  private var style: Markup {
    let rules = TimelineStyle.rules + "\n" + Self.ownRules
    let dark = "@media (prefers-color-scheme: dark) {\n" + Palette.dark.resolved(rules) + "}\n"
    return Markup(stringLiteral: Palette.light.resolved(rules) + dark)
  }

  private static let ownRules = """
    svg .page { fill: var(--page); }
    svg text.title { font-size: 14px; font-weight: 600; }
    svg text.failure { fill: var(--bad); }
    svg text.reached { fill: var(--good); }
    svg text.undecided { fill: var(--caution); }
    svg text.label, svg text.other, svg .place { fill: var(--dim); }
    svg .change { fill: var(--caution); }

    """

  /// One below the other.
  private func placed(_ pieces: [Piece]) -> [Markup] {
    var top = Self.margin
    return pieces.map { piece in
      defer { top += piece.height }
      return "<g transform=\"translate(\(Self.margin) \(top))\">\(piece.content)</g>\n"
    }
  }

  // MARK: Above

  private var headLines: [(text: String, kind: Markup)] {
    let kind: Markup =
      switch run.answer.verdict {
      case .violated: "failure"
      case .undecided: "undecided"
      default: "reached"
      }
    let head: [(String, Markup)] = [(run.title, "title"), (run.outcome, kind), (run.spec, "label")]
    let remarks: [(String, Markup)] = run.remarks.map { ($0, "label") }
    return (head + remarks).flatMap { text, kind in folded(text).map { ($0, kind) } }
  }

  private var head: [Piece] {
    headLines.map { line in
      Piece(height: Self.lineHeight + 2, content: "<text class=\"\(line.kind)\" y=\"12\">\(line.text)</text>")
    } + [Piece(height: 8, content: .none)]
  }

  // MARK: The timeline

  private var rows: [Piece] {
    timeline.rows.map { row in
      let middle = row.kind == .axis ? 28 : 15
      return Piece(
        height: row.height + 4,
        content: """
          <text class="label" y="\(middle)">\(row.name)</text><g transform="translate(\(labelWidth) 0)">\(row.content)</g>
          """)
    }
  }

  // MARK: Below

  /// A step in columns: its number, its time, its words with the place, and what it changes. Where that is too long, the rest has lines
  /// of its own without number and time.
  private struct Line {
    var number = ""
    var time = ""
    var words = ""
    var place = ""
    var changes = ""
    var isOwn: Bool
    var length: Int { words.count + place.count + changes.count }
  }

  private var stepLines: [Line] { run.story.steps.indices.flatMap(lines) }

  private func lines(_ number: Int) -> [Line] {
    let step = run.story.steps[number]
    let isOwn = step.origin.map { !run.places.isPlatform($0) } ?? false
    var lines = folded(step.text).map { Line(words: $0, isOwn: isOwn) }
    (lines[0].number, lines[0].time) = ("\(number + 1)", step.time.text)
    if isOwn, let origin = step.origin { lines[lines.count - 1].place = run.places.place(origin) }
    let changes = step.changes.filter { $0.from != $0.to }.map { "\($0.name): \($0.from) → \($0.to)" }.joined(separator: ", ")
    if changes.isEmpty || lines[lines.count - 1].length + changes.count <= Self.mostLetters {
      lines[lines.count - 1].changes = changes
      return lines
    }
    return lines + folded(changes).map { Line(changes: $0, isOwn: isOwn) }
  }

  private var numberEnd: Int { stepLines.map { width(of: $0.number) }.max() ?? 0 }
  private var timeEnd: Int { numberEnd + 14 + (stepLines.map { width(of: $0.time) }.max() ?? 0) }
  private var wordsStart: Int { timeEnd + 12 }

  private func width(of line: Line) -> Int {
    wordsStart + [line.words, line.place, line.changes].map { $0.isEmpty ? 0 : width(of: $0) + Self.space }.reduce(0, +)
  }
  private static let space = 10

  private var steps: [Piece] {
    [Piece(height: 10, content: .none)] + stepLines.map { Piece(height: Self.lineHeight, content: markup(of: $0)) }
  }

  private func markup(of line: Line) -> Markup {
    """
    <text class="number" x="\(numberEnd)" y="12" style="text-anchor: end">\(line.number)</text>\
    <text class="label" x="\(timeEnd)" y="12" style="text-anchor: end">\(line.time)</text>\
    <text class="\(line.isOwn ? "own" : "other")" x="\(wordsStart)" y="12">\(line.words)\
    \(part(line.place, "place"))\(part(line.changes, "change"))</text>
    """
  }

  private func part(_ text: String, _ kind: Markup) -> Markup {
    text.isEmpty ? .none : "<tspan class=\"\(kind)\" dx=\"\(Self.space)\">\(text)</tspan>"
  }

  /// The text in lines, broken between words where that is possible; at least one.
  private func folded(_ text: String) -> [String] {
    var lines: [String] = []
    var rest = Substring(text)
    while rest.count > Self.mostLetters {
      let head = rest.prefix(Self.mostLetters)
      let end = head.lastIndex(of: " ") ?? head.endIndex
      lines.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return lines + [String(rest)]
  }
}
