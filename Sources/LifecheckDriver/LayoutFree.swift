// Words of stories and reports, without what changes when a spec is only laid out anew.

extension String {
  /// Without white space, and without the numbers of lines, by which code is called that has no name.
  var withoutLayout: String { replacing(/\bline [0-9]+/, with: "line").filter { !$0.isWhitespace } }

  /// The same, and between backticks without what belongs to no statement, and without what blocks have between their braces: stories
  /// show that where it fits on the line, and its steps have words of their own.
  var withoutBlocks: String {
    let parts = split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0 % 2 == 1 ? ShownCode($1).rest : String($1).withoutLayout }.joined(separator: "`")
  }

  /// What blocks have between their braces, between backticks.
  var blocks: [String] {
    let parts = split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { $0 % 2 == 1 ? ShownCode($1).blocks : [] }
  }

  var hasComments: Bool { contains("/*") || contains("//") }

  /// Code without white space, comments and semicolons.
  var bareCode: String {
    replacing(/\/\*(?s:.*?)\*\//, with: "").replacing(/\/\/[^\n]*/, with: "").withoutLayout.filter { $0 != ";" }
  }
}

/// A statement as a story shows it: one that is cut off ends within a block.
private struct ShownCode {
  private(set) var rest = ""
  private(set) var blocks: [String] = []

  init(_ code: Substring) {
    var (depth, block) = (0, "")
    for character in String(code).bareCode {
      if character == "}", depth > 0 { depth -= 1 }
      if depth == 0, !block.isEmpty {
        blocks.append(String(block.dropFirst()))
        block = ""
      } else if depth == 0, character != "{" {
        rest.append(character)
      }
      if character == "{" { depth += 1 }
      if depth > 0 { block.append(character) }
    }
    if depth > 0 { blocks.append(String(block.dropFirst())) }
  }
}
