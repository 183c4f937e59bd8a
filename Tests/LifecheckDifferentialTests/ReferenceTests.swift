import LifecheckFuzzing
import LifecheckReference
import LifecheckTestSupport
import Testing

/// The reference semantics of specs against answers that were worked out by hand, and against wrong ones.
@Suite struct ReferenceTests {
  private let limits = ReferenceLimits(states: 5000, steps: 0)

  private func compare(_ text: String, _ verdicts: [String: String]) -> ReferenceComparison {
    compareWithReference(text, path: "reference.lc", verdicts: verdicts, limits: limits, seed: 0)
  }

  /// A fixture that the reference does not cover is said to be so; the others must agree as far as it sees.
  @Test func agreesWithTheFixtures() throws {
    let limits = ReferenceLimits(states: 1000, steps: 0)
    var (runs, all) = (0, 0)
    for name in fixtureNames() {
      let comparison = try compareFixtureWithReference(name, limits: limits)
      #expect(comparison.disagreement == nil, "\(name)")
      runs += comparison.confirmed
      all += comparison.exhausted
    }
    #expect(runs > 80)
    #expect(all > 60)
  }

  /// Code that lets the thread go queues for it again; going on in place would prove that nothing comes in between.
  @Test func noticesCodeThatWouldGoOnInPlace() {
    let text = """
      use "platforms/phone.lc"
      app A {
        signal slow, quick
        func load() async takes 1s
        event start when on { async on main { await load(); emit slow } }
        event tap when on { wait 2s; emit quick }
        property "nothing in between": after load returns, never quick until slow
      }
      """
    #expect(compare(text, ["nothing in between": "violated"]).confirmed == 1)
    #expect(compare(text, ["nothing in between": "proved"]).disagreement != nil)
  }

  @Test func noticesAReadAndAWriteInOneStep() {
    let text = """
      use "platforms/phone.lc"
      app A {
        var n: 0...2 = 0
        var isDone = false
        on opened { async { n += 1; n += 1; isDone = true }; async { n = 0 } }
        possible "lost": n == 1 and isDone
      }
      """
    #expect(compare(text, ["lost": "unreachable"]).disagreement != nil)
    #expect(compare(text, ["lost": "reached"]).disagreement == nil)
  }

  @Test func noticesARunThatThereIsNot() {
    let text = """
      use "platforms/phone.lc"
      app A {
        func load() takes 1s...2s
        on opened { load() }
        property "in time": after opened, load returns within 2s
        property "sooner": after opened, load returns within 1s
      }
      """
    #expect(compare(text, ["in time": "violated"]).disagreement != nil)
    #expect(compare(text, ["in time": "proved"]).exhausted == 1)
    #expect(compare(text, ["sooner": "violated"]).confirmed == 1)
    #expect(compare(text, ["sooner": "proved"]).disagreement != nil)
  }

  @Test func noticesWhatIsCalledVacuous() {
    let text = """
      use "platforms/phone.lc"
      app A { signal s; on left { emit s }; property "later": after s, returned within 1h, or the app dies }
      """
    #expect(compare(text, ["later": "vacuous"]).disagreement != nil)
  }

  @Test func saysWhatItDoesNotCover() {
    let text = "use ios 17\napp A { property \"p\": never active and frozen }"
    #expect(compare(text, ["p": "proved"]).notCovered == "stopwatch")
    #expect(compare("app A {", ["p": "proved"]).notCovered == "errors")
  }
}
