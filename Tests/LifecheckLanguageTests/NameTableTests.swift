import Foundation
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckTestSupport
import Testing

/// Which names stand where: the table that an editor answers from.
@Suite struct NameTableTests {
  @Test func eachNameHasItsUses() {
    let text = """
      use "lamp.lc" with bright = true
      app Notes {
        /// Written, and not saved.
        var dirty = false
        enum Place { home, away }
        var place: Place = home
        var job: Job? = none
        func save(on q: queue) async takes 1s may fail full
        queue disk
        event edit by user when home == place {
          let before = dirty
          job = async { [before] in if before { return } }
          do { try await save(on: disk) } catch full { dirty = true }
        }
        on lit { dirty = bright }
        property "saved": dirty before dies jetsam
      }
      """
    #expect(
      listed("notes.lc", text, ["lamp.lc": "platform lamp { const bright = false; callback lit; event go { die jetsam } }"]) == """
        1 app Notes
        2 property saved
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
      let uses = entry.uses.map(place).joined(separator: " ")
      return "\(place(entry.declaration.place)) \(entry.declaration.role) \(entry.declaration.name)\(uses.isEmpty ? "" : ": \(uses)")"
    }.joined(separator: "\n")
  }
}

/// Names of the language's own, which nobody declares.
private let builtIn: Set<String> = [
  "frozen", "running", "working", "halfway", "atRest", "forgotten", "busy", "answered", "awaits", "cancel", "base", "Bool", "Duration",
  "Range", "Job", "Queue", "Void", "cancelled",
]

@Suite struct EveryNameTests {
  /// Whatever version a declaration begins with, and whether the spec asks for it.
  @Test(arguments: allSpecs)
  func isInTheTable(_ path: String) throws {
    let url = repositoryFolder.appendingPathComponent(path)
    let loader = SourceLoader(
      shipped: shippedText, platformNames: shippedPlatforms.map(\.name),
      file: { name, from in
        let file = repositoryFolder.appendingPathComponent(from).deletingLastPathComponent().appendingPathComponent(name)
        guard let data = try? Data(contentsOf: file) else { return .failure(.notFound) }
        return .success((path: String(file.standardizedFileURL.path.dropFirst(repositoryFolder.path.count + 1)), text: Array(data)))
      })
    let found = names(path: path, text: Array(try Data(contentsOf: url)), loader: loader)
    let known = found.names.places
    for file in found.files {
      let missing = parse(file).stream.tokens.filter { token in
        token.kind == .name && token.word == nil && !known.contains(SourceRange(file: file.id, start: token.start, end: token.end))
      }.map { file.text(of: SourceRange(file: file.id, start: $0.start, end: $0.end)) }
      #expect(missing.filter { !builtIn.contains($0) } == [], "\(file.path)")
    }
  }
}

/// Every spec of this repository that has no mistake on purpose, by its path.
private let allSpecs: [String] = ["examples", "specs"].flatMap { folder -> [String] in
  let all = FileManager.default.enumerator(atPath: repositoryFolder.appendingPathComponent(folder).path)
  return (all?.allObjects as? [String] ?? []).filter { $0.hasSuffix(".lc") }.map { "\(folder)/\($0)" }.sorted()
}
