import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The things that exist, and where their variables live.

extension Lowerer {
  /// Gives all things what they are declared with, and their variables a place.
  func instantiate() throws {
    try refuseThingsInPools()
    try evaluateArguments()
    for index in nodes.indices { try makeStorage(of: index) }
    for index in nodes.indices { try setStopwatchRates(of: index) }
  }

  /// Evaluates the arguments that instances are declared with, as seen from where they are declared.
  private func evaluateArguments() throws {
    // The thing that another one is a part of comes before it.
    for (key, node) in things.members.sorted(by: { $0.value < $1.value }) {
      let instance = model.instances[key.instance.index]
      for (parameter, argument) in zip(model.kinds[instance.kind.index].parameters, instance.arguments) {
        let value = try fixed(evaluate(argument, environment(of: key.parent)), parameter, at: argument.range)
        give(value, for: parameter, to: node)
      }
    }
  }

  /// An argument is known before the run, and one of the values of its type.
  private func fixed(_ value: Value, _ parameter: LocalID, at range: SourceRange) throws -> Value {
    let type = model.locals[parameter.index].type
    guard case .term(let term) = value.asTerm(self), isFinite(type) else { return value }
    guard term.readVariables.allSatisfy({ variables[$0.index].isRigid }) else {
      throw LoweringFailure("not-constant", "this must be known before the run", at: range)
    }
    let (values, possible) = (valueRange(of: type), bounds(of: term))
    guard values.contains(possible.lowerBound), values.contains(possible.upperBound) else {
      throw LoweringFailure(
        "value-out-of-range", "this may be outside of \(values.lowerBound)...\(values.upperBound)", at: range)
    }
    return value
  }

  private func setStopwatchRates(of node: Int) throws {
    for (index, stopwatch) in model.stopwatches.enumerated() where stopwatch.owner == nodes[node].kind {
      guard let condition = stopwatch.condition,
        let clock = stopwatches[StopwatchKey(node: node, stopwatch: StopwatchID(index))]
      else { continue }
      let rate = try outsideUnits { try fact(condition, environment(of: node)) }
      if rate.mentionsClock {
        throw LoweringFailure(
          "not-supported", "a stopwatch that runs while another one shows something is not decided yet", at: condition.range,
          help: "set a `system var` in an event that comes at that moment (`latest`), and let it run while that is true")
      }
      setRate(rate, of: clock)
    }
  }

  func environment(of node: Int) -> Environment {
    Environment(
      locals: nodes[node].arguments.mapValues { .value($0) }, selfValue: .node(node), selfKind: nodes[node].kind)
  }

  func qualified(_ name: String, of node: Int) -> String { things.qualified(name, of: node, in: model) }
}
