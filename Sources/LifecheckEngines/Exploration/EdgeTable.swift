/// Which edges leave a place, and which of them are worth executing.
///
/// Like the code of edges and terms in memory that nobody counts references to; the program it belongs to deallocates it.
struct EdgeTable {
  /// For each automaton, the number of its first location among all.
  private let firstLocations: UnsafeBufferPointer<Int>
  /// For each location, the number of its first edge; those of one location lie side by side.
  private let firstEdges: UnsafeBufferPointer<Int>
  /// The conditions in front of each edge's first effect, side by side: most edges fail one of them.
  private let guards: UnsafeBufferPointer<TermProgram.Index>
  private let firstGuards: UnsafeBufferPointer<Int>
  private let codes: UnsafeBufferPointer<EdgeCode>
  private let terms: TermCode

  init(_ edges: [EdgeCode], firstLocations: [Int], firstEdges: [Int], terms: TermCode) {
    self.firstLocations = copy(of: firstLocations)
    self.firstEdges = copy(of: firstEdges + [edges.count])
    guards = copy(of: edges.flatMap(\.guards))
    firstGuards = copy(of: edges.reduce(into: [0]) { $0.append($0.last! + $1.guards.count) })
    codes = copy(of: edges)
    self.terms = terms
  }

  func deallocate() {
    firstLocations.deallocate()
    firstEdges.deallocate()
    guards.deallocate()
    firstGuards.deallocate()
    codes.deallocate()
  }

  subscript(number: Int) -> EdgeCode { codes[number] }

  func numbersOfEdges(of automaton: Int, at location: Int) -> Range<Int> {
    let place = firstLocations[automaton] + location
    return firstEdges[place]..<firstEdges[place + 1]
  }

  /// Looks at the conditions in front of the edge's first effect.
  /// - Parameter memory: What is known of the state.
  /// - Returns: nil if one of them cannot hold; otherwise the number of the first action that is left to be done: the conditions
  ///   before it hold whatever is open.
  func start(_ number: Int, _ values: UnsafeBufferPointer<UInt16>, _ memory: TermCode.Memory) -> Int? {
    let (first, end) = (firstGuards[number], firstGuards[number + 1])
    var action = 0
    for position in first..<end {
      let holds = terms.evaluate(guards[position], values, memory)
      if holds == 0 { return nil }
      if holds != TermProgram.unknown, action == position - first { action += 1 }
    }
    return action
  }
}

extension EdgeCode {
  fileprivate var guards: [TermProgram.Index] {
    var result: [TermProgram.Index] = []
    for action in actions {
      guard case .assume(let term) = action else { break }
      result.append(term)
    }
    return result
  }
}
