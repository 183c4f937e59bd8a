import LifecheckSystem

/// What an exploration has come to: for each discrete state its nodes, without those that others include.
struct NodeStore {
  /// A discrete state and the clock valuations with which it can be reached on one path, closed under delay.
  struct Node {
    var parent: Int
    /// The edge that led here, and its choices.
    var edge: EdgeReference?
    var choices: [Int]
    var state: Int
    /// Its number in `zones`.
    var zone: Int
    var isSubsumed = false
  }

  private(set) var nodes: [Node] = []
  var zones = ZoneStore()
  /// For each state the last of its nodes; −1: none.
  private var newest: [Int] = []
  /// For each node the one of the same state that came before it, among those not subsumed; −1: none.
  private var older: [Int] = []

  mutating func addState() { newest.append(-1) }

  /// Adds a node whether or not others include it.
  mutating func append(_ node: Node) {
    nodes.append(node)
    older.append(-1)
  }

  func includes(_ zone: Int, _ state: Int) -> Bool {
    var node = newest[state]
    while node >= 0 {
      if zones.isSubset(zone, of: nodes[node].zone) { return true }
      node = older[node]
    }
    return false
  }

  /// In the place of those that it includes.
  mutating func insert(_ node: Node) {
    dropSubsumed(by: node.zone, node.state)
    append(node)
    older[nodes.count - 1] = newest[node.state]
    newest[node.state] = nodes.count - 1
  }

  private mutating func dropSubsumed(by zone: Int, _ state: Int) {
    var node = newest[state]
    var kept = -1
    while node >= 0 {
      let next = older[node]
      if zones.isSubset(nodes[node].zone, of: zone) {
        nodes[node].isSubsumed = true
        if kept < 0 { newest[state] = next } else { older[kept] = next }
      } else {
        kept = node
      }
      node = next
    }
  }
}
