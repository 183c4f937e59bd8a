import LifecheckDiagnostics

/// HTML in the making. What stands in a literal is markup; what is put into it as a string is text, and is escaped, so that
/// nothing that a spec says can become markup.
struct Markup: ExpressibleByStringInterpolation {
  var source: String

  init(stringLiteral value: String) { source = value }
  init(stringInterpolation: Interpolation) { source = stringInterpolation.source }

  static let none: Markup = ""

  static func + (a: Markup, b: Markup) -> Markup {
    var result = a
    result.source += b.source
    return result
  }
}

extension Markup {
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var source = ""

    init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity * 2) }

    mutating func appendLiteral(_ literal: String) { source += literal }
    mutating func appendInterpolation(_ text: String) { source += Markup.escaped(text) }
    mutating func appendInterpolation(_ number: Int) { source += "\(number)" }
    mutating func appendInterpolation(_ markup: Markup) { source += markup.source }
    mutating func appendInterpolation(_ list: [Markup]) { for markup in list { source += markup.source } }

    /// A sentence in which code stands between backticks.
    mutating func appendInterpolation(words text: String) {
      let parts = text.split(separator: "`", omittingEmptySubsequences: false)
      // A backtick without a partner is a character like others.
      guard parts.count % 2 == 1 else { return appendInterpolation(text) }
      for (number, part) in parts.enumerated() {
        let escaped = Markup.escaped(String(part))
        source += number % 2 == 0 ? escaped : "<code>\(escaped)</code>"
      }
    }
  }
}

extension Markup {
  /// On one line. Characters that would turn the direction of writing, or that HTML cannot hold, become `�`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in DisplayText(text.onOneLine.utf8).text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
    return result
  }
}
