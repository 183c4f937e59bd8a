/// A set of small whole numbers.
struct BitSet {
  private(set) var words: [UInt64]
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }
  mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }
  func contains(_ index: Int) -> Bool { words[index >> 6] & (1 << UInt64(index & 63)) != 0 }
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
  mutating func formIntersection(_ other: BitSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }
  mutating func formUnion(_ other: BitSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }
  func isDisjoint(with other: BitSet) -> Bool {
    for index in words.indices where words[index] & other.words[index] != 0 { return false }
    return true
  }
  /// - Parameter places: The words that are looked at.
  func countOfIntersection(_ other: BitSet, in places: [Int]) -> Int {
    var count = 0
    for index in places { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }
  /// Where there are members.
  var nonzeroWords: [Int] { words.indices.filter { words[$0] != 0 } }
  func intersection(_ other: BitSet) -> BitSet {
    var result = self
    result.formIntersection(other)
    return result
  }
  var members: [Int] {
    var result: [Int] = []
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        result.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return result
  }
}
