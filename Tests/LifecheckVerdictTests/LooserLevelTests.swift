import LifecheckEngines
import LifecheckLanguage
import LifecheckTestSupport
import Testing

@testable import LifecheckDriver
@testable import LifecheckLowering

/// Where no number of blocks that hold the main thread is enough, a summary of them as well.
@Suite struct LooserLevelTests {
  private func model(_ text: String) throws -> CheckedModel {
    try #require(check(path: "a.lc", text: Array(text.utf8), loader: shippedPlatformsAndFixtures, version: nil).model)
  }

  /// The titles, or ids, of all that a first turn proves there of all runs.
  private func proved(_ model: CheckedModel) throws -> Set<String> {
    let lowered = try lower(model, following: .oneWithoutBound)
    #expect(lowered.boundedBlocks.isEmpty)
    var level = Level(lowered, isForProofs: true, isBrief: true)
    try level.decide(within: LimitWatch(Limits(wallTime: .seconds(60))), engines: .all) { _ in }
    guard level.agenda.foundations.allSatisfy({ level.results[$0].isSafe }) else { return [] }
    let answering = Answering(model: model, lowered: lowered, options: VerificationOptions())
    let held = lowered.questions.indices.filter { index in
      level.agenda.asked[index].map { level.results[$0.goal].isSafe } ?? false
    }
    return Set(held.map { answering.subject(lowered.questions[$0]) }.map { $0.identifier ?? $0.title })
  }

  @Test(arguments: fixtures(in: "verdicts"))
  func whatSomeRunShowsIsNotExcluded(_ fixture: Fixture) throws {
    let outcome = check(path: fixture.file.path, text: fixture.file.text, loader: shippedPlatformsAndFixtures, version: nil)
    guard let model = outcome.model, try !lower(model, following: .one).boundedBlocks.isEmpty else { return }
    let shown = expectedVerdicts(of: fixture.file).filter { ["violated", "reached"].contains($0.verdict) }.map(\.subject)
    #expect(try proved(model).intersection(shown) == [])
  }

  /// The event waits while some member of the summary holds its thread, though those that are followed hold none.
  @Test func whoNeedsTheThreadWaitsForTheSummary() throws {
    let text = """
      platform desk {
        thread main
        system var due: Bool = false
        event boot by system when not running { start }
        event ask by system when running and not due { due = true }
        event serve on main when due latest true { due = false }
      }
      app Requests {
        var asks: 0...4 = 0
        func net() async takes 100s
        func work() takes 3s
        event go when asks < 4 { asks += 1; async on main { if asks < 4 { await net() } else { work() } } }
        property "served soon": never running and due for 1s
        property "counted": never asks == 4 and not running
      }
      """
    #expect(try proved(try model(text)) == ["counted", "values-in-range"])
  }

  /// An event that must happen while a member holds its thread stops time, so that nothing is proved. The one that is followed sleeps.
  @Test func whatMustHappenMayBeHeldUpByTheSummary() throws {
    let text = """
      platform desk {
        thread main
        system var due: Bool = true
        stopwatch lived while running
        event boot by system when not running { start }
        event serve on main when running and due latest lived >= 5s { due = false }
      }
      app Requests {
        var asks: 0...2 = 0
        var begun = false
        func net() async takes 100s
        func work() takes 3s
        event go when asks == 0 or (begun and asks < 2) {
          asks += 1
          async on main { if begun { work() } else { begun = true; await net() } }
        }
        property "counted": never asks == 2 and not begun
      }
      """
    #expect(try proved(try model(text)) == [])
  }

  /// Two are not enough, and what is about time on the main thread is not known; the rest is.
  @Test func anyNumberOfBlocksIsProved() throws {
    let text = """
      use ios 17
      app Reader {
        task cover
        data article(saving: 100ms...300ms)
        func fetch() async takes 1s...40s, may fail
        event note by user when active { article.edit() }
        on didEnterBackground {
          guard not cover.open else { return }
          cover.begin()
          async on main { do { try await fetch() } catch { }; article.save(); cover.end() }
        }
        on cover.expired { cover.end() }
      }
      """
    let model = try model(text)
    #expect(try lower(model, following: .one).boundedBlocks.map(\.bound) == [2])
    #expect(try proved(model).isSuperset(of: ["task-forgotten", "task-still-open", "task-idle", "task-ended-once"]))
    #expect(try !proved(model).contains("main-answers"))
  }
}
