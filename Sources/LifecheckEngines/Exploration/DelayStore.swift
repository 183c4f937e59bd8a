/// What time makes of zones that were met before.
struct DelayStore {
  private struct Key: Hashable {
    let entry: Explorer.Entry
    let behaviour: Int

    func hash(into hasher: inout Hasher) {
      switch entry {
      case .kept(let number): hasher.combine(number << 20 ^ behaviour)
      case .changed(let zone):
        hasher.combine(behaviour)
        hasher.combine(zone)
      }
    }
  }
  private var ofKept: [Key: [Int]] = [:]
  /// Where many clocks run, hardly any of these come again, and they are large: only the latest are remembered.
  private var ofChanged: [Key: [Int]] = [:]
  private static let mostChanged = 4096

  subscript(entry: Explorer.Entry, behaviour: Int) -> [Int]? {
    get {
      let key = Key(entry: entry, behaviour: behaviour)
      return if case .kept = entry { ofKept[key] } else { ofChanged[key] }
    }
    set {
      let key = Key(entry: entry, behaviour: behaviour)
      if case .kept = entry {
        ofKept[key] = newValue
      } else {
        if ofChanged.count >= Self.mostChanged { ofChanged.removeAll(keepingCapacity: true) }
        ofChanged[key] = newValue
      }
    }
  }
}
