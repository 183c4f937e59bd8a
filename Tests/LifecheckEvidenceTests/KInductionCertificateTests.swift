import Foundation
import LifecheckEngines
import LifecheckEvidence
import LifecheckReports
import LifecheckSystem
import LifecheckTestSupport
import Testing

/// Claims that need two states in a row. `make check-evidence` has a second solver check the fixture.
@Suite struct KInductionCertificateTests {
  @Test(arguments: 1...3) func aTrueClaimHolds(k: Int) throws {
    let form = try CertificateForm(Lamp.text(Lamp.claim, k: k))
    #expect(try form.check(patience: nil) == .holds)
    #expect(form.queryCount == (k == 1 ? 1 + 3 + 1 : k + 2))
    #expect(form.isAbout(Lamp.system, [Lamp.proof(claim: Lamp.claim, k: k).parts[0].goal], places: Places(files: [])))
  }

  @Test func aFalseClaimFailsWhereItIsFalse() throws {
    let isOff = try CertificateForm(Lamp.text(.at(AutomatonIndex(0), [LocationIndex(0)]), k: 2))
    #expect(try isOff.check(patience: nil) == .fails(query: 2, about: "the claim holds after 1 step"))
    let isAnything = try CertificateForm(Lamp.text(.true, k: 2))
    #expect(try isAnything.check(patience: nil) == .fails(query: 4, about: "the claim excludes what is bad"))
    let isRed = try CertificateForm(Lamp.text(.compare(.less, .variable(VariableIndex(1)), .constant(2)), k: 1))
    #expect(try isRed.check(patience: nil) == .fails(query: 3, about: "step 1 keeps the invariant"))
  }

  /// Without time to find out what of an invariant is needed, all of it is written.
  @Test func aCertificateIsWrittenWhenTimeIsOver() throws {
    let whole = try Lamp.text(Lamp.claim, k: 1, timeLeft: .zero)
    let essential = try Lamp.text(Lamp.claim, k: 1, timeLeft: .seconds(3600))
    #expect(whole.utf8.count > essential.utf8.count)
    #expect(try essential == Lamp.text(Lamp.claim, k: 1))
    #expect(try Lamp.isAccepted(whole) && Lamp.isAccepted(essential))
  }

  @Test func anotherSystemIsNoticed() throws {
    let form = try CertificateForm(Lamp.text(Lamp.claim, k: 2))
    var other = Lamp.system
    other.parameters[0].range = 1_000...3_001
    #expect(!form.isAbout(other, [Lamp.proof(claim: Lamp.claim, k: 2).parts[0].goal], places: Places(files: [])))
    #expect(!form.isAbout(Lamp.system, [], places: Places(files: [])))
  }

  @Test func theFixture() throws {
    let url = fixturesFolder.appendingPathComponent("evidence/two-states.smt2")
    let text = try Lamp.text(Lamp.claim, k: 2)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(text.utf8).write(to: url)
      Issue.record("recorded two-states.smt2; run again without RECORD")
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}
