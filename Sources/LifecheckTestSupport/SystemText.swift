import LifecheckSystem
import LifecheckSystemText

/// A timed system as a person reads it, for tests that fail on one; `lifecheck solve` decides it.
package func text(of problem: ReachabilityProblem) -> String {
  write(SystemDocument(system: problem.system, questions: [SystemDocument.Question(title: "goal", goal: problem.goal)]))
}
