/// Legal and distinct SMT-LIB symbols for names of a spec.
///
/// Every symbol is quoted and has a space, so it is none of the words that SMT-LIB or a solver knows.
/// - Source: The SMT-LIB Standard, version 2.6, section 3.1.
package struct SMTLIBNames {
  private var taken: Set<String> = []
  package init() {}

  /// - Parameter kind: What is named, as the first words: `variable`.
  /// - Returns: `|variable upload.id|`, with a number if the name is taken.
  package mutating func symbol(_ kind: String, _ name: String) -> String {
    let plain = "\(kind) \(Self.legal(name))"
    var candidate = plain
    var number = 2
    while !taken.insert(candidate).inserted {
      candidate = "\(plain) (\(number))"
      number += 1
    }
    return "|\(candidate)|"
  }

  /// Without what may not stand in a quoted symbol or a comment, in ASCII: not every solver reads more.
  package static func legal(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "|": result += "!"
      case "\\": result += "/"
      case _ where (0x20...0x7e).contains(scalar.value): result.unicodeScalars.append(scalar)
      case "\n", "\t", "\r": result += " "
      default: result += "(U+\(String(scalar.value, radix: 16, uppercase: true)))"
      }
    }
    return result
  }
}
