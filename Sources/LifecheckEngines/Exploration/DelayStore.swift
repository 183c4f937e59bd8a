/// A cache of delays: the zones that time leads to from zones that were met before.
struct DelayStore {
  private struct Key: Hashable {
    let zone: Zone
    let behaviour: Int
  }
  private var ofKept = NumberTable()
  /// Where many clocks run, hardly any of these come again, and they are large: only the latest are remembered.
  private var ofChanged: [Key: Int] = [:]
  private static let mostChanged = 4096
  /// The zones that come of each, by their numbers. Few lists differ.
  private var lists: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]

  subscript(entry: Explorer.Entry, behaviour: Int) -> [Int]? {
    get {
      switch entry {
      case .kept(let zone): ofKept[zone, behaviour].map { lists[$0] }
      case .changed(let zone): ofChanged[Key(zone: zone, behaviour: behaviour)].map { lists[$0] }
      }
    }
    set {
      guard let newValue else { return }
      let number = numbers[newValue] ?? lists.count
      if number == lists.count {
        lists.append(newValue)
        numbers[newValue] = number
      }
      switch entry {
      case .kept(let zone): ofKept[zone, behaviour] = number
      case .changed(let zone):
        if ofChanged.count >= Self.mostChanged { ofChanged.removeAll(keepingCapacity: true) }
        ofChanged[Key(zone: zone, behaviour: behaviour)] = number
      }
    }
  }
}
