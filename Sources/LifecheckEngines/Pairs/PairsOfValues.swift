import LifecheckSystem

/// Which values of two slots have been seen together in one state. A value that has been seen at all is with itself.
///
/// A pair that has not been seen is a candidate for an invariant: of these, `PairInduction` keeps those that each step keeps.
/// - Source: such relations between the values of two variables at a time are a weakly relational domain, in the words of A. Miné,
///   "Weakly Relational Numerical Abstract Domains", 2004.
struct PairsOfValues {
  let table: ValueTable
  private let wordCount: Int
  /// By number of a value: a set of the numbers of those that were seen with it.
  private var partners: [UInt64]
  /// The numbers of the values of a state while it is added.
  private var numbers: [Int]
  private var members: [UInt64]

  init(_ system: TimedSystem) {
    table = ValueTable(system)
    wordCount = (table.count + 63) / 64
    partners = Array(repeating: 0, count: table.count * wordCount)
    numbers = Array(repeating: 0, count: table.slotCount)
    members = Array(repeating: 0, count: wordCount)
  }

  func areTogether(_ a: Int, _ b: Int) -> Bool { partners[a * wordCount + b >> 6] >> UInt64(b & 63) & 1 == 1 }
  func isSeen(_ value: Int) -> Bool { areTogether(value, value) }

  mutating func add(_ a: Int, _ b: Int) {
    for (a, b) in [(a, b), (b, a), (a, a), (b, b)] { partners[a * wordCount + b >> 6] |= 1 << UInt64(b & 63) }
  }

  /// - Parameter state: The value of each slot.
  /// - Returns: Whether two of its values had not been seen together.
  mutating func add(_ state: UnsafeBufferPointer<UInt16>) -> Bool {
    for word in 0..<wordCount { members[word] = 0 }
    for slot in numbers.indices {
      let number = table.number(of: Int(state[slot]), in: slot)
      numbers[slot] = number
      members[number >> 6] |= 1 << UInt64(number & 63)
    }
    var isNew = false
    for number in numbers {
      let start = number * wordCount
      for word in 0..<wordCount where members[word] & ~partners[start + word] != 0 {
        partners[start + word] |= members[word]
        isNew = true
      }
    }
    return isNew
  }
}
