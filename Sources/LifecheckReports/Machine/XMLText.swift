/// XML in the making: one element a line, attributes in the order in which they are given.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  mutating func element(_ name: String, _ attributes: [(String, String)], text content: String? = nil) {
    let tag = "\(indent)<\(name)\(XMLText.list(attributes))"
    text += content.map { "\(tag)>\(XMLText.escaped($0))</\(name)>\n" } ?? "\(tag)/>\n"
  }

  mutating func element(_ name: String, _ attributes: [(String, String)], _ body: (inout XMLText) -> Void) {
    text += "\(indent)<\(name)\(XMLText.list(attributes))>\n"
    depth += 1
    body(&self)
    depth -= 1
    text += "\(indent)</\(name)>\n"
  }

  private var indent: String { String(repeating: "  ", count: depth) }

  private static func list(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(escaped($1, isAttribute: true))\"" }.joined()
  }

  /// Escapes markup. Characters that XML 1.0 cannot hold at all become `�`.
  /// - Source: Extensible Markup Language 1.0, fifth edition, 2.2 and 2.4.
  private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where isAttribute: result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        result.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return result
  }
}
