import LifecheckReports
import LifecheckSystem

extension CertificateForm {
  /// Whether the certificate is about this system, and shows of it all that these goals ask for: command by command, in
  /// the same words. Comments, which name the files as they were called then, do not count.
  package func isAbout(_ system: TimedSystem, _ goals: [Proof.Goal], places: Places) -> Bool {
    let (a, b) = shownInParts
    guard (a + b).sorted() == goals.map({ SMTLIBNames.legal($0.what) }).sorted() else { return false }
    func goal(_ what: String) -> Proof.Goal { goals.first { SMTLIBNames.legal($0.what) == what }! }
    return (a.isEmpty || isSame(.system, InductionArgument(a.map(goal), [], of: system, places: places)?.systemLines()))
      && (b.isEmpty || isSame(.largeSystem, KInductionArgument(b.map(goal), [], k: k, of: system, places: places)?.systemLines()))
  }

  private func commands(in text: Substring) -> [Substring] { text.split(separator: "\n").filter { !$0.hasPrefix(";") } }

  private func isSame(_ section: Format.Section, _ lines: [String]?) -> Bool {
    guard let lines, let present = sections[section] else { return false }
    return commands(in: lines.joined(separator: "\n")[...]) == commands(in: present)
  }
}
