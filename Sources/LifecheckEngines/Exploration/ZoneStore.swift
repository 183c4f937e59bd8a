/// The zones of an exploration, each kept once: hundreds of thousands of states share a few hundred of them.
struct ZoneStore {
  private var zones: [Zone] = []
  private var numbers: [Zone: Int] = [:]

  var count: Int { zones.count }
  subscript(number: Int) -> Zone { zones[number] }

  mutating func number(of zone: Zone) -> Int {
    if let known = numbers[zone] { return known }
    numbers[zone] = zones.count
    zones.append(zone)
    return zones.count - 1
  }

  func isSubset(_ number: Int, of other: Int) -> Bool {
    number == other || zones[number].isSubset(of: zones[other])
  }
}
