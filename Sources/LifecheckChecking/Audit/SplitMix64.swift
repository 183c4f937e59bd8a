/// A small seeded generator, the same on every platform.
/// - Source: Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Uniform enough for choosing what to look at.
  package mutating func pick(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
  /// - Precondition: `elements` is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[pick(0...elements.count - 1)] }
  package mutating func chance(_ percent: Int) -> Bool { pick(0...99) < percent }
}
