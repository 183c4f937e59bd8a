import Foundation
import LifecheckDriver
import LifecheckEngines
import LifecheckEvidence
import LifecheckReports
import LifecheckTestSupport
import LifecheckThreads
import Testing

/// A cache in memory, whose texts a test may tamper with.
private final class Shelf: Sendable {
  struct Content: Sendable {
    var texts: [String: [UInt8]] = [:]
    var writes = 0
  }
  let content = Monitor(Content())

  func cache(version: String = "1", own: OwnFindings? = nil) -> ResultCache {
    ResultCache(
      version: version, ownFindings: own, read: { key in self.content.read { $0.texts[key] } },
      write: { key, text in
        self.content.update {
          $0.texts[key] = text
          $0.writes += 1
        }
      })
  }

  var texts: [String: [UInt8]] {
    get { content.read { $0.texts } }
    set { content.update { $0.texts = newValue } }
  }

  /// How many entries were written since the last call.
  func takeWrites() -> Int {
    content.update { content in
      defer { content.writes = 0 }
      return content.writes
    }
  }
}

/// All that a report says, with its certificates.
private func told(
  _ text: String, path: String = "spec.lc", _ cache: ResultCache?, only: [String] = [], wantsCertificates: Bool = true
) throws -> String {
  var options = VerificationOptions(limits: Limits(wallTime: .seconds(600)))
  (options.cache, options.wantsCertificates, options.only) = (cache, wantsCertificates, only)
  let report = try verify(path: path, text: Array(text.utf8), loader: shippedPlatformsAndFixtures, options: options)
  var page = TextReport(tellsReachedRuns: true)
  (page.tellsAll, page.tellsWholeStories) = (true, true)
  return ([page.render(report), JSONReport().render([report])] + report.certificates.map(\.text)).joined(separator: "\n\n")
}

@Suite struct ResultCacheTests {
  /// An app for sentences that hold, proved with one block followed, and for broken ones, seen with several. It has more blocks
  /// at once than are followed one by one.
  private static let manyAtOnce = """
    use "platforms/phone.lc"
    app Crowd {
      var n: 0...3 = 0
      func pack() takes 1s
      on opened { for i in 0..<3 { async { pack(); atomic { n += 1 } } } }
      property "rest": never enters (not working) while n == 3

    """

  private static let spec = """
    app Post {
      queue main
      var asked, sent, twice = false
      func post() async takes 1s...40s
      event ask on main { asked = true; async on main { await post(); if sent { twice = true }; sent = true } }
      property "nothing is sent unasked": never sent and not asked
      property "once": never twice
      possible "all is sent": sent
    }

    """

  // MARK: Hits

  private static let someFixtures = fixtures(in: "verdicts").enumerated().filter { $0.offset % 12 == 1 }.map(\.element)

  @Test(arguments: someFixtures)
  func whatIsKeptGivesTheSameReport(_ fixture: Fixture) throws {
    let (shelf, text) = (Shelf(), String(decoding: fixture.file.text, as: UTF8.self))
    let first = try told(text, path: fixture.file.path, shelf.cache())
    // An undecided question is asked again, and may be kept beside the rest.
    let isSettled = !first.contains("\"undecided\"")
    #expect(shelf.takeWrites() > 0 || !isSettled)
    #expect(try told(text, path: fixture.file.path, shelf.cache()) == first)
    #expect(shelf.takeWrites() == 0 || !isSettled)
  }

  @Test func whatIsKeptIsEvidenceOfBothLevels() throws {
    let shelf = Shelf()
    let first = try told(Self.spec, nil)
    #expect(try told(Self.spec, shelf.cache()) == first)
    #expect(shelf.takeWrites() == 2)
    let words = shelf.texts.values.map { String(decoding: $0, as: UTF8.self) }
    #expect(words.contains { $0.contains("\nnever ") } && words.contains { $0.contains("\nreached ") })
    #expect(try told(Self.spec, shelf.cache()) == first)
    #expect(shelf.takeWrites() == 0)
  }

  /// Each edit leaves the meaning as it is: the evidence is taken, and told in the words and at the places of the new text.
  @Test(arguments: [
    ("a comment", "app Post {", "// To the server.\n\n\napp Post { // and back\n"),
    ("another layout", "{ asked = true; async on main {", "{\n\n    asked = true\n    async on main {\n"),
    ("another name", "sent", "delivered"),
    ("another title", "\"all is sent\"", "\"everything is sent\""),
    ("words for a step", "takes 1s...40s", "takes 1s...40s says \"the server gets it\""),
    ("code that nobody calls", "  possible", "  func later() { sent = false }\n  possible"),
  ])
  func anEditWithoutMeaningIsAHit(_ name: String, _ old: String, _ new: String) throws {
    let shelf = Shelf()
    _ = try told(Self.spec, shelf.cache())
    let edited = Self.spec.replacingOccurrences(of: old, with: new)
    #expect(edited != Self.spec)
    _ = shelf.takeWrites()
    let known = try told(edited, shelf.cache())
    #expect(shelf.takeWrites() == 0)
    #expect(try told(edited, nil) == known)
  }

  @Test(arguments: [
    ("a duration", "1s...40s", "1s...10s"),
    ("a condition", "if sent {", "if asked {"),
    ("what is asked", "never sent and not asked", "never sent and asked"),
    ("one more question", "  possible", "  property \"never\": never sent\n  possible"),
    ("what is no longer asked", "property \"once\": never twice", ""),
    ("a value at the start", "twice = false", "twice = true"),
  ])
  func anEditWithAMeaningIsNone(_ name: String, _ old: String, _ new: String) throws {
    let shelf = Shelf()
    _ = try told(Self.spec, shelf.cache())
    let edited = Self.spec.replacingOccurrences(of: old, with: new)
    #expect(edited != Self.spec)
    _ = shelf.takeWrites()
    #expect(try told(edited, shelf.cache()) == told(edited, nil))
    #expect(shelf.takeWrites() > 0)
  }

  @Test func oneQuestionAloneIsAnotherMatter() throws {
    let shelf = Shelf()
    _ = try told(Self.spec, shelf.cache())
    #expect(try told(Self.spec, shelf.cache(), only: ["all is sent"]) == told(Self.spec, nil, only: ["all is sent"]))
  }

  /// A question decided beside an undecided one is not asked again; the undecided one is, and nothing of the report changes.
  @Test func whatIsDecidedBesideSomethingUndecidedIsKept() throws {
    let text = Self.manyAtOnce + "  property \"begun\": never n > 0 and off\n}\n"
    let (shelf, first) = (Shelf(), try told(text, nil))
    #expect(try told(text, shelf.cache()) == first)
    #expect(first.contains("undecided") && shelf.takeWrites() > 0)
    #expect(try told(text, shelf.cache()) == first)
    #expect(shelf.takeWrites() == 0)
  }

  @Test func whatIsUndecidedIsNotKept() throws {
    let shelf = Shelf()
    var options = VerificationOptions()
    options.cache = shelf.cache()
    let report = try verify(
      path: "spec.lc", text: Array((Self.manyAtOnce + "}").utf8), loader: shippedPlatformsAndFixtures, options: options)
    #expect(report.answers.contains { if case .undecided = $0.verdict { true } else { false } })
    #expect(shelf.takeWrites() == 0)
  }

  /// - Source: NIST, examples of the Secure Hash Standard; the lengths are those at which a block is full.
  @Test func namesAreThoseOfTheStandard() {
    func name(_ text: String) -> String { digest(of: Array(text.utf8)) }
    #expect(name("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(name("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(name(blocks) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(name(String(repeating: "a", count: 1_000_000)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  // MARK: What a program has found itself

  @Test(arguments: [true, false])
  func ownFindingsGiveTheSameReport(wantsCertificates: Bool) throws {
    let (shelf, own) = (Shelf(), OwnFindings())
    let first = try told(Self.spec, shelf.cache(own: own), wantsCertificates: wantsCertificates)
    #expect(shelf.takeWrites() > 0)
    let later = Self.spec.replacing("property \"once\"", with: "// A comment.\n  property \"once\"")
    let commented = try told(later, nil, wantsCertificates: wantsCertificates)
    for _ in 0..<2 {
      #expect(try told(Self.spec, shelf.cache(own: own), wantsCertificates: wantsCertificates) == first)
      #expect(try told(later, shelf.cache(own: own), wantsCertificates: wantsCertificates) == commented)
    }
    #expect(shelf.takeWrites() == 0)
  }

  /// Others may write to the folder meanwhile.
  @Test(arguments: Forgery.allCases)
  func whatAProgramHasNotFoundItselfIsNotBelieved(_ forgery: Forgery) throws {
    let (shelf, own) = (Shelf(), OwnFindings())
    let first = try told(Self.spec, shelf.cache(own: own), wantsCertificates: false)
    let honest = shelf.texts
    shelf.texts = honest.mapValues { Self.sealed(forgery.forged(Self.lines($0))) }
    #expect(shelf.texts != honest)
    #expect(try told(Self.spec, shelf.cache(own: own), wantsCertificates: false) == first)
  }

  // MARK: What is not to be believed

  /// Asks with a cache that has been tampered with: the answers must be those that the engines give.
  private func checkIsNotBelieved(_ tamper: ([String: [UInt8]]) -> [String: [UInt8]]) throws {
    let (shelf, honest) = (Shelf(), Self.honest)
    shelf.texts = tamper(honest.texts)
    #expect(shelf.texts != honest.texts)
    #expect(try told(Self.spec, shelf.cache()) == honest.report)
    // Noticed, and written anew.
    #expect(shelf.takeWrites() > 0)
    #expect(try told(Self.spec, shelf.cache()) == honest.report)
    #expect(shelf.takeWrites() == 0)
  }

  private static let honest: (texts: [String: [UInt8]], report: String) = {
    let shelf = Shelf()
    let report = (try? told(spec, shelf.cache())) ?? ""
    return (shelf.texts, report)
  }()

  @Test(arguments: [
    "", "\n", "end", "\u{0}\u{1}\u{2}", "lifecheck kept answers 1\n", "{}", String(repeating: "0", count: 100_000),
  ])
  func garbageIsNotBelieved(_ text: String) throws { try checkIsNotBelieved { $0.mapValues { _ in Array(text.utf8) } } }

  @Test(arguments: 1...9)
  func halfAFileIsNotBelieved(_ tenths: Int) throws {
    try checkIsNotBelieved { $0.mapValues { Array($0.prefix($0.count * tenths / 10)) } }
  }

  @Test func aDamagedFileIsNotBelieved() throws {
    try checkIsNotBelieved { texts in
      texts.mapValues { text in
        var text = text
        text[text.count / 2] ^= 1
        return text
      }
    }
  }

  @Test func entriesUnderEachOthersNamesAreNotBelieved() throws {
    try checkIsNotBelieved { texts in
      let keys = texts.keys.sorted()
      return Dictionary(uniqueKeysWithValues: zip(keys, keys.reversed().map { texts[$0]! }))
    }
    try checkIsNotBelieved { texts in
      let keys = texts.keys.sorted()
      let moved = zip(keys, keys.reversed()).map { key, other in
        (key, Self.sealed(Self.lines(texts[other]!).map { $0 == "about \(other)" ? "about \(key)" : $0 }))
      }
      return Dictionary(uniqueKeysWithValues: moved)
    }
  }

  @Test func whatAnotherVersionHasWrittenIsNotRead() throws {
    let shelf = Shelf()
    shelf.texts = Self.honest.texts
    #expect(try told(Self.spec, shelf.cache(version: "2")) == Self.honest.report)
    #expect(shelf.takeWrites() == Self.honest.texts.count)
    try checkIsNotBelieved { $0.mapValues { Self.sealed(["lifecheck kept answers 2"] + Self.lines($0).dropFirst()) } }
  }

  /// Files that are whole, well-formed and about the right thing, and do not say what is so. The forger knows the form as well as we do.
  @Test(arguments: Forgery.allCases)
  func aForgedEntryIsNotBelieved(_ forgery: Forgery) throws {
    try checkIsNotBelieved { $0.mapValues { Self.sealed(forgery.forged(Self.lines($0))) } }
  }

  /// Without the seal.
  private static func lines(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").dropLast().map(String.init)
  }

  private static func sealed(_ lines: [String]) -> [UInt8] {
    let body = Array((lines.joined(separator: "\n") + "\n").utf8)
    return body + Array("end \(digest(of: body))\n".utf8)
  }
}

enum Forgery: String, CaseIterable, CustomTestStringConvertible {
  case everythingHolds, nothingIsReached, allClaimsSayNothing, allClaimsSayTooMuch, partsOfClaimsAreMissing, runsAreShort,
    runsTakeOtherEdges
  case runsWaitLonger, runsStartElsewhere, runsOfOtherQuestions, everythingIsReached, allIsOpen, nothingIsLeftOpen, oneEntryLess,
    oneEntryMore
  case numbersAreHuge, edgesThatAreNot, symbolsThatAreNot, claimsGoInCircles, timesWhereTruthsBelong, noStateInARow
  var testDescription: String { rawValue }

  func forged(_ lines: [String]) -> [String] {
    switch self {
    case .everythingHolds: entries(lines) { $0.hasPrefix("reached") ? ["never 0"] : nil }
    case .nothingIsReached: entries(lines) { $0.hasPrefix("reached") ? ["open"] : nil }
    case .allClaimsSayNothing: claims(lines) { _ in ["true"] }
    case .allClaimsSayTooMuch: claims(lines) { _ in ["false"] }
    case .partsOfClaimsAreMissing:
      claims(lines) { nodes in
        nodes.last!.hasPrefix("and ") ? nodes.dropLast() + ["and " + nodes.last!.split(separator: " ").last!] : ["true"]
      }
    case .runsAreShort: runs(lines) { $0.dropLast() }
    case .runsTakeOtherEdges: runs(lines) { $0.map { $0.hasPrefix("step") ? $0.replacing(".1", with: ".0") : $0 } }
    case .runsWaitLonger:
      runs(lines) { $0.map { $0.hasPrefix("step 0 ") ? $0.replacing("step 0 ", with: "step 70000000 ") : $0 } }
    case .runsStartElsewhere: runs(lines) { $0.map { $0.hasPrefix("starts") ? $0.replacing(" 0", with: " 1") : $0 } }
    case .runsOfOtherQuestions: rotatedRuns(lines)
    case .everythingIsReached:
      entries(lines) { $0.hasPrefix("never") ? ["reached 3", "run 0", line("starts", lines), line("durations", lines)] : nil }
    case .allIsOpen: entries(lines) { $0 == "open" || $0.hasPrefix("left") ? nil : ["open"] }
    case .nothingIsLeftOpen: lines.dropLast() + [lines.last == "left nothing" ? "left 0" : "left nothing"]
    case .oneEntryLess: Array(lines.dropLast(2)) + [lines.last!]
    case .oneEntryMore: Array(lines.dropLast()) + ["open", lines.last!]
    case .numbersAreHuge:
      lines.map { $0.replacing(/^(time|times|step) \d+/) { "\($0.output.1) 9223372036854775807" } } + ["left 9223372036854775807"]
    case .edgesThatAreNot: runs(lines) { $0.map { $0.hasPrefix("step") ? "step 0 999999.999999" : $0 } }
    case .symbolsThatAreNot: claims(lines) { $0.map { $0.hasPrefix("variable") ? "variable 999999 7" : $0 } }
    case .claimsGoInCircles: claims(lines) { $0.map { $0.hasPrefix("not") ? "not 999999" : $0 } + ["and \($0.count)"] }
    case .timesWhereTruthsBelong: claims(lines) { $0 + ["time 5", "and \($0.count) \($0.count)"] }
    case .noStateInARow: lines.map { $0.hasPrefix("claim ") ? "claim 0 " + $0.split(separator: " ")[2] : $0 }
    }
  }

  private func line(_ head: String, _ lines: [String]) -> String { lines.first { $0.hasPrefix(head) } ?? head }

  /// - Parameter change: Of the first line of an entry; nil: it stays, with the lines that belong to it.
  private func entries(_ lines: [String], _ change: (String) -> [String]?) -> [String] {
    blocks(lines).flatMap { block -> [String] in
      let isEntry = ["never", "reached", "open", "left"].contains { block[0].hasPrefix($0) }
      return isEntry ? change(block[0]) ?? block : block
    }
  }

  private func claims(_ lines: [String], _ change: ([String]) -> [String]) -> [String] {
    blocks(lines).flatMap { block -> [String] in
      guard block[0].hasPrefix("claim ") else { return block }
      let nodes = change(Array(block.dropFirst()))
      return ["claim \(block[0].split(separator: " ")[1]) \(nodes.count)"] + nodes
    }
  }

  private func runs(_ lines: [String], _ change: ([String]) -> [String]) -> [String] {
    blocks(lines).flatMap { block -> [String] in
      guard block[0].hasPrefix("reached ") else { return block }
      let run = change(Array(block.dropFirst()))
      return ["reached \(run.count)"] + run
    }
  }

  private func rotatedRuns(_ lines: [String]) -> [String] {
    let blocks = blocks(lines)
    let places = blocks.indices.filter { blocks[$0][0].hasPrefix("reached ") }
    var result = blocks
    for (index, place) in places.enumerated() { result[place] = blocks[places[(index + 1) % places.count]] }
    return result.flatMap { $0 }
  }

  /// Each head with the lines that belong to it.
  private func blocks(_ lines: [String]) -> [[String]] {
    var (blocks, rest): ([[String]], ArraySlice<String>) = ([], lines[...])
    while let head = rest.popFirst() {
      let counts = head.hasPrefix("claim ") || head.hasPrefix("reached ") ? Int(head.split(separator: " ").last!)! : 0
      blocks.append([head] + rest.prefix(counts))
      rest = rest.dropFirst(counts)
    }
    return blocks
  }
}
