import LifecheckEncoding
import LifecheckSolver
import LifecheckSystem

/// Picks the one trace that is reported, out of all that violate a query at the least depth.
///
/// In this order: rigid parameters at their preferred values, whole milliseconds, the earliest violation, the fewest
/// edges, the lowest initial values, at each step and automaton the lowest edge and choices, the shortest delays from
/// the first step on. What is decided is asserted, so the solver holds one trace in the end.
struct CanonicalTrace {
  private let encoded: EncodedSystem
  private let unroller: Unroller
  private let length: Int
  private var solver: Solver { unroller.solver }
  /// For one question. A question that takes more counts as "no": the trace is then not quite the least, but the same
  /// on every machine.
  private static let effort = 30_000_000

  /// - Precondition: The solver holds a model of a violation at `length`, and all that it asserts is about it.
  init(_ encoded: EncodedSystem, _ unroller: Unroller, length: Int) {
    self.encoded = encoded
    self.unroller = unroller
    self.length = length
  }

  func find() throws(SolverError) -> Trace {
    guard try solver.check() == .satisfiable else { return try read() }
    try preferParameters()
    let isWhole = try demandWholeTimes()
    try minimize(unroller.total(encoded.delay, steps: length), isWhole: isWhole)
    try minimizeEdges()
    try lowerInitialValues()
    for step in 0..<length { try lowerEdges(at: step) }
    for parameter in encoded.parameters { try minimize(unroller.rigidValue(parameter), isWhole: isWhole) }
    for step in 0..<length { try minimize(unroller.input(encoded.delay, at: step), isWhole: isWhole) }
    return try read()
  }

  /// Whether `statement` can be had besides all that is decided; if so, it is decided.
  private func demand(_ statement: Statement) throws(SolverError) -> Bool {
    if try solver.holds(statement) {
      try solver.assert(statement)
      return true
    }
    let literal = try solver.literal(implying: statement)
    guard try solver.check(assuming: [literal], effort: Self.effort) == .satisfiable else { return false }
    try solver.assert(literal)
    return true
  }

  // MARK: Times

  private func preferParameters() throws(SolverError) {
    var wishes: [Statement] = []
    for (parameter, symbol) in zip(encoded.timed.parameters, encoded.parameters) {
      guard let preferred = parameter.preferred else { continue }
      wishes.append(try solver.compare(unroller.rigidValue(symbol), .equal, RationalTime(preferred)))
    }
    if wishes.isEmpty { return }
    if try demand(solver.all(wishes)) { return }
    for wish in wishes { _ = try demand(wish) }
  }

  private func demandWholeTimes() throws(SolverError) -> Bool {
    var times: [TimeExpression] = []
    for step in 0..<length { times.append(unroller.input(encoded.delay, at: step)) }
    for symbol in encoded.parameters { times.append(unroller.rigidValue(symbol)) }
    var conditions: [Statement] = []
    for time in times { conditions.append(try solver.isWhole(time)) }
    return try demand(solver.all(conditions))
  }

  /// Finds the least whole upper bound. The solver's values are usually extreme points and often 0 is possible, so
  /// these two are tried before bisection.
  private func minimize(_ time: TimeExpression, isWhole: Bool) throws(SolverError) {
    var low = 0
    var high = try ceiling(solver.value(of: time))
    var round = 0
    while low < high {
      let guess = round == 0 ? high - 1 : round == 1 ? low : low + (high - low) / 2
      round += 1
      if try demand(solver.compare(time, .lessEqual, RationalTime(guess))) {
        high = try ceiling(solver.value(of: time))
      } else {
        low = guess + 1
      }
    }
    try solver.assert(solver.compare(time, .lessEqual, RationalTime(high)))
    if !isWhole { try solver.assert(solver.compare(time, .equal, solver.value(of: time))) }
  }

  private func ceiling(_ time: RationalTime) -> Int {
    let quotient = time.numerator / time.denominator
    return time.numerator % time.denominator > 0 ? quotient + 1 : quotient
  }

  // MARK: Edges

  private func minimizeEdges() throws(SolverError) {
    var acts: [Statement] = []
    for step in 0..<length {
      for actor in encoded.actors { acts.append(try solver.not(unroller.step(actor.passes, at: step))) }
    }
    while true {
      var count = 0
      for act in acts where try solver.holds(act) { count += 1 }
      if count == 0 { return }
      guard try demand(solver.atMost(count - 1, of: acts)) else {
        return try solver.assert(solver.atMost(count, of: acts))
      }
    }
  }

  /// Of conditions of which exactly one holds, decides for the first that can be had.
  private func demandFirst(_ conditions: [Statement]) throws(SolverError) {
    func present() throws(SolverError) -> Int {
      for (index, condition) in conditions.enumerated() where try solver.holds(condition) { return index }
      return 0
    }
    var lowest = try present()
    while lowest > 0, try demand(solver.any(Array(conditions[..<lowest]))) { lowest = try present() }
    if !conditions.isEmpty { try solver.assert(conditions[lowest]) }
  }

  private func lowerInitialValues() throws(SolverError) {
    for (variable, value) in zip(encoded.timed.variables, encoded.variableValues) where variable.initial == nil {
      var conditions: [Statement] = []
      for (_, condition) in value.conditions { conditions.append(try unroller.state(condition, at: 0)) }
      try demandFirst(conditions)
    }
  }

  private func lowerEdges(at step: Int) throws(SolverError) {
    for actor in encoded.actors {
      let passes = try unroller.step(actor.passes, at: step)
      if try solver.holds(passes) {
        try solver.assert(passes)
        continue
      }
      var conditions = [passes]
      for firing in actor.firings { conditions.append(try unroller.step(firing.isTaken, at: step)) }
      try demandFirst(conditions)
      for firing in actor.firings where try solver.holds(unroller.step(firing.isTaken, at: step)) {
        for choice in firing.choices {
          var values: [Statement] = []
          for (_, condition) in choice.conditions { values.append(try unroller.step(condition, at: step)) }
          try demandFirst(values)
        }
      }
    }
  }

  // MARK: Reading

  private func read() throws(SolverError) -> Trace {
    let start = try unroller.values(at: 0)
    let values = try (0..<length).map { step throws(SolverError) in try unroller.values(at: step) }
    do {
      let steps = try values.flatMap { step in try encoded.steps { step[$0]! } }
      return Trace(
        initialVariables: try encoded.values { start[$0]! }, parameters: encoded.parameters.map { start[$0]!.time },
        steps: steps, length: length)
    } catch { throw .numberTooLarge }
  }
}
