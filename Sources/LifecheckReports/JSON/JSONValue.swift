/// A JSON text in the making. Members keep the order in which they are given, so that the same report gives the same
/// bytes everywhere.
indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// Indented by two spaces a level, ended by a line feed.
  var text: String {
    var result = ""
    write(to: &result, indent: "")
    return result + "\n"
  }

  private func write(to result: inout String, indent: String) {
    switch self {
    case .null: result += "null"
    case .bool(let value): result += value ? "true" : "false"
    case .integer(let value): result += "\(value)"
    case .string(let value): JSONValue.write(value, to: &result)
    case .array(let elements):
      JSONValue.writeList(elements, "[", "]", to: &result, indent: indent) { element, result, indent in
        element.write(to: &result, indent: indent)
      }
    case .object(let members):
      JSONValue.writeList(members, "{", "}", to: &result, indent: indent) { member, result, indent in
        JSONValue.write(member.key, to: &result)
        result += ": "
        member.value.write(to: &result, indent: indent)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: String, _ close: String, to result: inout String, indent: String,
    _ writeElement: (Element, inout String, String) -> Void
  ) {
    result += open
    for (index, element) in elements.enumerated() {
      result += (index == 0 ? "\n" : ",\n") + indent + "  "
      writeElement(element, &result, indent + "  ")
    }
    result += elements.isEmpty ? close : "\n" + indent + close
  }

  private static func write(_ string: String, to result: inout String) {
    result += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}

extension JSONValue {
  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }
  static func optional(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
}
