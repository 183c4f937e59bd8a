/// The zones of an exploration, each kept once: hundreds of thousands of states share a few hundred of them.
struct ZoneStore {
  private var zones: [Zone] = []
  private var numbers: [Zone: Int] = [:]
  /// Those of all zones, side by side, so that comparing two need not look for their arrays.
  private var bounds: [Int32] = []

  var count: Int { zones.count }
  subscript(number: Int) -> Zone { zones[number] }

  mutating func number(of zone: Zone) -> Int {
    if let known = numbers[zone] { return known }
    numbers[zone] = zones.count
    zones.append(zone)
    bounds += zone.bounds
    return zones.count - 1
  }

  func isSubset(_ number: Int, of other: Int) -> Bool {
    if number == other { return true }
    let size = zones[0].bounds.count
    return bounds.withUnsafeBufferPointer { bounds in
      for index in 0..<size where bounds[number * size + index] > bounds[other * size + index] { return false }
      return true
    }
  }
}
