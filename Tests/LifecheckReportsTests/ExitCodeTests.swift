import LifecheckReports
import Testing

struct ExitCodeTests {
  @Test func worstFirst() throws {
    let samples = try Samples()
    #expect(ExitCode(for: [samples.allGood]) == .allGood)
    #expect(ExitCode(for: [samples.undecided]) == .undecided)
    #expect(ExitCode(for: [samples.undecided, samples.notes]) == .violated)
    #expect(try ExitCode(for: [samples.notes, Samples.broken()]) == .specHasErrors)
    #expect(ExitCode(for: []) == .allGood)
  }

  @Test func adviceAndWhatIsAllowedDoNotFail() throws {
    let samples = try Samples()
    let advice = samples.rule("work is resumed after coming back", "resume", .violated(samples.saveIsTooSlow), isAdvice: true)
    let allowed = samples.rule(
      "no timer runs in the background", "timer-in-background", .violated(samples.saveIsTooSlow), allowedBecause: "meant so")
    #expect(ExitCode(for: [samples.report([advice, allowed])]) == .allGood)
  }

  /// Nobody knows whether it is followed.
  @Test func whatIsUndecidedFailsAlsoAsAdviceOrAllowed() throws {
    let samples = try Samples()
    let open = Verdict.undecided(Undecided(reason: .tooHard(nil), clearedSteps: 3))
    let advice = samples.rule("work is resumed after coming back", "resume", open, isAdvice: true)
    let allowed = samples.rule("no timer runs in the background", "timer-in-background", open, allowedBecause: "meant so")
    #expect(ExitCode(for: [samples.report([advice])]) == .undecided)
    #expect(ExitCode(for: [samples.report([allowed])]) == .undecided)
  }

  @Test func vacuousAndUnreachableFail() throws {
    let samples = try Samples()
    let vacuous = samples.property("an upload ends soon", .vacuous(reason: "`upload.begin` never happens"))
    let unreachable = samples.property("two uploads at once", .unreachable, role: .possible)
    #expect(ExitCode(for: [samples.report([vacuous])]) == .violated)
    #expect(ExitCode(for: [samples.report([unreachable])]) == .violated)
  }
}
