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

  /// A spec that the reference does not cover is said to be so; the others must agree as far as it sees. These numbers may rise.
  @Test func agreesWithWhatWasWorkedOutByHand() {
    var (runs, all, notCovered) = (0, 0, [String]())
    for spec in WorkedOut.all() {
      let comparison = spec.compare(limits: ReferenceLimits(states: 30, steps: 0))
      #expect(comparison.disagreement == nil, "\(spec.name)")
      runs += comparison.confirmed
      all += comparison.exhausted
      if let what = comparison.notCovered { notCovered.append("\(spec.name): \(what)") }
    }
    #expect(notCovered == [])
    #expect(runs > 90)
    #expect(all > 25)
  }

  /// Features that it needs: time on a stopwatch, a moment that is forced, a parameter at its end, an answer with an argument.
  @Test func knowsWhatPlatformsUse() {
    let text = """
      platform shop {
        system phases state: closed, trading = closed
        thread main
        param patience: 2s...5s = 3s
        callback served(number: 0...3) on main
        event open when closed { atomic { start; state = trading; reset sinceOpen } }
        stopwatch sinceOpen while trading
        event bell when trading and not rung latest sinceOpen >= patience { rung = true; call served(2) }
        system var rung = false
      }
      use shop
      app A {
        var last: 0...3 = 0
        on served(number) { last = number }
        possible "two": last == 2
        possible "one": last == 1
        property "by five": never not shop.rung and shop.sinceOpen > 5s
        property "by three": never not shop.rung and shop.sinceOpen > 3s
      }
      """
    #expect(compare(text, ["two": "reached"]).confirmed == 1)
    #expect(compare(text, ["one": "reached"]).confirmed == 0)
    #expect(compare(text, ["by five": "proved"]).disagreement == nil)
    #expect(compare(text, ["by three": "proved"]).disagreement != nil)
  }

  @Test func waitsForALock() {
    let text = """
      use "platforms/phone.lc"
      app A {
        kind mutex { var held = false }
        mutex store
        var inside: 0...2 = 0
        on opened {
          async { lock store { inside += 1; await wait 1s; inside -= 1 } }
          async { lock store { inside += 1; await wait 1s; inside -= 1 } }
        }
        property "alone": never inside == 2
      }
      """
    #expect(compare(text, ["alone": "violated"]).confirmed == 0)
    #expect(compare(text, ["alone": "proved"]).disagreement == nil)
  }

  @Test func whatItsOwnCodeHoldsDoesNotCount() {
    let text = """
      use "platforms/desk.lc"
      app A {
        event come when running { let mine = take({ wait 1s }); end(mine) }
        event leave when running { take({ n = 1 }) }
        var n: 0...1 = 0
      }
      """
    #expect(compare(text, ["ticket-forgotten": "proved"]).disagreement != nil)
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

  /// The block gets the number of what has ended, so it stands before the code that starts it.
  @Test func keepsTheJobOfABlockThatStandsBeforeIt() {
    let text = """
      platform lamp { thread main; event open when not running { start } }
      use lamp
      app A {
        var job: Job? = none
        var came = false
        var begun = false
        var one = false
        var two = false
        func early() async takes 1s
        func late() async takes 3s
        event first when not came { came = true; await early() }
        event second when came and not begun {
          begun = true
          await late()
          job = async on main { if one { two = true } else { one = true } }
        }
        property "one block": never two
      }
      """
    let compared = compare(text, ["one block": "proved"])
    #expect(compared.disagreement == nil)
    #expect(compared.exhausted == 1)
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
    let text = """
      use "platforms/phone.lc"
      app A {
        kind stamp { var isUsed = false }
        kind note pool 2 { stamp front }
        var last: note? = none
        on opened { last = new note }
        possible "p": last != none
      }
      """
    #expect(compare(text, ["p": "unreachable"]).notCovered == "instances of an entry")
    #expect(compare("app A {", ["p": "proved"]).notCovered == "errors")
  }
}
