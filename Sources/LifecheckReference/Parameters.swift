import LifecheckLanguage

// Parameters: values that are unknown, and fixed for a run.

extension Evaluation {
  /// The values that are tried of a parameter: all of a number, a choice or a truth value; of a duration the usual one, both
  /// ends, and what the spec names between them. What is proved holds for each of them.
  func candidates(_ slot: Int) throws -> [Value] {
    let variable = program.variable(slot)
    guard let range = variable.durationRange else { return choices.all { _ in anything(variable.type, nil) } }
    var values = [range.lowerBound, range.upperBound]
    if let usual = variable.initial {
      var (environment, moment) = (Environment(this: program.slots[slot].thing), Moment(state: parametersAlone()))
      values.insert(try value(usual, &environment, &moment).number, at: 0)
    }
    var named: [Int] = []
    model.everyExpression { expression, owner in
      if case .duration(let time) = expression.kind, !program.isPlatformCode(owner), range.contains(time) { named.append(time) }
    }
    values += named.sorted()
    return values.indices.filter { !values[..<$0].contains(values[$0]) }.map { .int(values[$0]) }
  }

  /// Sets of values of all parameters: every one if they are few, else the usual one, the least, the greatest, and some at random.
  /// - Returns: Whether there are no others.
  func parameterSets(atMost count: Int, dice: inout Dice) throws -> (sets: [[Int: Value]], areAll: Bool) {
    let slots = program.slots.indices.filter { program.variable($0).storage == .rigid }
    let candidates = try slots.map { try self.candidates($0) }
    let number = candidates.reduce(1) { min($0 * $1.count, 1 << 20) }
    func set(_ pick: (Int) -> Int) -> [Int: Value] {
      Dictionary(uniqueKeysWithValues: slots.indices.map { (slots[$0], candidates[$0][pick($0)]) })
    }
    if number <= count {
      var sets: [[Int: Value]] = [[:]]
      for (slot, values) in zip(slots, candidates) {
        sets = sets.flatMap { set in values.map { set.merging([slot: $0]) { $1 } } }
      }
      return (sets, !slots.contains { program.variable($0).durationRange.map { $0.count > 1 } ?? false })
    }
    var sets = [set { _ in 0 }, set { min(1, candidates[$0].count - 1) }, set { candidates[$0].count - 1 }]
    while sets.count < count { sets.append(set { dice.pick(candidates[$0].count) }) }
    return (sets, false)
  }
}
