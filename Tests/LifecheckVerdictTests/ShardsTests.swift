import LifecheckDriver
import LifecheckEngines
import LifecheckReports
import LifecheckTestSupport
import Testing

/// The findings of several machines on a spec, put together, are those of one, to the byte.
struct ShardsTests {
  /// Some of all kinds.
  static let sample = fixtures(in: "verdicts").enumerated().filter { $0.offset % 15 == 0 }.map(\.element)

  @Test(arguments: sample)
  func sharesSayWhatTheWholeSays(_ fixture: Fixture) throws {
    let whole = told([try report(on: fixture, piece: nil)])
    for count in [2, 3] {
      let shares = try ShardPlan(weights: [10], count: count).pieces.enumerated().map { number, pieces in
        let reports = try pieces.compactMap(\.self).map { (spec: 0, report: try report(on: fixture, piece: $0)) }
        return ShardReport(head: head(number + 1, of: count, fixture), reports: reports)
      }
      #expect(told(try merged(shares)) == whole)
    }
  }

  @Test func aShareThatIsMissingIsMissed() throws {
    let fixture = try #require(Self.sample.first)
    let piece = try #require(ShardPlan(weights: [10], count: 2).pieces[0][0])
    let share = ShardReport(head: head(1, of: 2, fixture), reports: [(0, try report(on: fixture, piece: piece))])
    #expect(throws: MergeProblem.self) { try merged([share]) }
    #expect(throws: MergeProblem.self) { try merged([share, share]) }
  }

  private func head(_ number: Int, of count: Int, _ fixture: Fixture) -> ShardHead {
    ShardHead(
      number: number, count: count, version: "1", checking: [], counting: [], specs: [.init(path: fixture.file.path, digest: "")])
  }

  private func report(on fixture: Fixture, piece: SpecPiece?) throws -> CheckReport {
    var options = VerificationOptions(limits: Limits(wallTime: .seconds(600)))
    options.piece = piece
    return try verify(
      path: fixture.file.path, text: fixture.file.text, loader: shippedPlatformsAndFixtures, options: options)
  }

  private func told(_ reports: [CheckReport]) -> String {
    var page = TextReport(tellsReachedRuns: true)
    (page.tellsAll, page.tellsWholeStories) = (true, true)
    return page.render(reports) + JSONReport().render(reports)
  }
}
