import LifecheckSystem

/// The nodes that an exploration has reached, by discrete state, without those that others include.
struct NodeStore {
  /// A discrete state and the clock valuations with which it can be reached on one path, closed under delay.
  ///
  /// There are millions of them, so each is small.
  struct Node {
    private let parentNumber: Int32
    private let automaton: Int32
    private let edgeNumber: Int32
    fileprivate let choicesNumber: Int32
    private let stateNumber: Int32
    private let zoneNumber: Int32
    fileprivate(set) var isSubsumed = false

    fileprivate init(parent: Int, edge: EdgeReference?, choicesNumber: Int32, state: Int, zone: Int) {
      parentNumber = Int32(parent)
      automaton = Int32(edge?.automaton.index ?? -1)
      edgeNumber = Int32(edge?.edge ?? -1)
      self.choicesNumber = choicesNumber
      stateNumber = Int32(state)
      zoneNumber = Int32(zone)
    }

    /// −1 at the start.
    var parent: Int { Int(parentNumber) }
    /// That led here.
    var edge: EdgeReference? {
      automaton < 0 ? nil : EdgeReference(automaton: AutomatonIndex(Int(automaton)), edge: Int(edgeNumber))
    }
    var state: Int { Int(stateNumber) }
    /// Its number in `zones`.
    var zone: Int { Int(zoneNumber) }
  }

  private(set) var nodes: [Node] = []
  var zones = ZoneStore()
  /// The values that edges chose, each list kept once.
  private var choices: [[Int]] = [[]]
  private var choicesNumbers: [[Int]: Int32] = [:]
  /// For each state the last of its nodes; −1: none.
  private var newest: [Int32] = []
  /// For each node the one of the same state that came before it, among those not subsumed; −1: none.
  private var older: [Int32] = []

  mutating func addState() { newest.append(-1) }

  /// The choices of the edge that led to the node.
  func choices(of node: Node) -> [Int] { choices[Int(node.choicesNumber)] }

  /// Adds a node whether or not others include it.
  mutating func append(parent: Int, edge: EdgeReference?, choices: [Int], state: Int, zone: Int) {
    nodes.append(Node(parent: parent, edge: edge, choicesNumber: number(of: choices), state: state, zone: zone))
    older.append(-1)
  }

  private mutating func number(of list: [Int]) -> Int32 {
    if list.isEmpty { return 0 }
    if let known = choicesNumbers[list] { return known }
    choicesNumbers[list] = Int32(choices.count)
    choices.append(list)
    return Int32(choices.count - 1)
  }

  func includes(_ zone: Int, _ state: Int) -> Bool {
    var node = Int(newest[state])
    while node >= 0 {
      if zones.isSubset(zone, of: nodes[node].zone) { return true }
      node = Int(older[node])
    }
    return false
  }

  /// In the place of those that it includes.
  mutating func insert(parent: Int, edge: EdgeReference?, choices: [Int], state: Int, zone: Int) {
    dropSubsumed(by: zone, state)
    append(parent: parent, edge: edge, choices: choices, state: state, zone: zone)
    older[nodes.count - 1] = newest[state]
    newest[state] = Int32(nodes.count - 1)
  }

  private mutating func dropSubsumed(by zone: Int, _ state: Int) {
    var node = Int(newest[state])
    var kept = -1
    while node >= 0 {
      let next = older[node]
      if zones.isSubset(nodes[node].zone, of: zone) {
        nodes[node].isSubsumed = true
        if kept < 0 { newest[state] = next } else { older[kept] = next }
      } else {
        kept = node
      }
      node = Int(next)
    }
  }
}
