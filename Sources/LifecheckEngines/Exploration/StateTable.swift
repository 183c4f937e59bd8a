/// Discrete states, each with its number: the values lie side by side in one array, and are found again by what they are.
///
/// Most states that exploration comes to are known already, so looking one up must not make an array of its values.
struct StateTable {
  private let width: Int
  private var values: [UInt16] = []
  private(set) var count = 0
  /// Open addressing: the number of a state plus one, or zero. At most half full.
  private var places: [Int32]

  init(width: Int) {
    self.width = width
    places = Array(repeating: 0, count: 1024)
  }

  func values(of state: Int) -> [UInt16] { Array(values[state * width..<(state + 1) * width]) }

  /// The values where they are, as long as no state is added.
  func withValues<Result>(of state: Int, _ body: (UnsafeBufferPointer<UInt16>) -> Result) -> Result {
    values.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[state * width..<(state + 1) * width])) }
  }

  /// The number of the state with these values, and whether it is a new one.
  mutating func number(of wanted: UnsafeBufferPointer<UInt16>) -> (number: Int, isNew: Bool) {
    var place = hash(wanted) & (places.count - 1)
    while places[place] != 0 {
      let known = Int(places[place]) - 1
      if isSame(known, wanted) { return (known, false) }
      place = (place + 1) & (places.count - 1)
    }
    values.append(contentsOf: wanted)
    count += 1
    places[place] = Int32(count)
    if count * 2 > places.count { grow() }
    return (count - 1, true)
  }

  private func isSame(_ state: Int, _ wanted: UnsafeBufferPointer<UInt16>) -> Bool {
    withValues(of: state) { known in
      for slot in wanted.indices where known[slot] != wanted[slot] { return false }
      return true
    }
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: places.count * 2)
    for state in 0..<count {
      var place = withValues(of: state, hash) & (places.count - 1)
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(state + 1)
    }
  }

  /// - Source: the 64-bit variant of FNV-1a (G. Fowler, L. Noll, K.-P. Vo), on four values at a time instead of bytes, mixed
  ///   after each.
  private func hash(_ values: UnsafeBufferPointer<UInt16>) -> Int {
    let bytes = UnsafeRawBufferPointer(values)
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ part: UInt64) {
      hash = (hash ^ part) &* 0x100_0000_01b3
      hash ^= hash >> 32
    }
    var place = 0
    while place + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place += 8
    }
    while place < bytes.count {
      add(UInt64(bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
      place += 2
    }
    return Int(truncatingIfNeeded: hash)
  }
}
