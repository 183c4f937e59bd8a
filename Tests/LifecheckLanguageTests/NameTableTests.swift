import Foundation
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckTestSupport
import Testing

/// Which names stand where: the table that an editor answers from.
@Suite struct NameTableTests {
  @Test func eachNameHasItsUses() {
    let lamp = "platform lamp { const bright = false; callback lit; event go { die jetsam } }"
    let text = """
      use "lamp.lc" with bright = true
      app Notes {
        /// Written, and not saved.
        var dirty = false
        enum Place { home, away }
        var place: Place = home
        var later: (() -> Void)? = none
        func save(on q: queue) async takes 1s may fail with full
        queue disk
        event edit by user when home == place {
          let before = dirty
          later = { [before] in if before { dirty = true } }
          do { try await save(on: disk) } catch full { dirty = true }
        }
        on lit { dirty = bright }
        property "saved": dirty before dies jetsam
      }
      """
    #expect(
      listed("notes.lc", text, ["lamp.lc": lamp]) == """
        2:5 app Notes
        4:7 variable dirty: 11:18 12:39 13:50 15:12 16:21
        5:8 enumeration Place: 6:14
        5:16 case home: 6:22 10:27
        5:22 case away
        6:7 variable place: 10:35
        7:7 variable later: 12:5
        8:8 function save: 13:20
        8:13 parameter on: 13:25
        8:16 parameter q
        8:55 failure full: 13:43
        9:9 executor disk: 13:29
        10:9 event edit
        11:9 local before: 12:16
        12:16 local before: 12:30
        16:12 property saved
        16:39 death jetsam: lamp.lc:1:68
        lamp.lc:1:10 platform lamp
        lamp.lc:1:23 variable bright: 1:20 15:20
        lamp.lc:1:48 callback lit: 15:6
        lamp.lc:1:59 event go
        """)
  }

  private func listed(_ path: String, _ text: String, _ others: [String: String]) -> String {
    let loader = SourceLoader(
      shipped: { _ in nil }, platformNames: [],
      file: { name, _ in others[name].map { .success((path: name, text: Array($0.utf8))) } ?? .failure(.notFound) })
    let found = names(path: path, text: Array(text.utf8), loader: loader)
    func place(_ range: SourceRange) -> String {
      let file = found.files[range.file.index]
      let position = file.position(at: range.start)
      return (range.file.index == 0 ? "" : "\(file.path):") + "\(position.line):\(position.column)"
    }
    return found.names.entries.map { entry in
      let name = "\(place(entry.declaration.place)) \(entry.declaration.role.rawValue) \(entry.declaration.name)"
      return entry.uses.isEmpty ? name : name + ": " + entry.uses.map(place).joined(separator: " ")
    }.joined(separator: "\n")
  }
}

/// Words of the language's own, which nobody declares.
private let builtIn: Set<String> = [
  "frozen", "running", "working", "halfway", "atRest", "forgotten", "busy", "answered", "awaits", "cancel", "base", "cancelled",
  "cancels", "promptly", "ignores",
  "Bool", "Duration", "Range", "Job", "Queue", "Void",
]

@Suite struct EveryNameTests {
  /// Whatever version a declaration begins with, and whether the spec asks for it.
  @Test(arguments: allSpecs)
  func isInTheTable(_ path: String) throws {
    let text = try Data(contentsOf: repositoryFolder.appendingPathComponent(path))
    let found = names(path: path, text: Array(text), loader: shippedAndBeside)
    let shipped = found.files.filter { $0.path.hasSuffix(" (platform)") }
    for file in found.files where !shipped.contains(where: { $0.id == file.id }) {
      #expect(unknown(in: file, found.names.places) == [], "\(file.path)")
    }
  }

  @Test(arguments: shippedPlatforms.map(\.name))
  func ofAPlatformIsInTheTable(_ name: String) {
    let found = names(path: "app.lc", text: Array("use \(name)\napp A { }".utf8), loader: shippedAndBeside)
    for file in found.files { #expect(unknown(in: file, found.names.places) == [], "\(file.path)") }
  }

  private func unknown(in file: SourceFile, _ known: Set<SourceRange>) -> [String] {
    let parsed = parse(file)
    let listed = (known.filter { $0.file == file.id } + notListed(parsed.tree.declarations)).sorted { $0.start < $1.start }
    let tokens = parsed.stream.tokens
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      let text = file.text(of: SourceRange(file: file.id, start: token.start, end: token.end))
      // Who an event is by is a word for stories, and nobody's name.
      let isActor = index > 0 && tokens[index - 1].word == .by
      let isListed = listed.contains { $0.start <= token.start && token.end <= $0.end }
      return token.kind != .name || token.word != nil || isActor || isListed || builtIn.contains(text) ? nil : text
    }
  }

  /// Names of real code, of which `elsewhere` says what is written for them.
  private func notListed(_ declarations: [DeclarationSyntax]) -> [SourceRange] {
    declarations.flatMap { declaration -> [SourceRange] in
      switch declaration.kind {
      case .root(let root): notListed(root.members)
      case .elsewhere(let names, _): names.map(\.range)
      default: []
      }
    }
  }
}

private let shippedAndBeside = SourceLoader(
  shipped: shippedText, platformNames: shippedPlatforms.map(\.name),
  file: { name, from in
    let file = repositoryFolder.appendingPathComponent(from).deletingLastPathComponent().appendingPathComponent(name)
    guard let data = try? Data(contentsOf: file) else { return .failure(.notFound) }
    let path = file.standardizedFileURL.path.dropFirst(repositoryFolder.path.count + 1)
    return .success((path: String(path), text: Array(data)))
  })

/// Every spec of this repository that has no mistake on purpose, by its path; not what is part of one alone.
private let folders = ["examples", "specs/patterns", "specs/seeds", "specs/platforms/examples", "specs/platforms/tests"]
private let allSpecs: [String] = folders.flatMap { folder -> [String] in
  let all = FileManager.default.enumerator(atPath: repositoryFolder.appendingPathComponent(folder).path)
  return (all?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".lc") }.map { "\(folder)/\($0)" }.sorted()
}
