import LifecheckChecking
import LifecheckLowering
import LifecheckSystem

/// The values that a run starts with, where the spec leaves them open.
struct SimulationStart: Sendable {
  private let system: TimedSystem
  /// The values that somebody has asked for.
  private var wanted: [VariableIndex: Int] = [:]
  private var durations: [ParameterIndex: RationalTime] = [:]

  init(_ system: TimedSystem) { self.system = system }

  /// More than anybody would try by hand.
  private static let mostTries = 100_000

  private var unknownVariables: [VariableIndex] {
    system.variables.indices.filter { system.variables[$0].initial == nil }.map { VariableIndex($0) }
  }

  /// The first start there is, values counted upwards.
  /// - Throws: `SimulationMistake` if there is none.
  func simulation(exactly isExact: Term, questions: [Simulation.Question]) throws(SimulationMistake) -> Simulation {
    let interpreter = Interpreter(system, parameters: parameters)
    let open = unknownVariables.filter { wanted[$0] == nil }
    var values = system.variables.map { $0.initial ?? 0 }
    for (variable, value) in wanted { values[variable.index] = value }
    for _ in 0..<Self.mostTries {
      if (try? interpreter.initialState(variables: values)) != nil,
        let start = try? Simulation(interpreter, variables: values, exactly: isExact, questions: questions)
      {
        return start
      }
      guard let next = open.last(where: { values[$0.index] + 1 < system.variables[$0.index].domain }) else { break }
      for later in open where next < later { values[later.index] = 0 }
      values[next.index] += 1
    }
    throw SimulationMistake("no run starts with these values" + (unknowns.isEmpty ? "" : ": \(unknowns.joined(separator: ", "))"))
  }

  private var parameters: [RationalTime] {
    system.parameters.enumerated().map { index, parameter in
      durations[ParameterIndex(index)] ?? RationalTime(parameter.preferred ?? parameter.range.lowerBound)
    }
  }

  // MARK: In words

  /// `grace = 4 s (2 s to 5 s)`
  func words(at state: State) -> [String] {
    let times = zip(system.parameters, parameters).compactMap { parameter, value -> String? in
      let (low, high) = (RationalTime(parameter.range.lowerBound), RationalTime(parameter.range.upperBound))
      return low == high ? nil : "\(parameter.name) = \(value.text) (\(low.text) to \(high.text))"
    }
    let values = unknownVariables.filter { !system.variables[$0.index].isHidden }.map { index in
      let variable = system.variables[index.index]
      let others = (0..<variable.domain).filter { $0 != state.variables[index.index] }.map(variable.nameOfValue)
      return "\(variable.name) = \(variable.nameOfValue(state.variables[index.index])) (or \(others.joined(separator: ", ")))"
    }
    return times + values
  }

  /// The names of all that can be set.
  private var unknowns: [String] {
    system.parameters.filter { $0.range.count > 1 }.map(\.name)
      + unknownVariables.map { system.variables[$0.index] }.filter { !$0.isHidden }.map(\.name)
  }

  mutating func set(_ name: String, to value: String) throws(SimulationMistake) {
    if let index = system.parameters.firstIndex(where: { $0.name == name && $0.range.count > 1 }) {
      durations[ParameterIndex(index)] = try duration(value, of: system.parameters[index])
      return
    }
    guard
      let index = unknownVariables.first(where: {
        system.variables[$0.index].name == name && !system.variables[$0.index].isHidden
      })
    else {
      throw SimulationMistake(
        "`\(name)` is not unknown at the start; "
          + (unknowns.isEmpty ? "nothing is" : "what is: \(unknowns.joined(separator: ", "))"))
    }
    let variable = system.variables[index.index]
    let names = (0..<variable.domain).map(variable.nameOfValue)
    guard let number = names.firstIndex(of: value) else {
      throw SimulationMistake("`\(name)` cannot be \(value); it is one of: \(names.joined(separator: ", "))")
    }
    wanted[index] = number
  }

  private func duration(_ text: String, of parameter: RigidParameter) throws(SimulationMistake) -> RationalTime {
    let (low, high) = (RationalTime(parameter.range.lowerBound), RationalTime(parameter.range.upperBound))
    guard let time = SimulationOrder.duration(text), low <= time, time <= high else {
      throw SimulationMistake("`\(parameter.name)` cannot be \(text); it is from \(low.text) to \(high.text), written as `2.5s`")
    }
    return time
  }
}
