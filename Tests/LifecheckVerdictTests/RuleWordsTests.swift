import LifecheckPlatforms
import Testing

@testable import LifecheckDriver

/// The words on the pages of the rules about a run that breaks them.
struct RuleWordsTests {
  /// A rule that is asked of things names the one that it is broken for, and no other rule speaks of one.
  @Test(arguments: rulePages.filter { $0.failure != nil })
  func aThingIsNamedWhereThereIsOne(_ page: RulePage) throws {
    let head = try #require(page.text.split(separator: "\n").first { $0.hasPrefix("Severity: ") })
    let names = page.failure?.contains("…") == true
    #expect(!names || head.contains("`for each "))
    #expect(names || !speaksOfIt(head))
  }

  /// `for each r in refresh: never dies overload` does not: it asks whether there are any.
  private func speaksOfIt(_ sentence: Substring) -> Bool {
    guard let found = sentence.firstMatch(of: /`for each ([a-z]+) in [^:]*:(.*)/) else { return false }
    return found.2.contains("\(found.1).")
  }

  @Test func theThingsStandInTheSentence() {
    let words = RuleWords(text: "… is still open")
    #expect(words.failure(of: ["`a`"]) == "`a` is still open")
    #expect(words.failure(of: ["`a`", "`b`", "`c`"]) == "`a` is still open; the same for `b` and `c`")
    #expect(words.failure(of: []) == nil)
    #expect(RuleWords(text: "nothing answers").failure(of: []) == "nothing answers")
  }
}
