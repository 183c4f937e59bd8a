import LifecheckLanguage

/// Versions of a platform as people write them: `17`, `12...15`, or several of these with commas between.
package struct VersionList: Sendable {
  /// Each once, rising.
  package let numbers: [Int]

  /// - Returns: nil: these are no versions, or more than `mostVersionsAtOnce`.
  package init?(_ text: some StringProtocol) {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = Self.range(part), range.count + numbers.count <= mostVersionsAtOnce else { return nil }
      numbers.formUnion(range)
    }
    self.numbers = numbers.sorted()
  }

  private static func range(_ text: some StringProtocol) -> ClosedRange<Int>? {
    let words = String(text.filter { $0 != " " })
    let middle = words.firstRange(of: "...")
    let (low, high) = middle.map { (words[..<$0.lowerBound], words[$0.upperBound...]) } ?? (words[...], words[...])
    guard let first = Int(low), let last = Int(high), 0 <= first, first <= last, last - first < mostVersionsAtOnce else {
      return nil
    }
    return first...last
  }
}
