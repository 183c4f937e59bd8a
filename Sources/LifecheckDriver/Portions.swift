import LifecheckEngines
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports

/// The part of a spec that one of several machines checks: from one place to another of a line of some length, along which the spec's
/// questions lie at equal distances.
package struct SpecPiece: Hashable, Sendable {
  package var range: Range<Int>
  package var length: Int
  package init(range: Range<Int>, length: Int) { (self.range, self.length) = (range, length) }

  /// Which of so many questions lie in it.
  /// - Parameters:
  ///   - stretch: The number of the equal part of the line along which they lie.
  ///   - stretches: How many of these there are.
  func numbers(ofFirst count: Int, stretch: Int, of stretches: Int) -> Range<Int> {
    // Each lies in the middle of its place. In units of which all of this is a whole number:
    func isBefore(_ number: Int, _ place: Int) -> Bool {
      length * (2 * (stretch * count + number) + 1) < place * 2 * count * stretches
    }
    let first = (0..<count).first { !isBefore($0, range.lowerBound) } ?? count
    let end = (first..<count).first { !isBefore($0, range.upperBound) } ?? count
    return first..<end
  }
}

extension LoweredModel {
  /// The questions at some of the numbers among those that apply. One that does not apply costs nothing, and goes with the one before.
  func portion(asking share: (_ count: Int) -> Range<Int>) -> Portion {
    let applies = questions.map { $0.notApplicable == nil }
    // Where none applies, all go with one that would.
    let wanted = share(max(1, applies.count(where: \.self)))
    var asked = 0
    var numbers: [Int] = []
    for (number, isAsked) in applies.enumerated() {
      if wanted.contains(isAsked ? asked : max(asked - 1, 0)) { numbers.append(number) }
      if isAsked { asked += 1 }
    }
    return Portion(questions: questions.count, numbers: numbers)
  }
}

extension Verification {
  /// The answers to the questions of one piece.
  ///
  /// All that can be known without asking anything is found out by everybody who has a piece of the spec: which versions it cannot tell
  /// apart, and what is wrong with it.
  func report(
    _ first: CheckOutcome, on versions: [Int], _ piece: SpecPiece, _ onProgress: (Progress) -> Void
  ) throws(InternalError) -> CheckReport {
    if versions.count < 2 {
      guard var spec = try report(first, onProgress, share: { piece.numbers(ofFirst: $0, stretch: 0, of: 1) }) else {
        return nothing()
      }
      if options.wantsCertificates { spec.report.certificates = try spec.certificates(within: watch) }
      return spec.report
    }
    guard let classes = distinct(versions) else { return nothing() }
    var parts: [CheckedSpec] = []
    for (number, alike) in classes.enumerated() {
      watch.forgetMemory()
      let found = try report(alike.outcome, onProgress, share: { piece.numbers(ofFirst: $0, stretch: number, of: classes.count) })
      guard var spec = found else { return nothing() }
      spec.report.portion?.versions = Portion.Versions(
        these: alike.versions, all: versions, areToldApart: options.versions != nil, platform: first.platformName)
      spec.versions = alike.versions
      parts.append(spec)
    }
    return try together(parts, versions, first)
  }

  private struct Alike {
    var versions: [Int]
    let outcome: CheckOutcome
    let fingerprint: VersionFingerprint
  }

  /// nil: there was no time for it.
  private func distinct(_ versions: [Int]) -> [Alike]? {
    var classes: [Alike] = []
    for version in versions {
      guard let outcome = checked(version), let fingerprint = fingerprint(of: outcome) else { return nil }
      if let known = classes.firstIndex(where: { $0.fingerprint == fingerprint }) {
        classes[known].versions.append(version)
      } else {
        classes.append(Alike(versions: [version], outcome: outcome, fingerprint: fingerprint))
      }
    }
    return classes
  }

  private func together(_ specs: [CheckedSpec], _ versions: [Int], _ first: CheckOutcome) throws(InternalError) -> CheckReport {
    let reports = versions.compactMap { version in
      specs.first { $0.versions.contains(version) }.map { VersionReport(version: version, report: $0.report) }
    }
    // A table would take what others ask for what a version does not have.
    var combined = combine(reports, platform: first.platformName, tellsApart: false)
    combined.parts = specs.map(\.report)
    if options.wantsCertificates, !combined.hasErrors {
      for spec in specs { combined.certificates += try spec.certificates(within: watch) }
    }
    return combined
  }
}
