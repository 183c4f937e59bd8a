/// A certificate as it is to be stored.
package struct CertificateFile: Hashable, Sendable {
  /// Safe as a file name on every system, without the ending, and not yet unique.
  package let stem: String
  package let text: String
  package init(stem: String, text: String) {
    self.stem = stem
    self.text = text
  }

  /// Letters, digits and hyphens of the words, in lower case: `examples-notes.task-ended`.
  package static func stem(path: String, _ words: [String]) -> String {
    let spec = path.hasSuffix(".lc") ? String(path.dropLast(3)) : path
    // The end of a path tells most.
    let name = String(plain(spec).suffix(longest).drop { $0 == "-" })
    return ([name] + words.map { String(plain($0).prefix(longest)) }).joined(separator: ".")
  }

  private static func plain(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
        result += scalar.properties.lowercaseMapping
      } else if !result.hasSuffix("-"), !result.isEmpty {
        result += "-"
      }
    }
    while result.hasSuffix("-") { result.removeLast() }
    // Of a title in another alphabet: always the same, and another one for another title.
    return result.isEmpty ? "name-\(checksum(text))" : result
  }

  /// - Source: FNV-1a with 32 bits; G. Fowler, L. C. Noll, K.-P. Vo.
  private static func checksum(_ text: String) -> String {
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
  /// File systems allow 255 bytes for a name.
  private static let longest = 80
}

/// Names for files in one folder: no two alike, not even where capitals do not count.
package struct FileNameAllotment {
  private var taken: Set<String> = []
  package init() {}

  package mutating func name(_ stem: String, ending: String) -> String {
    var name = stem
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(stem).\(number)"
      number += 1
    }
    return name + ending
  }
}
