// Whether time stands still in a discrete state whatever the clocks say. An `if` that asks a clock is a pair of urgent edges that wait for
// opposite things: one of them can always be taken, so no time passes there (decision 19).

extension Explorer {
  /// Some urgent edge can be taken; of edges that ask clocks, those that leave one place are taken together.
  func isUrgent(_ values: UnsafeBufferPointer<UInt16>) -> Bool {
    termsOfNewState.forget()
    return program.system.automata.indices.contains { automaton in
      let place = Int(values[program.system.variables.count + automaton])
      return isAnyTaken(of: program.edges(of: automaton, at: place), values)
    }
  }

  /// Time cannot pass before this edge is taken, whatever the clocks say.
  func isUrgent(_ edge: ExplorationProgram.PreparedEdge, _ values: UnsafeBufferPointer<UInt16>) -> Bool {
    termsOfNewState.forget()
    return isAnyTaken(of: CollectionOfOne(edge), values)
  }

  /// Whatever the clocks say, one of these urgent edges can be taken.
  private func isAnyTaken(
    of edges: some Sequence<ExplorationProgram.PreparedEdge>, _ values: UnsafeBufferPointer<UInt16>
  ) -> Bool {
    var uncovered = Valuations(anything)
    return edges.contains { edge in
      for part in valuations(letting: edge, values) { uncovered.remove(part, program) }
      return uncovered.isEmpty
    }
  }

  /// The valuations of clocks that let an urgent edge be taken, each part by how it answers what the edge asks.
  private func valuations(letting edge: ExplorationProgram.PreparedEdge, _ values: UnsafeBufferPointer<UInt16>) -> [[Answer]] {
    guard edge.isUrgent, let start = program.edgeTable.start(edge.number, values, termsOfNewState) else { return [] }
    var parts: [[Answer]] = []
    var isTaken = false
    singleExecution.run(edge.code, at: start, from: values, anything) { after in
      isTaken = true
      guard let trail = after.trail else { return }
      let firstReset = trail.resets.min() ?? Int.max
      // What is asked behind a reset is not asked of the clock as it is before the edge.
      guard trail.asked.allSatisfy({ $0.action < firstReset }) else { return }
      parts.append(trail.asked.map { Answer(atom: $0.atom, holds: $0.holds) })
    }
    // It does something whatever they say.
    if isTaken, singleExecution.failures.isEmpty, !singleExecution.hasTooManyBranches { return [[]] }
    return parts
  }
}

/// The outcome of a comparison of clocks.
private struct Answer {
  let atom: Int
  let holds: Bool
}

/// Valuations of clocks: a union of zones, each with what is known of comparisons that zones cannot express.
private struct Valuations {
  private var parts: [(zone: Zone, answers: [Int: Bool])]

  init(_ zone: Zone) { parts = [(zone, [:])] }

  var isEmpty: Bool { parts.isEmpty }

  /// Leaves those that answer otherwise.
  mutating func remove(_ answers: [Answer], _ program: ExplorationProgram) {
    var outside: [(zone: Zone, answers: [Int: Bool])] = []
    var inside = parts
    for answer in answers {
      let asked = inside
      inside = []
      for part in asked {
        for (outcome, zone) in program.split(part.zone, answer.atom) {
          let holds = outcome == 1
          if let known = part.answers[answer.atom], known != holds { continue }
          let decided = (zone, part.answers.merging([answer.atom: holds]) { known, _ in known })
          if holds == answer.holds { inside.append(decided) } else { outside.append(decided) }
        }
      }
    }
    parts = outside
  }
}
