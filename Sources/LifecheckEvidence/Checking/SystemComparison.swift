import LifecheckFormulas
import LifecheckReports
import LifecheckSystem

extension CertificateForm {
  /// Whether the certificate is about this system, and shows of it all that these goals ask for. Its systems and queries
  /// are made anew and compared, command by command and in the same words, so that only the claims are its own. Comments,
  /// which name the files as they were called then, do not count.
  package func isAbout(_ system: TimedSystem, _ goals: [Proof.Goal], places: Places) -> Bool {
    let (a, b) = shownInParts
    guard (a + b).sorted() == goals.map({ SMTLIBNames.legal($0.what) }).sorted() else { return false }
    func goal(_ what: String) -> Proof.Goal { goals.first { SMTLIBNames.legal($0.what) == what }! }
    // A section that shows nothing of the spec would be about anything.
    guard a.isEmpty == (sections[.system] == nil), b.isEmpty == (k == nil) else { return false }
    var expected: [Queries] = []
    if !a.isEmpty {
      guard let argument = InductionArgument(a.map(goal), [], of: system, places: places),
        isSame(.system, CollectionOfOne(argument.systemLines()))
      else { return false }
      expected.append(argument.queries)
    }
    if let k {
      guard let argument = KInductionArgument(b.map(goal), [], k: k, of: system, places: places),
        isSame(.largeSystem, argument.systemPieces())
      else { return false }
      expected.append(argument.queries)
    }
    return queries == expected
  }

  private func commands(in text: Substring) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix(";") } }

  private func isSame(_ section: Format.Section, _ pieces: some Sequence<[String]>) -> Bool {
    var rest = commands(in: sections[section] ?? "")[...]
    for piece in pieces {
      let expected = commands(in: piece.joined(separator: "\n")[...])
      guard rest.starts(with: expected) else { return false }
      rest = rest.dropFirst(expected.count)
    }
    return rest.isEmpty
  }
}
