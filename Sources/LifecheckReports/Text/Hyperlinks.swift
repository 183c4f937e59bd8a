/// Links to files, as terminals understand them: OSC 8.
///
/// - Source: E. Koblinger, "Hyperlinks (a.k.a. HTML-like anchors) in terminal emulators", the sections on the sequence and on `file://`.
package struct Hyperlinks: Sendable {
  /// The machine that the files are on, lest a terminal on another one opens its own.
  private let host: String
  /// Where paths begin that are not absolute.
  private let folder: String

  package init(host: String, folder: String) {
    self.host = host
    self.folder = folder
  }

  /// The text, with a link to the file.
  func linked(_ text: String, to path: String) -> String { "\u{1B}]8;;\(address(of: path))\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\" }

  private func address(of path: String) -> String {
    "file://" + escaped(host) + escaped(path.hasPrefix("/") ? path : folder + "/" + path)
  }

  /// Everything that could end the link, or mean something in an address, by its number.
  private func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      let isPlain = byte < 128 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
      if isPlain || "-._~/".utf8.contains(byte) {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
  }
}
