import LifecheckDriver
import LifecheckEngines
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport
import Testing

/// The apps on the pages of the rules: one that breaks the rule, and the same one mended.
@Suite struct RulePagesTests {
  @Test(arguments: rulePages)
  func theBrokenAppBreaksTheRule(_ page: RulePage) throws {
    let answer = try answer(of: page, to: "Broken")
    guard case .violated = answer.verdict else {
      Issue.record("\(page.identifier) is \(answer.verdict.name), in the broken app of its page")
      return
    }
    #expect(answer.title == page.title)
    #expect(answer.isAdvice == page.text.contains("\nSeverity: advice. "))
  }

  @Test(arguments: rulePages)
  func theMendedAppHolds(_ page: RulePage) throws {
    let answer = try answer(of: page, to: "Mended")
    #expect(answer.verdict.name == "proved")
  }

  /// Whatever a report has in brackets can be looked up, and says how it is mended.
  @Test(arguments: shippedPlatforms.map(\.name))
  func everyRuleHasAPage(_ platform: String) throws {
    let report = try check("use \(platform)\napp Nothing { }\n")
    for rule in report.answers where rule.role == .rule {
      let page = rulePages.first { $0.identifier == rule.identifier && $0.platform == platform }
      #expect(page?.title == rule.title, "\(rule.identifier ?? rule.title) on \(platform)")
      #expect(page?.mend != nil, "\(rule.identifier ?? rule.title) on \(platform)")
    }
  }

  private func answer(of page: RulePage, to section: String) throws -> Answer {
    let report = try check(try #require(page.code(in: section)))
    #expect(report.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return try #require(report.answers.first { $0.identifier == page.identifier })
  }

  private func check(_ text: String) throws -> CheckReport {
    try verify(
      path: "page.lc", text: [UInt8](text.utf8), loader: shippedPlatformsAndFixtures,
      options: VerificationOptions(limits: Limits(wallTime: .seconds(600))))
  }
}

extension RulePage {
  /// The spec of a section, up to the first line that is not indented.
  fileprivate func code(in section: String) -> String? {
    guard let start = text.firstRange(of: "## \(section)\n\n")?.upperBound else { return nil }
    let lines = text[start...].split(separator: "\n", omittingEmptySubsequences: false)
    let block = lines.prefix { $0.isEmpty || $0.hasPrefix("    ") }
    // The verdict may follow in a block of its own.
    let end = block.lastIndex(of: "    }") ?? block.endIndex - 1
    return block[...end].map { $0.dropFirst(4) + "\n" }.joined()
  }
}
