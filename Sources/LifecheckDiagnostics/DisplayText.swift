/// Text as a terminal shows it, and how wide it is there.
///
/// Tabs become spaces up to the next multiple of `tabWidth`; characters that would move the cursor become `�`.
package struct DisplayText: Sendable {
  static let tabWidth = 4
  package private(set) var text = ""
  /// In columns of the terminal.
  private(set) var width = 0

  package init(_ bytes: some Collection<UInt8>) {
    for character in String(decoding: bytes, as: UTF8.self) { append(character) }
  }

  private mutating func append(_ character: Character) {
    if character == "\t" {
      let spaces = DisplayText.tabWidth - width % DisplayText.tabWidth
      text += String(repeating: " ", count: spaces)
      width += spaces
    } else if character.unicodeScalars.contains(where: \.movesCursor) {
      text += "\u{FFFD}"
      width += 1
    } else {
      text.append(character)
      width += character.unicodeScalars.map(\.displayWidth).max() ?? 0
    }
  }
}

extension Unicode.Scalar {
  /// Control characters, and those that turn the direction of writing.
  fileprivate var movesCursor: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }

  /// Two columns for East Asian wide characters and emoji, none for marks that sit on the character before.
  /// - Source: Unicode Standard Annex 11; the ranges are its blocks, coarsened.
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
