/// A number for each pair of numbers, of which each fits 32 bits: what exploration looks up at every step.
struct NumberTable {
  /// Open addressing, at most half full; a pair is one word.
  private var pairs: [UInt64]
  /// −1: the place is free.
  private var numbers: [Int32]
  private var count = 0

  init() {
    pairs = Array(repeating: 0, count: 1024)
    numbers = Array(repeating: -1, count: 1024)
  }

  subscript(first: Int, second: Int) -> Int? {
    get {
      let number = numbers[place(of: pair(first, second))]
      return number < 0 ? nil : Int(number)
    }
    set {
      guard let newValue else { return }
      if count * 2 >= pairs.count { grow() }
      set(pair(first, second), Int32(newValue))
    }
  }

  private func pair(_ first: Int, _ second: Int) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

  private mutating func set(_ pair: UInt64, _ number: Int32) {
    let place = place(of: pair)
    if numbers[place] < 0 { count += 1 }
    (pairs[place], numbers[place]) = (pair, number)
  }

  /// Where it is, or would be.
  private func place(of pair: UInt64) -> Int {
    var place = hash(pair) & (pairs.count - 1)
    while numbers[place] >= 0, pairs[place] != pair { place = (place + 1) & (pairs.count - 1) }
    return place
  }

  /// - Source: the mixing step of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
  private func hash(_ pair: UInt64) -> Int {
    let mixed = (pair ^ (pair >> 30)) &* 0xbf58_476d_1ce4_e5b9
    return Int(truncatingIfNeeded: mixed ^ (mixed >> 27))
  }

  private mutating func grow() {
    let (oldPairs, oldNumbers) = (pairs, numbers)
    pairs = Array(repeating: 0, count: oldPairs.count * 2)
    numbers = Array(repeating: -1, count: oldPairs.count * 2)
    count = 0
    for (pair, number) in zip(oldPairs, oldNumbers) where number >= 0 { set(pair, number) }
  }
}
