import ArgumentParser
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports
import LifecheckSolver

/// `lifecheck doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check that lifecheck works here, and that it can still fail.",
    discussion: """
      A gate that is always green is worth nothing: a spec that must be violated is verified, and one that must hold.

      EXAMPLES:
        lifecheck doctor                              see what works here
        lifecheck doctor && lifecheck verify app.lc   begin a script with it

      EXIT CODES:
        0   all is well
        70  something is not
      """)

  func run() throws {
    let findings = [
      Finding("lifecheck", "\(RootCommand.version), \(System.coreCount) core\(System.coreCount == 1 ? "" : "s")", isGood: true),
      Finding("Z3", SolverLibrary.version, isGood: true),
      Finding(
        "memory",
        ProcessMemory.megabytes.map { "\($0) MB in use; --memory can be kept" }
          ?? "not told by this system, so --memory cannot be kept", isGood: ProcessMemory.megabytes != nil),
      Finding("platforms", shippedPlatforms.map(\.name).joined(separator: ", "), isGood: !shippedPlatforms.isEmpty),
      try trial("a spec that must be violated", Self.broken, expecting: .violated),
      try trial("a spec that must hold", Self.sound, expecting: .allGood),
      try trial("a spec with an error", "app A {\n", expecting: .specHasErrors),
    ]
    guard System.writeToStandardOutput(findings.map(\.line).joined()) else { System.end(.notWritten) }
    System.end(findings.allSatisfy(\.isGood) ? .allGood : .internalError)
  }

  private struct Finding {
    let name: String
    let words: String
    let isGood: Bool

    init(_ name: String, _ words: String, isGood: Bool) { (self.name, self.words, self.isGood) = (name, words, isGood) }

    var line: String { "\(isGood ? "ok     " : "wrong  ")\(name): \(words)\n" }
  }

  private static let broken = "app Door { var open = false; event enter { open = true }; property \"shut\": never open }"
  private static let sound = "app Lamp { var on = false; event turn { on = not on }; property \"either\": always on or not on }"

  private func trial(_ name: String, _ text: String, expecting expected: LifecheckReports.ExitCode) throws -> Finding {
    let loader = SourceLoader(shipped: shippedText, platformNames: shippedPlatforms.map(\.name)) { _, _ in .failure(.notFound) }
    let options = VerificationOptions(limits: Limits(wallTime: .seconds(60), megabytes: 2000))
    do throws(InternalError) {
      let report = try verify(path: "doctor.lc", text: Array(text.utf8), loader: loader, options: options)
      let code = LifecheckReports.ExitCode(for: [report])
      let told =
        code == expected
        ? "exit code \(code.rawValue), as it must" : "exit code \(code.rawValue), and it must be \(expected.rawValue)"
      return Finding(name, told, isGood: code == expected)
    } catch { return Finding(name, "internal error: \(error.message)", isGood: false) }
  }
}
