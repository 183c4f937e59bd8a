/// A certificate that has been read: its sections are there and hold nothing but what belongs there, and its queries are
/// those that follow from them. What the solver says of them is another matter.
package struct CertificateForm: Sendable {
  /// Why a file is not a whole certificate, as a sentence.
  package struct Problem: Error, Hashable, Sendable { package let message: String }

  /// From the comments at its start: `spec`, `sentence`, `verdict`, …
  package let facts: [String: String]
  /// Commands to be given to the solver before the queries.
  let definitions: String
  let queries: [Queries]
  /// The bad states, in words, that are shown never to be reached.
  package let shown: [String]
  let sections: [Format.Section: Substring]
  /// How many states in a row part B needs: 1 or more; nil without it.
  package let k: Int?

  /// The bad states that are shown never to be reached, in part A and in part B.
  package var shownInParts: (a: [String], b: [String]) { (Self.shown(sections[.system]), Self.shown(sections[.largeSystem])) }

  /// From the section that defines it, not from the header.
  static func shown(_ section: Substring?) -> [String] {
    (section ?? "").split(separator: "\n").filter { $0.hasPrefix("; bad") }.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
  }

  package var queryCount: Int { queries.reduce(0) { $0 + $1.count } }

  package init(_ text: String) throws(Problem) {
    guard text.hasPrefix(Format.firstLine + "\n") else {
      throw Problem(message: "this is no certificate: it does not begin with `\(Format.firstLine)`")
    }
    // Where a line feed ends a comment for one reader and not for another, two would read two files.
    if let odd = text.unicodeScalars.first(where: { $0 != "\n" && !(0x20...0x7e).contains($0.value) }) {
      throw Problem(message: "it has a character that no certificate has: U+\(String(odd.value, radix: 16, uppercase: true))")
    }
    var cut = try SectionCut(text)
    sections = cut.sections
    facts = try cut.facts()
    shown = cut.shown
    var queries: [Queries] = []
    if cut.sections[.queries] != nil { queries.append(try cut.inductionQueries()) }
    k = cut.sections[.largeQueries] == nil ? nil : try cut.kInductionQueries(into: &queries)
    try cut.check(queries)
    self.queries = queries
    let parts: [Format.Section] = [.system, .invariant, .largeSystem, .claim]
    definitions = Format.logic + "\n" + parts.compactMap { cut.sections[$0] }.joined(separator: "\n") + "\n"
  }
}
