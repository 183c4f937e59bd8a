import LifecheckDiagnostics

extension SourceFile {
  /// The first bytes that are not UTF-8, wherever they stand: comments and texts end up in reports, too.
  var firstInvalidUTF8: SourceRange? {
    var position = 0
    while position < text.count {
      guard let length = characterLength(at: position) else {
        var end = position + 1
        while end < text.count, text[end] >= 0x80, characterLength(at: end) == nil { end += 1 }
        return SourceRange(file: id, start: position, end: end)
      }
      position += length
    }
    return nil
  }

  private func characterLength(at position: Int) -> Int? {
    if text[position] < 0x80 { return 1 }
    var decoder = UTF8()
    var rest = text[position..<min(position + 4, text.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    return UTF8.width(scalar)
  }
}
