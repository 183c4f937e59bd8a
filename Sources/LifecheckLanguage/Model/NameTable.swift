import LifecheckDiagnostics

/// The names of a spec and of all that it uses: where each is declared, and where it is used.
///
/// A place is the range of the name alone: of `upload.run()`, there are two.
package struct NameTable: Hashable, Sendable {
  package enum Role: String, Hashable, Sendable, CaseIterable {
    case app, platform, kind, thing, enumeration
    case enumCase = "case"
    /// `var`, `const`, `param`, `setting`, `phases`
    case variable
    /// `def`
    case definition
    case stopwatch
    /// A thread or a queue.
    case executor
    case callback, signal, function, event, parameter
    /// What a `var` or `let` in code, a loop, or a capture declares.
    case local
    /// A property or rule, by its title, and a rule by its `id`.
    case property
    /// What a call fails with, and what the app dies of. Nothing declares these words: their first place counts as that.
    case failure, death
  }

  package struct Declaration: Hashable, Sendable {
    package let name: String
    package let role: Role
    package let place: SourceRange
    /// The `///` lines above it.
    package let documentation: String
  }

  /// By the place of the name.
  private(set) var declared: [SourceRange: Declaration] = [:]
  /// By the place of the use, the place of the declaration.
  private(set) var declarationsOfUses: [SourceRange: SourceRange] = [:]
  /// Words that nothing declares, with all their places.
  private var undeclared: [UndeclaredWord: Set<SourceRange>] = [:]

  private struct UndeclaredWord: Hashable {
    let role: Role
    let text: String
  }

  mutating func declare(_ name: NameSyntax, as role: Role, documentation: String = "") {
    guard declared[name.range] == nil else { return }
    declared[name.range] = Declaration(name: name.text, role: role, place: name.range, documentation: documentation)
  }

  mutating func use(_ place: SourceRange, of declaration: SourceRange) { declarationsOfUses[place] = declaration }

  mutating func note(_ word: NameSyntax, as role: Role) {
    undeclared[UndeclaredWord(role: role, text: word.text), default: []].insert(word.range)
  }

  /// Adds what another check of the same files has found, with another version of the platform or other features of it.
  mutating func merge(_ other: NameTable) {
    declared.merge(other.declared) { own, _ in own }
    declarationsOfUses.merge(other.declarationsOfUses) { own, _ in own }
    undeclared.merge(other.undeclared) { $0.union($1) }
  }

  /// Every declaration with its uses, both in reading order.
  package var entries: [(declaration: Declaration, uses: [SourceRange])] {
    let uses = Dictionary(grouping: declarationsOfUses.filter { $0.key != $0.value }.keys) { declarationsOfUses[$0]! }
    let names = declared.values.map { ($0, (uses[$0.place] ?? []).sorted(by: isReadBefore)) }
    let words = undeclared.compactMap { word, places in
      let places = places.sorted(by: isReadBefore)
      return places.first.map { first in
        (Declaration(name: word.text, role: word.role, place: first, documentation: ""), Array(places.dropFirst()))
      }
    }
    return (names + words).sorted { isReadBefore($0.0.place, $1.0.place) }.map { (declaration: $0.0, uses: $0.1) }
  }

  /// Every place at which a name stands that is in the table.
  package var places: Set<SourceRange> {
    Set(declared.keys).union(declarationsOfUses.keys).union(undeclared.values.flatMap(\.self))
  }
}

private func isReadBefore(_ a: SourceRange, _ b: SourceRange) -> Bool {
  (a.file.index, a.start, a.end) < (b.file.index, b.start, b.end)
}
