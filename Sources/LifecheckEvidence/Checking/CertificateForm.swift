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
  /// What is shown never to happen.
  package let shown: [String]
  let sections: [Format.Section: Substring]

  /// What is shown never to happen, in part A and in part B.
  package var shownInParts: (a: [String], b: [String]) { (Self.shown(sections[.system]), Self.shown(sections[.largeSystem])) }

  /// From the section that defines it, not from the header.
  fileprivate static func shown(_ section: Substring?) -> [String] {
    (section ?? "").split(separator: "\n").filter { $0.hasPrefix("; bad") }.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
  }

  /// How many states in a row part B needs; 0 without it.
  var k: Int {
    (sections[.largeSystem] ?? "").split(separator: "\n").count { $0.hasPrefix("(define-fun |move ") }
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
    facts = cut.facts
    shown = cut.shown
    var queries: [Queries] = []
    if cut.sections[.queries] != nil { queries.append(try cut.inductionQueries()) }
    if cut.sections[.largeQueries] != nil { queries.append(try cut.kInductionQueries()) }
    try cut.check(queries)
    self.queries = queries
    let parts: [Format.Section] = [.system, .invariant, .largeSystem, .claim]
    definitions = Format.logic + "\n" + parts.compactMap { cut.sections[$0] }.joined(separator: "\n") + "\n"
  }
}

/// A text cut at the marks of its sections.
private struct SectionCut {
  var sections: [Format.Section: Substring] = [:]
  private var firstLines: [Format.Section: Int] = [:]
  private var header = ""
  private var end = ""

  init(_ text: String) throws(CertificateForm.Problem) {
    guard text.hasSuffix("\n") else { throw Self.cutOff }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    let marks = lines.indices.filter { lines[$0].hasPrefix("; ====") }
    guard let last = marks.last, last == lines.count - 1, lines[last].hasPrefix("; ==== end") else { throw Self.cutOff }
    end = String(lines[last])
    header = lines[..<marks[0]].joined(separator: "\n")
    for (mark, following) in zip(marks, marks.dropFirst()) {
      guard let section = Format.Section.allCases.first(where: { $0.mark == lines[mark] }), sections[section] == nil else {
        throw Self.problem("line \(mark + 1) begins no section that belongs here")
      }
      sections[section] = lines[(mark + 1)..<following].joined(separator: "\n")[...]
      firstLines[section] = mark + 2
    }
    let known: [[Format.Section]] = [[.system, .invariant, .queries], [.largeSystem, .claim, .largeQueries]]
    let whole = known.filter { $0.contains { sections[$0] != nil } }
    guard !whole.isEmpty, whole.joined().allSatisfy({ sections[$0] != nil }) else {
      throw Self.problem("a section is missing")
    }
    guard header.split(separator: "\n").filter({ !$0.hasPrefix(";") }) == [Format.logic[...]] else {
      throw Self.problem("before the first section there must be comments and `\(Format.logic)`, and nothing else")
    }
  }

  private static func problem(_ message: String) -> CertificateForm.Problem { .init(message: message) }
  private static let cutOff = problem("it is cut off: its last line does not say how many queries it has")

  // MARK: Comments

  var facts: [String: String] {
    var facts: [String: String] = [:]
    for line in header.split(separator: "\n") {
      let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].allSatisfy(\.isLetter) { facts[String(parts[0])] = String(parts[1].drop { $0 == " " }) }
    }
    return facts
  }

  var shown: [String] { CertificateForm.shown(sections[.system]) + CertificateForm.shown(sections[.largeSystem]) }

  // MARK: Definitions

  /// The commands of a section, which may only introduce names of ours.
  private func commands(_ section: Format.Section, mayDeclare: Bool) throws(CertificateForm.Problem) -> [Command] {
    var reader = CommandReader(sections[section]!, firstLine: firstLines[section]!)
    let commands: [Command]
    do { commands = try reader.commands() } catch { throw Self.problem("near line \(error.line) brackets or bars do not match") }
    for command in commands {
      let isAllowed = command.head == "define-fun" || (mayDeclare && command.head == "declare-const")
      // With a space, no name can be one that the solver knows.
      guard isAllowed, let name = command.name, name.contains(" ") else {
        throw Self.problem("`\(command.head)` does not belong in section \(section.rawValue.prefix(3))")
      }
    }
    return commands
  }

  func inductionQueries() throws(CertificateForm.Problem) -> Queries {
    let system = try commands(.system, mayDeclare: true)
    let names = Set(system.compactMap(\.name))
    let claim = try commands(.invariant, mayDeclare: false)
    guard let invariant = claim.first(where: { $0.name == Format.invariant }) else { throw Self.problem("there is no invariant") }
    func count(_ name: (Int) -> String, from first: Int) -> Int { (first...).first { !names.contains(name($0)) }! - first }
    let steps = count(Format.isPossible, from: 0)
    let bads = count(Format.bad, from: 1)
    guard steps > 0, bads > 0 else { throw Self.problem("there are no steps, or nothing that must not happen") }
    let after = invariant.parameters.map { names.contains(Format.after($0)) ? Format.after($0) : $0 }
    return .induction(now: invariant.parameters, after: after, steps: steps, bads: bads)
  }

  func kInductionQueries() throws(CertificateForm.Problem) -> Queries {
    let system = try commands(.largeSystem, mayDeclare: true)
    let names = Set(system.compactMap(\.name))
    let all = try commands(.claim, mayDeclare: false)
    guard let claim = all.first(where: { $0.name == Format.claim }) else { throw Self.problem("there is no claim") }
    let k = (1...).first { !names.contains(Format.move($0)) }! - 1
    guard k > 0 else { throw Self.problem("there are no steps") }
    return .kInduction(arguments: (0...k).map { frame in
      claim.parameters.map { names.contains(Format.at(frame, $0)) ? Format.at(frame, $0) : Format.at(0, $0) }
    })
  }

  /// That the queries are exactly those that there must be.
  mutating func check(_ expected: [Queries]) throws(CertificateForm.Problem) {
    var count = 0
    let present = [Format.Section.queries, .largeQueries].filter { sections[$0] != nil }
    for (section, queries) in zip(present, expected) {
      guard sections[section]! + "\n" == queries.text(from: count + 1) else {
        throw Self.problem("the queries of section \(section.rawValue.prefix(3)) are not those that its definitions call for")
      }
      count += queries.count
    }
    guard end == Format.end(queries: count) else {
      throw Self.problem("it has \(count) queries, and its last line says otherwise")
    }
  }
}
