/// Some of the values that a term may have: whole numbers from 0 to 63, or any number at all.
struct ValueSet: Equatable {
  /// By value, whether it is among them.
  private var bits: UInt64
  /// Nothing is known of the value.
  private(set) var isAnything = false

  private static let limit = UInt64.bitWidth

  private init(bits: UInt64) { self.bits = bits }

  static let none = ValueSet(bits: 0)
  static let truths = ValueSet(bits: 3)
  static let anything: ValueSet = {
    var result = ValueSet(bits: 0)
    result.isAnything = true
    return result
  }()

  init(_ value: Int) { self = (0..<Self.limit).contains(value) ? ValueSet(bits: 1 << UInt64(value)) : .anything }

  /// All values of a variable or of a choice.
  init(domain: Int) {
    if domain > Self.limit { self = .anything } else { bits = domain == Self.limit ? .max : 1 << UInt64(domain) - 1 }
  }

  init(canBeTrue: Bool, canBeFalse: Bool) { bits = (canBeTrue ? 2 : 0) | (canBeFalse ? 1 : 0) }

  var isEmpty: Bool { !isAnything && bits == 0 }
  /// As a condition, every number but 0 is true.
  var canBeTrue: Bool { isAnything || bits & ~1 != 0 }
  var canBeFalse: Bool { isAnything || bits & 1 != 0 }
  func canBe(_ truth: Bool) -> Bool { truth ? canBeTrue : canBeFalse }

  /// The only value; nil: there are others.
  var single: Int? { !isAnything && bits.nonzeroBitCount == 1 ? bits.trailingZeroBitCount : nil }

  private var values: [Int] { (0..<Self.limit).filter { bits >> UInt64($0) & 1 == 1 } }

  func union(_ other: ValueSet) -> ValueSet {
    isAnything || other.isAnything ? .anything : ValueSet(bits: bits | other.bits)
  }

  /// The values of a set within a domain that are in the other as well.
  func intersection(_ other: ValueSet) -> ValueSet {
    if other.isAnything { return self }
    return isAnything ? other : ValueSet(bits: bits & other.bits)
  }

  /// The results of an operation on any of these values and any of the others.
  func combined(_ other: ValueSet, _ operation: (Int, Int) -> Int) -> ValueSet {
    if isAnything || other.isAnything { return .anything }
    let others = other.values
    return values.reduce(.none) { result, a in others.reduce(result) { $0.union(ValueSet(operation(a, $1))) } }
  }

  /// Those of which the comparison with some of the others comes out as it should.
  func filtered(_ comparison: Comparison, _ other: ValueSet, isMeant: Bool) -> ValueSet {
    if isAnything || other.isAnything { return self }
    let others = other.values
    return values.filter { a in others.contains { comparison.holds(a, $0) == isMeant } }.reduce(.none) { $0.union(ValueSet($1)) }
  }
}
