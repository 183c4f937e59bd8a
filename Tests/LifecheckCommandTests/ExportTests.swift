import Foundation
import LifecheckTestSupport
import Testing

/// Exported models say the same as the report: asked of SPIN, and of a solver of Horn clauses.
@Suite(.serialized)
struct ExportTests {
  static let specs = ["counter.lc", "frozen.lc", "lamp.lc"]

  @Test(arguments: specs)
  func otherToolsAgree(_ name: String) throws {
    let session = try Session()
    defer { session.end() }
    try session.copy("Tests/Fixtures/export/\(name)", to: name)
    let verdicts = try verdicts(of: name, in: session)
    let promela = try session.run("lifecheck export --to promela \(name)").output
    var asked = 0
    for (number, title) in questions(in: promela) {
      guard let isReached = verdicts[title] else { continue }
      asked += 1
      #expect(try Spin.failsAssertion(promela, question: number) == isReached, "\(title), asked of SPIN")
      let clauses = try session.run("lifecheck export --to smt2 --question \(number) \(name) > clauses.smt2 && z3 clauses.smt2")
      #expect(clauses.output == (isReached ? "unsat\n" : "sat\n"), "\(title), as Horn clauses: \(clauses.errors)")
    }
    #expect(asked == verdicts.count)
  }

  /// For each sentence, whether what it asks about is reached.
  private func verdicts(of name: String, in session: Session) throws -> [String: Bool] {
    let text = try session.run("lifecheck verify --format json \(name)").output
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let reports = try #require(document?["reports"] as? [[String: Any]])
    let answers = try #require(reports.first?["answers"] as? [[String: Any]])
    var verdicts: [String: Bool] = [:]
    for answer in answers {
      let verdict = try #require(answer["verdict"] as? String)
      #expect(["proved", "unreachable", "violated", "reached"].contains(verdict))
      verdicts[try #require(answer["title"] as? String)] = ["violated", "reached"].contains(verdict)
    }
    return verdicts
  }

  /// `#if QUESTION == 3 /* never three */`
  private func questions(in promela: String) -> [(number: Int, title: String)] {
    promela.split(separator: "\n").compactMap { line in
      let parts = line.components(separatedBy: " /* ")
      guard line.hasPrefix("#if QUESTION == "), parts.count == 2 else { return nil }
      return (Int(parts[0].dropFirst("#if QUESTION == ".count))!, String(parts[1].dropLast(" */".count)))
    }
  }
}
