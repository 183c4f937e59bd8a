import LifecheckChecking
import LifecheckEngines
import LifecheckSystem
import LifecheckTestSupport

/// The outcome of asking every engine about a random system.
package struct SystemComparison: Sendable {
  package enum Word: String, Sendable { case safe, reached, unknown }
  package var seed: UInt64
  package var isWild: Bool
  /// The reference checker's answer; `unknown` if the system is too large for it, or not made for it.
  package var reference: Word
  /// The answer of each set of engines, in the order of `engineSets`.
  package var answers: [Word]
  package var conjuncts = 0
  /// nil: all agree, every run replays, every claim is confirmed.
  package var disagreement: String?

  package static let engineSets: [(name: String, engines: Engines)] = [
    ("all", .all), ("exploration", .exploration), ("search", .boundedModelChecking), ("proofs", .proofs), ("IC3", .ic3),
  ]

  /// Of random systems, which are small and all about time.
  package static let leastShareOfIC3 = 0.5

  /// Of the systems that some engines prove safe, the share that those of one set prove: an engine that silently gives up is
  /// noticed by it.
  package static func shareOfProofs(_ engines: Engines, in comparisons: [SystemComparison]) -> Double {
    let number = engineSets.firstIndex { $0.engines == engines }!
    let safe = comparisons.filter { $0.answers.contains(.safe) }
    return safe.isEmpty ? 1 : Double(safe.count { $0.answers[number] == .safe }) / Double(safe.count)
  }
}

/// Compares the engines with each other and with the reference checker on the random system of a seed.
///
/// - Parameter isWild: the reference checker finds only some runs then; see `RandomSystem`.
package func compare(seed: UInt64, isWild: Bool) -> SystemComparison {
  compare(RandomSystem(seed: seed, isWild: isWild).problem, seed: seed, isWild: isWild)
}

package func compare(_ problem: ReachabilityProblem, seed: UInt64, isWild: Bool) -> SystemComparison {
  let (reference, length) = isWild ? (.unknown, nil) : referenceAnswer(problem)
  var comparison = SystemComparison(seed: seed, isWild: isWild, reference: reference, answers: [])
  for (name, engines) in SystemComparison.engineSets {
    do {
      let result = try decide(problem, engines)
      comparison.answers.append(word(result))
      let complaint = complaint(about: result, problem, seed: seed, shortest: engines == .boundedModelChecking ? length : nil)
      if let complaint { comparison.disagreement = comparison.disagreement ?? "\(name): \(complaint)" }
    } catch {
      comparison.answers.append(.unknown)
      comparison.disagreement = comparison.disagreement ?? "\(name): the solver broke: \(error)"
    }
  }
  // A run that an engine found has been replayed; what is left to doubt is that there is none.
  if isWild, comparison.answers.contains(.safe), someRun(problem) { comparison.reference = .reached }
  let words = Set(comparison.answers + [comparison.reference])
  if words.contains(.safe), words.contains(.reached) {
    let all = zip(SystemComparison.engineSets, comparison.answers).map { "\($0.name) \($1.rawValue)" }
    comparison.disagreement = "reference \(comparison.reference.rawValue), " + all.joined(separator: ", ")
  }
  return comparison
}

/// The smallest system on which something disagrees, as text.
package func smallestDisagreement(_ comparison: SystemComparison) -> String {
  let problem = RandomSystem(seed: comparison.seed, isWild: comparison.isWild).problem
  let small = shrunk(problem) { compare($0, seed: comparison.seed, isWild: comparison.isWild).disagreement != nil }
  let complaint = compare(small, seed: comparison.seed, isWild: comparison.isWild).disagreement ?? ""
  return "\(comparison.isWild ? "wild seed" : "seed") \(comparison.seed): \(complaint)\n\(text(of: small))"
}

func decide(_ problem: ReachabilityProblem, _ engines: Engines) throws -> SafetyResult {
  let limits = Limits(wallTime: .seconds(1), maximumSteps: 8)
  return try decide(problem.system, [Query(name: "goal", goal: problem.goal)], limits: limits, engines: engines)[0].result
}

func word(_ result: SafetyResult) -> SystemComparison.Word {
  switch result {
  case .safe: .safe
  case .unsafe: .reached
  case .unknown: .unknown
  }
}

// MARK: One answer

private func complaint(
  about result: SafetyResult, _ problem: ReachabilityProblem, seed: UInt64, shortest: Int?
) -> String? {
  switch result {
  case .unknown: return nil
  case .unsafe(let trace):
    do { _ = try Interpreter(problem.system, parameters: trace.parameters).replay(trace, reaching: problem.goal) } catch {
      return "its run does not replay: \(error)"
    }
    if let shortest, shortest != trace.length { return "its run has \(trace.length) steps, the shortest has \(shortest)" }
    return nil
  case .safe(let certificate):
    guard (try? certify(certificate)) == .confirmed else { return "its proof is not confirmed" }
    var audit = Audit(problem.system, [certificate.claimed(excluding: problem.goal)], seed: seed)
    return audit.contradiction().map { "its proof is contradicted: \($0)" }
  }
}

// MARK: The reference

private func referenceAnswer(_ problem: ReachabilityProblem) -> (SystemComparison.Word, length: Int?) {
  switch ReferenceExplorer(problem.system).reach(problem.goal, limit: 20_000) {
  case .reachable(let trace): (.reached, trace.length)
  case .unreachable: (.safe, nil)
  case .tooLarge: (.unknown, nil)
  }
}

/// Whether there is a run with times that are multiples of a half or a third, and such parameters.
private func someRun(_ problem: ReachabilityProblem) -> Bool {
  [2, 3].contains { factor in
    let grid = problem.system.parameters.map { ($0.range.lowerBound * factor)...($0.range.upperBound * factor) }
    let valuations = grid.reduce([[]]) { heads, range in heads.flatMap { head in range.map { head + [$0] } } }
    return valuations.contains { values in
      let fixed = problem.fixing(parameters: values, factor: factor)
      if case .reachable = ReferenceExplorer(findingSomeRunsOf: fixed.system).reach(fixed.goal, limit: 700) { return true }
      return false
    }
  }
}
