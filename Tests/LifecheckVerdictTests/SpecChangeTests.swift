import LifecheckDiagnostics
import LifecheckDriver
import LifecheckReports
import LifecheckTestSupport
import Testing

/// The changes that `lifecheck settle` tries, and the answers that it takes for settled.
@Suite struct SpecChangeTests {
  private static let spec = """
    use ios 17
    app Notes {
      var task: BackgroundTask? = none
      func send() async takes 1s...5s says "a note is sent"
      event write by user says "you write" when active { async { await send() } }
      on didEnterBackground {
        task = begin { end(task) }
        async {
          await send()
          end(task)
        }
      }
    }
    """

  private func changes(_ options: VerificationOptions = VerificationOptions()) throws -> [SpecChange] {
    try changesWorthTrying(
      path: "notes.lc", text: Array(Self.spec.utf8), loader: shippedPlatformsAndFixtures, options: options)
  }

  private func fixed(_ changes: [SpecChange]) -> [[String]] {
    changes.compactMap { if case .fixing(let values) = $0 { values } else { nil } }
  }

  @Test func parametersAreFixedTogetherAndOneByOne() throws {
    let fixed = fixed(try changes())
    #expect(fixed.first?.contains("earliestWarning=25s") ?? false)
    #expect(fixed.dropFirst() == fixed[0].map { [$0] }[...])
  }

  @Test func whatIsFixedAlreadyIsNotTried() throws {
    let names = fixed(try changes(VerificationOptions(platformParameters: ["earliestWarning=20s"]))).joined()
    #expect(!names.isEmpty && names.allSatisfy { !$0.hasPrefix("earliestWarning") })
  }

  @Test func partsOfCodeComeBeforeWholeHandlers() throws {
    let shown = try changes().compactMap { if case .without(_, let shown) = $0 { shown } else { nil } }
    #expect(shown == ["`task = begin { … }`", "`async { … }`", "`event write`", "`on didEnterBackground { … }`"])
  }

  @Test func leavesLinesWhereTheyAre() throws {
    let text = Array(Self.spec.utf8)
    for change in try changes() {
      let changed = change.applied(to: text)
      #expect(changed.count == text.count)
      #expect(text.indices.allSatisfy { (text[$0] == UInt8(ascii: "\n")) == (changed[$0] == UInt8(ascii: "\n")) })
    }
  }

  @Test func anEmptySpecSettlesNothing() throws {
    let undecided = report(.undecided(Undecided(reason: .depthLimit(3), clearedSteps: 3)))
    let trial = ChangeTrial(of: undecided)
    #expect(trial.outcome(of: report(.notApplicable(reason: "it has no task")), after: .zero) == .settles(0, seconds: 0))
    #expect(trial.outcome(of: report(.vacuous(reason: "nothing happens")), after: .zero) == .settles(0, seconds: 0))
    #expect(trial.outcome(of: undecided, after: .zero) == .settles(0, seconds: 0))
    #expect(trial.outcome(of: report(.proved), after: .seconds(2)) == .settles(1, seconds: 2))
  }

  /// A rule about several kinds has an answer for each of them, all in the same words.
  @Test func anAnswerAboutAnotherKindSettlesNothing() {
    let open = Verdict.undecided(Undecided(reason: .depthLimit(3), clearedSteps: 3))
    let trial = ChangeTrial(of: report(open, .proved))
    #expect(trial.openCount == 1)
    #expect(trial.outcome(of: report(open, .proved), after: .zero) == .settles(0, seconds: 0))
    #expect(trial.outcome(of: report(.proved, .proved), after: .zero) == .settles(1, seconds: 0))
  }

  @Test func errorsAreNoAnswer() {
    var broken = report(.proved)
    broken.diagnostics = [Diagnostic(.error, "unknown-name", "there is nothing called so", at: Self.nowhere)]
    #expect(ChangeTrial(of: report(.proved)).outcome(of: broken, after: .zero) == .impossible)
  }

  @Test func lessIsChangedWhereThatSettlesAsMuch() {
    let (all, one, other) = (SpecChange.fixing(["a=1s", "b=2s"]), SpecChange.fixing(["a=1s"]), SpecChange.fixing(["b=2s"]))
    let without = SpecChange.without(Self.nowhere, shown: "`event x`")
    var tried = ChangesTried(wanted: 2)
    tried.note(all, .settles(2, seconds: 1))
    #expect(tried.settlesAll && tried.isWorthTrying(one) && !tried.isWorthTrying(without))
    tried.note(one, .settles(1, seconds: 1))
    #expect(tried.mostUseful?.change == all)
    tried.note(other, .settles(2, seconds: 1))
    #expect(tried.mostUseful?.change == other && !tried.isWorthTrying(without))
  }

  @Test func whatSettlesNothingTogetherIsNotTriedOneByOne() {
    var tried = ChangesTried(wanted: 2)
    tried.note(.fixing(["a=1s", "b=2s"]), .settles(0, seconds: 1))
    #expect(!tried.isWorthTrying(.fixing(["a=1s"])) && tried.mostUseful == nil)
    #expect(tried.isWorthTrying(.without(Self.nowhere, shown: "`event x`")))
  }

  private static let nowhere = SourceRange(file: FileID(0), start: 0, end: 0)

  private func report(_ verdicts: Verdict...) -> CheckReport {
    let answers = verdicts.map {
      Answer(role: .rule, title: "tasks end", identifier: "task-ended", isAdvice: false, origin: Self.nowhere, verdict: $0)
    }
    let file = SourceFile(id: FileID(0), path: "notes.lc", text: [])
    return CheckReport(files: [file], path: "notes.lc", platform: "ios 17", diagnostics: [], answers: answers)
  }
}
