import LifecheckSystem

// On which executor everybody has to be who changes a variable: as long as somebody else holds that one, it stays as it is.

/// By variable: the executors of the app that each step that changes it holds. Without an entry no step changes it.
typealias ExecutorsOfWriters = [VariableIndex: Set<ExecutorKey>]

extension Lowerer {
  /// A step that ends the app's process counts for nothing: it ends whoever holds an executor, too.
  func executorsOfWriters() -> ExecutorsOfWriters {
    var result: ExecutorsOfWriters = [:]
    for process in processes {
      for edge in process.edges where !endsApp(edge) {
        let held = Set([edge.source, edge.target].flatMap { process.locations[$0].holds.filter(isApp) })
        for case .variable(let variable) in edge.access.written.union(variablesThatLetGo(in: edge)) {
          result[variable] = result[variable].map { $0.intersection(held) } ?? held
        }
      }
    }
    return result
  }

  /// By process: the executors of the app that each step holds by which the process comes to be under way, or to its end. Without an entry
  /// there is no such step.
  func executorsOfStarts() -> [Int: Set<ExecutorKey>] {
    var result: [Int: Set<ExecutorKey>] = [:]
    for (index, process) in processes.enumerated() {
      for edge in process.edges where !endsApp(edge) {
        let held = Set([edge.source, edge.target].flatMap { process.locations[$0].holds.filter(isApp) })
        let isOwn = (edge.source == Process.idle) != (edge.target == Process.idle)
        for started in edge.items.compactMap(\.moved) + (isOwn ? [index] : []) {
          result[started] = result[started].map { $0.intersection(held) } ?? held
        }
      }
    }
    return result
  }

  func endsApp(_ edge: DraftEdge) -> Bool {
    edge.items.contains { item in
      guard case .action(let action) = item.asAction else { return false }
      return action.kind == .assign(running, .false, condition: .true)
    }
  }
}

extension DraftEdge.Item {
  /// The process that it puts to some place, or to its end.
  fileprivate var moved: Int? {
    switch self {
    case .endOf(let process, _): process
    case .action(let action), .loss(let action): if case .move(let automaton, _, _) = action.kind { automaton.index } else { nil }
    case .post, .unlessAwaited, .dequeue, .made, .die: nil
    }
  }
}
