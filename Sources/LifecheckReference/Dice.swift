/// A linear congruential generator: the same runs for the same seed.
/// - Source: Knuth, "The Art of Computer Programming", volume 2, MMIX.
struct Dice {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }
  mutating func pick(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }
}
