/// Discrete states, each with its number: the values lie side by side in one array, and are found again by what they are.
///
/// Most states that exploration comes to are known already, so looking one up must not make an array of its values. Most
/// values fit a byte, so a state is the lower bytes of all values, and behind them the upper bytes of those that have one.
struct StateTable {
  private let width: Int
  /// The slots whose values may need two bytes.
  private let wide: [Int]
  private let size: Int
  private var bytes: [UInt8] = []
  private(set) var count = 0
  /// Open addressing: the number of a state plus one, or zero. At most half full.
  private var places: [Int32]
  /// The bytes of the state that is looked for.
  private var wanted: [UInt8]

  /// - Parameter domains: How many values each slot has.
  init(domains: [Int]) {
    width = domains.count
    wide = domains.indices.filter { domains[$0] > 256 }
    size = width + wide.count
    places = Array(repeating: 0, count: 1024)
    wanted = Array(repeating: 0, count: size)
  }

  func values(of state: Int) -> [UInt16] {
    [UInt16](unsafeUninitializedCapacity: width) { values, count in
      read(state, into: values)
      count = width
    }
  }

  func withValues<Result>(of state: Int, _ body: (UnsafeBufferPointer<UInt16>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: width) { values in
      read(state, into: values)
      return body(UnsafeBufferPointer(values))
    }
  }

  func read(_ state: Int, into values: UnsafeMutableBufferPointer<UInt16>) {
    bytes.withUnsafeBufferPointer { bytes in
      let start = state * size
      for slot in 0..<width { values[slot] = UInt16(bytes[start + slot]) }
      for (place, slot) in wide.enumerated() { values[slot] |= UInt16(bytes[start + width + place]) << 8 }
    }
  }

  /// The number of the state with these values, and whether it is a new one.
  mutating func number(of values: UnsafeBufferPointer<UInt16>) -> (number: Int, isNew: Bool) {
    write(values)
    var place = wanted.withUnsafeBytes(hash) & (places.count - 1)
    while places[place] != 0 {
      let known = Int(places[place]) - 1
      if isWanted(known) { return (known, false) }
      place = (place + 1) & (places.count - 1)
    }
    bytes.append(contentsOf: wanted)
    count += 1
    places[place] = Int32(count)
    if count * 2 > places.count { grow() }
    return (count - 1, true)
  }

  private mutating func write(_ values: UnsafeBufferPointer<UInt16>) {
    wanted.withUnsafeMutableBufferPointer { wanted in
      for slot in 0..<width { wanted[slot] = UInt8(truncatingIfNeeded: values[slot]) }
      for (place, slot) in wide.enumerated() { wanted[width + place] = UInt8(values[slot] >> 8) }
    }
  }

  private func isWanted(_ state: Int) -> Bool {
    bytes.withUnsafeBytes { bytes in
      wanted.withUnsafeBytes { wanted in
        let start = state * size
        var place = 0
        while place + 8 <= size {
          let word = wanted.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          if word != bytes.loadUnaligned(fromByteOffset: start + place, as: UInt64.self) { return false }
          place += 8
        }
        while place < size {
          if wanted[place] != bytes[start + place] { return false }
          place += 1
        }
        return true
      }
    }
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: places.count * 2)
    for state in 0..<count {
      var place = bytes.withUnsafeBytes { hash(UnsafeRawBufferPointer(rebasing: $0[state * size..<(state + 1) * size])) }
      place &= places.count - 1
      while places[place] != 0 { place = (place + 1) & (places.count - 1) }
      places[place] = Int32(state + 1)
    }
  }

  /// - Source: the 64-bit variant of FNV-1a (G. Fowler, L. Noll, K.-P. Vo), on eight bytes at a time, mixed after each.
  private func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
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
      add(UInt64(bytes[place]))
      place += 1
    }
    return Int(truncatingIfNeeded: hash)
  }
}
