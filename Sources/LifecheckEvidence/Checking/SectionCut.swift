/// A text cut at the marks of its sections.
struct SectionCut {
  var sections: [Format.Section: Substring] = [:]
  private var firstLines: [Format.Section: Int] = [:]
  private var header = ""
  private var end = ""
  /// All that has been defined so far.
  private var names: Set<String> = []

  init(_ text: String) throws(CertificateForm.Problem) {
    guard text.hasSuffix("\n") else { throw Self.cutOff }
    let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
    let marks = lines.indices.filter { lines[$0].hasPrefix("; ====") }
    guard let last = marks.last, last == lines.count - 1, lines[last].hasPrefix("; ==== end") else { throw Self.cutOff }
    end = String(lines[last])
    header = lines[..<marks[0]].joined(separator: "\n")
    var later = Format.Section.allCases[...]
    for (mark, following) in zip(marks, marks.dropFirst()) {
      guard let section = later.first(where: { $0.mark == lines[mark] }) else {
        throw Self.problem("line \(mark + 1) begins no section that belongs here")
      }
      later = later.drop { $0 != section }.dropFirst()
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
  private static func otherQueries(_ section: Format.Section) -> CertificateForm.Problem {
    problem("the queries of section \(section.rawValue.prefix(3)) are not those that its definitions call for")
  }
  private static let cutOff = problem("it is cut off: its last line does not say how many queries it has")

  // MARK: Comments

  func facts() throws(CertificateForm.Problem) -> [String: String] {
    var facts: [String: String] = [:]
    for line in header.split(separator: "\n") {
      let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].allSatisfy(\.isLetter) else { continue }
      let value = String(parts[1].drop { $0 == " " })
      // Who reads the first of two would be told something else than who reads the second.
      guard facts.updateValue(value, forKey: String(parts[0])) == nil else { throw Self.problem("it says `\(parts[0])` twice") }
    }
    return facts
  }

  var shown: [String] { CertificateForm.shown(sections[.system]) + CertificateForm.shown(sections[.largeSystem]) }

  // MARK: Definitions

  private mutating func definitions(
    _ section: Format.Section, _ content: SectionContent
  ) throws(CertificateForm.Problem) -> [Definition] {
    var reader = DefinitionReader(sections[section]!, section, content, firstLine: firstLines[section]!, taken: names)
    let definitions: [Definition]
    do { definitions = try reader.read() } catch { throw Self.problem(error.message) }
    names.formUnion(definitions.map(\.name))
    return definitions
  }

  /// That a claim is a condition on the whole state, in its order.
  private mutating func readClaim(
    _ name: String, _ section: Format.Section, state: [Definition.Parameter]
  ) throws(CertificateForm.Problem) {
    let claim = try definitions(section, .claim(state: Set(state))).first { $0.name == name }
    guard let claim, claim.parameters == state, claim.sort == "Bool" else {
      throw Self.problem("section \(section.rawValue.prefix(3)) does not define `\(name)` as a condition on the state")
    }
  }

  mutating func inductionQueries() throws(CertificateForm.Problem) -> Queries {
    let system = try definitions(.system, .system)
    let names = Set(system.map(\.name))
    let state = system.filter { $0.isDeclared && !Format.isOpenInStep($0.name) }
    try readClaim(Format.invariant, .invariant, state: state.map { .init(name: $0.name, sort: $0.sort) })
    func count(_ name: (Int) -> String, from first: Int) -> Int { (first...).first { !names.contains(name($0)) }! - first }
    let steps = count(Format.isPossible, from: 0)
    let bads = count(Format.bad, from: 1)
    guard steps > 0, bads > 0 else { throw Self.problem("there are no steps, or nothing that must not happen") }
    guard CertificateForm.shown(sections[.system]).count == bads else {
      throw Self.problem("section A.1 does not say in words what must not happen, one for one")
    }
    let now = state.map(\.name)
    return .induction(
      now: now, after: now.map { names.contains(Format.after($0)) ? Format.after($0) : $0 }, steps: steps, bads: bads)
  }

  /// - Returns: k.
  mutating func kInductionQueries(into queries: inout [Queries]) throws(CertificateForm.Problem) -> Int {
    let system = try definitions(.largeSystem, .system)
    let names = Set(system.map(\.name))
    let state = system.compactMap { definition in
      definition.isDeclared && !Format.isOpenInStep(definition.name)
        ? Format.atStart(definition.name).map { Definition.Parameter(name: $0, sort: definition.sort) } : nil
    }
    try readClaim(Format.claim, .claim, state: state)
    let k = (1...).first { !names.contains(Format.move($0)) }! - 1
    guard k > 0 else { throw Self.problem("there are no steps in section B.1") }
    // Each symbol of each state stands there, so that a large k cannot be had for a small file.
    guard k < sections[.largeQueries]!.utf8.count / max(1, state.count) else { throw Self.otherQueries(.largeQueries) }
    queries.append(
      .kInduction(
        arguments: (0...k).map { frame in
          state.map { names.contains(Format.at(frame, $0.name)) ? Format.at(frame, $0.name) : Format.at(0, $0.name) }
        }))
    return k
  }

  /// That the queries are exactly those that there must be.
  mutating func check(_ expected: [Queries]) throws(CertificateForm.Problem) {
    var count = 0
    let present = [Format.Section.queries, .largeQueries].filter { sections[$0] != nil }
    for (section, queries) in zip(present, expected) {
      guard sections[section]! + "\n" == queries.text(from: count + 1) else {
        throw Self.otherQueries(section)
      }
      count += queries.count
    }
    guard end == Format.end(queries: count) else {
      throw Self.problem("it has \(count) queries, and its last line says otherwise")
    }
  }
}
