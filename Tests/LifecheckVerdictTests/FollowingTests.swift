import LifecheckEngines
import LifecheckEvidence
import LifecheckLanguage
import LifecheckSystem
import LifecheckTestSupport
import Testing

@testable import LifecheckDriver
@testable import LifecheckLowering

/// Proofs with one of each followed, and those with several, are about the same spec.
@Suite struct FollowingTests {
  @Test(arguments: fixtures(in: "verdicts"))
  func howMuchIsFollowedChangesNoQuestion(_ fixture: Fixture) throws {
    let outcome = check(path: fixture.file.path, text: fixture.file.text, loader: shippedPlatformsAndFixtures, version: nil)
    guard let model = outcome.model else { return }
    let (one, several) = (try lower(model, following: .one), try lower(model, following: .several))
    for other in [several, try lower(model, following: .oneWithoutBound)] {
      #expect(one.questions.map { "\($0.subject)" } == other.questions.map { "\($0.subject)" })
      #expect(one.questions.map(\.occasions.count) == other.questions.map(\.occasions.count))
    }
    #expect(one.crowds.isEmpty == several.crowds.isEmpty)
    if !one.crowds.isEmpty { return }
    #expect("\(one.system)" == "\(several.system)")
    #expect("\(one.questions.map(\.goal))" == "\(several.questions.map(\.goal))")
  }

  /// A run that only one of the two has would be lost where the other is done first.
  @Test func aSummaryHoldsUpNoTime() throws {
    let fixture = try #require(fixtures(in: "verdicts").first { $0.file.path.hasSuffix("at-once-where-it-is-unknown.lc") })
    let outcome = check(path: fixture.file.path, text: fixture.file.text, loader: shippedPlatformsAndFixtures, version: nil)
    let lowered = try lower(try #require(outcome.model), following: .one)
    #expect(!lowered.crowds.isEmpty)
    let rule = try #require(lowered.questions.first { $0.notApplicable == nil })
    let result = try decide(lowered.system, [Query(name: "locked in", goal: rule.goal)])[0].result
    guard case .unsafe = result else {
      Issue.record("the run is left out: \(result)")
      return
    }
  }

  private static let taps = """
    app Taps {
      queue main
      var early, twice, isIn: Bool = false
      func send() async takes 5s
      event press on main {
        guard not early else { return }
        early = true
        async { await send(); early = false }
      }
      property "it is over before it begins again": never twice
    }
    """

  private func certificate() throws -> String {
    var options = VerificationOptions()
    options.wantsCertificates = true
    let report = try verify(
      path: "taps.lc", text: Array(Self.taps.utf8), loader: shippedPlatformsAndFixtures,
      options: options)
    return try #require(report.certificates.first).text
  }

  private func comparison(_ text: String) throws -> CertificateComparison {
    try compare(
      CertificateForm(text), path: "taps.lc", text: Array(Self.taps.utf8), loader: shippedPlatformsAndFixtures)
  }

  @Test func aCertificateSaysHowMuchIsFollowed() throws {
    let text = try certificate()
    #expect(text.contains("\n; counting: one of each"))
    guard case .same = try comparison(text) else {
      Issue.record("the certificate is not about its own spec")
      return
    }
  }

  @Test func aForgedNumberDoesNotHelp() throws {
    let text = try certificate()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let without = lines.filter { !$0.hasPrefix("; counting") }.joined(separator: "\n")
    guard case .different = try comparison(without) else {
      Issue.record("another system was taken for the same")
      return
    }
    let other = text.replacing("; counting: one of each", with: "; counting: none of each")
    guard case .different = try comparison(other) else {
      Issue.record("an unknown number was accepted")
      return
    }
  }

  /// Proofs are found where little is followed, runs where more is: the two together answer what neither does alone.
  @Test func aProofCountsWithAnOccasionThatTheOtherReaches() throws {
    let text = """
      app Taps {
        queue main
        var sends, reads: Bool = false
        func send() async takes 5s
        event press on main {
          guard not sends and not reads else { return }
          sends = true
          async { await send(); sends = false }
        }
        event open on main { if not sends { reads = true } }
        property "nothing is sent while somebody reads": never sends and reads
      }
      """
    let outcome = check(path: "taps.lc", text: Array(text.utf8), loader: shippedPlatformsAndFixtures, version: nil)
    let model = try #require(outcome.model)
    func decided(_ following: Following) throws -> Level {
      var level = Level(try lower(model, following: following))
      try level.decide(within: LimitWatch(Limits(wallTime: .seconds(60))), engines: .all) { _ in }
      return level
    }
    let (one, several) = (try decided(.one), try decided(.several))
    let asked = try #require(one.agenda.asked[0])
    #expect(asked.occasions.count == 2)
    #expect(one.proves(0, in: one.results))
    var results = one.results
    for occasion in asked.occasions { results[occasion].result = .unknown(.effort, clearedSteps: 0) }
    #expect(!one.proves(0, in: results))
    #expect(one.proves(0, in: results, beside: (several, several.results)))
    #expect(!one.proves(0, in: results, beside: (several, several.results.map { _ in nil })))
  }

  /// The claim of some of them has parts in common with what must never happen.
  @Test func everyCertificateIsAboutItsSpec() throws {
    let fixture = try #require(fixtures(in: "verdicts").first { $0.file.path.hasSuffix("job-started-when-over.lc") })
    let (path, text) = (fixture.file.path, fixture.file.text)
    var options = VerificationOptions()
    options.wantsCertificates = true
    let certificates = try verify(path: path, text: text, loader: shippedPlatformsAndFixtures, options: options).certificates
    #expect(!certificates.isEmpty)
    for certificate in certificates {
      let form = try CertificateForm(certificate.text)
      let comparison = try compare(form, path: path, text: text, loader: shippedPlatformsAndFixtures)
      guard case .same = comparison else {
        Issue.record("\(certificate.stem) is about another system")
        continue
      }
    }
  }
}
