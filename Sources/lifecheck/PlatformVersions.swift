import ArgumentParser
import LifecheckLanguage

/// `17`, `12...15`, or several of these with commas between.
struct PlatformVersions: ExpressibleByArgument {
  /// Each once, rising.
  let numbers: [Int]

  init?(argument: String) {
    var numbers: Set<Int> = []
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = Self.range(part), range.count + numbers.count <= mostVersionsAtOnce else { return nil }
      numbers.formUnion(range)
    }
    self.numbers = numbers.sorted()
  }

  private static func range(_ text: Substring) -> ClosedRange<Int>? {
    let words = text.filter { $0 != " " }
    let middle = words.firstRange(of: "...")
    let (low, high) = middle.map { (words[..<$0.lowerBound], words[$0.upperBound...]) } ?? (words[...], words[...])
    guard let first = Int(low), let last = Int(high), 0 <= first, first <= last, last - first < mostVersionsAtOnce else { return nil }
    return first...last
  }
}
