import Foundation

/// The fields of the comment at the head of a case's spec, in a fixed form, a line each:
/// `// Pattern: 3, 9` before the repair (or `// Pattern: none, race of completion and expiration`: there is no such pattern, so the
/// family is named), and `// Repair: partial` after it.
extension CheckedSpec {
  /// The text after `// Name: `.
  func field(_ name: String) -> String? {
    headLines.lazy.filter { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }.first
  }

  /// The comment that the spec begins with, as one line, without such lines.
  var comment: String { headLines.filter { line in !fieldNames.contains { line.hasPrefix("\($0): ") } }.joined(separator: " ") }

  private var headLines: [String] {
    let lines = file.lineStarts.indices.map { file.lineText($0) }.prefix { $0.hasPrefix("//") }
    return lines.map { $0.drop { $0 == "/" }.trimmingCharacters(in: .whitespaces) }
  }
}

private let fieldNames = ["Pattern", "Repair"]

/// The judgement of a case about its repair.
enum Repair: String, CaseIterable {
  /// The bug is gone.
  case right
  /// The bug is gone, something related is left.
  case partial
  /// No public repair was read: the spec proposes one.
  case proposed
  /// The change is where the bug came from.
  case regress
}

struct CaseHeader {
  /// Numbers of patterns; empty: there is none.
  let patterns: [Int]
  let family: String?
  let repair: Repair?

  init(before: CheckedSpec?, after: CheckedSpec?) {
    let parts = (before?.field("Pattern") ?? "").components(separatedBy: ", ")
    patterns = parts.compactMap(Int.init)
    family = parts.first == "none" ? parts.dropFirst().joined(separator: ", ") : patterns.first.flatMap(familyOfPattern)
    repair = after?.field("Repair").flatMap(Repair.init)
  }
}

/// The families of such bugs, by the demand that they break, each with the patterns that are of the kind.
private let families: [(name: String, patterns: [ClosedRange<Int>])] = [
  ("begun and ended, or completed, exactly once on every path", [3...6, 31...31, 34...38, 45...45, 48...48]),
  ("no lock or live work at suspension, no use while suspended", [14...15, 39...41, 44...44, 46...47]),
  ("expiration handler present, effective, in time", [2...2, 7...8, 43...43]),
  ("ended or completed only after the work", [9...9, 32...32]),
  ("rescheduling and registration", [27...30]),
  ("kinds of launch, protected data, scenes", [20...26, 42...42]),
  ("do and undo in pairs, no double start", [17...19]),
  ("race of completion and expiration", []),
  ("main thread not blocked, and used for what it must", [11...13, 33...33]),
  ("saved before suspension, purge or termination", [1...1, 10...10, 16...16]),
]

func familyOfPattern(_ number: Int) -> String? {
  families.first { $0.patterns.contains { $0.contains(number) } }?.name
}

func isFamily(_ name: String) -> Bool { families.contains { $0.name == name } }
