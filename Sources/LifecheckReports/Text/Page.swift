import LifecheckDiagnostics

/// How a piece of text looks on a terminal that has colours.
enum Style: Sendable {
  case plain, strong, dim, good, bad, caution

  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .dim: "2"
    case .good: "32"
    case .bad: "1;31"
    case .caution: "33"
    }
  }
}

/// A stretch of text in one style.
struct Span: Sendable {
  var text: String
  var style: Style
  /// Lines may break at its spaces, except between backticks.
  var breaks: Bool
  /// The path of a file that it names a place in.
  var file: String?
  init(_ text: String, _ style: Style = .plain, breaks: Bool = true, file: String? = nil) {
    self.text = text
    self.style = style
    self.breaks = breaks
    self.file = file
  }
}

/// Lines of styled text, wrapped to a width and free of trailing spaces. Nothing in them can steer the terminal.
struct Page {
  let usesColor: Bool
  /// Columns available; nil: no wrapping.
  let width: Int?
  /// nil: places are no links.
  let links: Hyperlinks?
  private var lines: [String] = []

  init(usesColor: Bool, width: Int?, links: Hyperlinks? = nil) {
    self.usesColor = usesColor
    self.links = links
    self.width = width.map { max($0, 40) }
  }

  /// The page, each line ended by a line feed.
  var text: String { lines.map { $0 + "\n" }.joined() }

  mutating func blank() {
    if let last = lines.last, !last.isEmpty { lines.append("") }
  }

  /// One paragraph; continuation lines are indented by `hanging`.
  mutating func add(_ spans: [Span], indent: Int = 0, hanging: Int? = nil) {
    let rows = Page.wrap(spans, to: width.map { $0 - indent }, rest: width.map { $0 - (hanging ?? indent) })
    for (number, row) in rows.enumerated() { append(row, indent: number == 0 ? indent : hanging ?? indent) }
  }

  /// One line, cut short with `…` where it does not fit.
  mutating func addTruncated(_ span: Span, indent: Int) {
    let room = (width ?? .max) - indent
    let text = span.text.count > room ? span.text.prefix(room - 1) + "…" : span.text[...]
    append([Span(String(text), span.style)], indent: indent)
  }

  /// One line as it is, however long.
  mutating func addUnwrapped(_ spans: [Span], indent: Int = 0) { append(spans, indent: indent) }

  /// Left and right text in two columns; only the left one wraps.
  mutating func add(_ left: [Span], indent: Int, hanging: Int, column: Int, right: Span) {
    let available = column - hanging
    for (number, row) in Page.wrap(left, to: column - indent, rest: available).enumerated() {
      let start = number == 0 ? indent : hanging
      let used = start + row.reduce(0) { $0 + $1.text.count }
      let gap = Span(String(repeating: " ", count: max(column - used, 0) + 2))
      append(number == 0 && !right.text.isEmpty ? row + [gap, right] : row, indent: start)
    }
  }

  private mutating func append(_ row: [Span], indent: Int) {
    let body = Page.withoutTrailingSpaces(row).map(paint).joined()
    lines.append(body.isEmpty ? "" : String(repeating: " ", count: indent) + body)
  }

  /// Paints a span. Characters that a terminal would obey instead of show are replaced, before there are codes of our own.
  private func paint(_ span: Span) -> String {
    let text = DisplayText(span.text.utf8).text
    if text.isEmpty { return text }
    let linked = span.file.flatMap { links?.linked(text, to: $0) } ?? text
    guard usesColor, let code = span.style.code else { return linked }
    return "\u{1B}[\(code)m\(linked)\u{1B}[0m"
  }
}

// MARK: Wrapping

extension Page {
  private static func wrap(_ spans: [Span], to first: Int?, rest: Int?) -> [[Span]] {
    guard let first, let rest else { return [spans] }
    var rows: [[Span]] = [[]]
    var used = 0
    for word in spans.flatMap(words) {
      let limit = rows.count == 1 ? first : rest
      if used > 0, used + word.text.withoutTrailingSpaces.count > limit {
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(word)
      used += word.text.count
    }
    return rows.map { withoutTrailingSpaces(merged($0)) }
  }

  /// Pieces that must stay whole, each with the space after it.
  private static func words(of span: Span) -> [Span] {
    guard span.breaks else { return [span] }
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in span.text {
      word.append(character)
      if character == "`" { isQuoted.toggle() }
      if character == " ", !isQuoted {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words.map { Span($0, span.style) }
  }

  private static func withoutTrailingSpaces(_ row: [Span]) -> [Span] {
    var row = row
    while let last = row.last, last.text.allSatisfy({ $0 == " " }) { row.removeLast() }
    if let last = row.last { row[row.count - 1].text = last.text.withoutTrailingSpaces }
    return row
  }

  private static func merged(_ words: [Span]) -> [Span] {
    words.reduce(into: []) { result, word in
      if let last = result.last, last.style == word.style, last.file == word.file {
        result[result.count - 1].text += word.text
      } else {
        result.append(word)
      }
    }
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return copy
  }
}
