import LifecheckSystem

extension Interpreter {
  /// Runs the trace from its start and asks for the goal at its end.
  /// - Returns: the initial state, then the state after each step.
  /// - Throws: the first thing that is wrong, with the number of its step.
  package func replay(_ trace: Trace, reaching goal: Term) throws(ReplayFailure) -> [State] {
    var number = 0
    do throws(ReplayFailure) {
      guard trace.parameters == parameters else { throw ReplayFailure(.parametersDiffer) }
      var states = [try initialState(variables: trace.initialVariables)]
      for step in trace.steps {
        number += 1
        states.append(try perform(step, in: states[number - 1]))
      }
      guard try holds(goal, in: states[number]) else { throw ReplayFailure(.goalNotReached) }
      return states
    } catch {
      throw ReplayFailure(error.reason, step: number)
    }
  }

  /// The delay, then the edge if there is one.
  package func perform(_ step: Step, in state: State) throws(ReplayFailure) -> State {
    let later = try delay(state, by: step.delay)
    guard let edge = step.edge else { return later }
    return try take(edge, choices: step.choices, in: later)
  }
}
