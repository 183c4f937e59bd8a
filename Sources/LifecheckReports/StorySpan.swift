import LifecheckChecking
import LifecheckDiagnostics
import LifecheckSystem

/// Something that goes on for a while in a run: work, a wait, or what a limit is set to.
package struct StorySpan: Hashable, Sendable {
  package var actor: String
  /// The thread or queue that whoever does it belongs to; nil: none.
  package var executor: String?
  /// "`send`", "waiting for didEnterBackground"
  package var name: String
  /// Time since the start.
  package var from: RationalTime
  package var to: RationalTime
  /// From which step of the story to which, counted from 0.
  package var steps: ClosedRange<Int>
  /// False: the run ends first.
  package var isOver: Bool
  /// When it has to be over, as its clocks stood at its end; nil: at no time.
  package var deadline: RationalTime?
  package init(
    actor: String, executor: String?, name: String, from: RationalTime, to: RationalTime, steps: ClosedRange<Int>, isOver: Bool,
    deadline: RationalTime?
  ) {
    (self.actor, self.executor, self.name) = (actor, executor, name)
    (self.from, self.to, self.steps) = (from, to, steps)
    (self.isOver, self.deadline) = (isOver, deadline)
  }
}

/// The executors of a system's automata: the name of a thread or queue for each of their places.
package struct Executors: Hashable, Sendable {
  private let names: [[String?]]
  private let systemProcesses: Set<Int>

  /// - Parameters:
  ///   - names: By automaton, then by location; may end early.
  ///   - systemProcesses: The automata that are no code of the app's.
  package init(_ names: [[String?]] = [], systemProcesses: Set<Int> = []) {
    (self.names, self.systemProcesses) = (names, systemProcesses)
  }

  func isSystem(_ automaton: AutomatonIndex) -> Bool { systemProcesses.contains(automaton.index) }

  /// Who takes a step, or has something to wait for. The names that a platform gives to its own processes are of no use to others.
  /// - Parameter executor: Where.
  func actor(_ automaton: Int, named name: String, on executor: String?) -> String {
    if !systemProcesses.contains(automaton) { return name }
    return executor == nil ? "the world" : "the system"
  }

  func name(_ automaton: Int, _ location: LocationIndex) -> String? {
    guard names.indices.contains(automaton), names[automaton].indices.contains(location.index) else { return nil }
    return names[automaton][location.index]
  }

  /// Of a step: code that goes to another queue takes its first statement there in the same step, and its last one too.
  func name(_ automaton: Int, from source: LocationIndex, to target: LocationIndex, home: LocationIndex) -> String? {
    let (before, after) = (name(automaton, source), name(automaton, target))
    return before == name(automaton, home) ? after ?? before : before
  }
}
