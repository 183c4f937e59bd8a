import LifecheckEncoding
import LifecheckFormulas
import LifecheckSolver
import LifecheckSystem

/// Finds out whether times allow a path, and if not, which comparisons it takes to see that.
///
/// Candidates are the comparisons that the system names, then differences of two times and of two bounds that it names for
/// them, as zones have them, and then of more bounds, since durations add up. Those are taken that an unsatisfiable core needs.
/// - Source: A. Cimatti, A. Griggio, S. Mover, S. Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS
///   2014, section 4, with cores over candidates instead of interpolants; T. Isenberg, H. Wehrheim, "Timed Automata
///   Verification via IC3 with Zones", ICFEM 2014, for the differences.
struct Refinement {
  enum Finding {
    /// The times of some run fit.
    case possible
    /// The comparisons are formulas of the bank of `path`.
    case impossible(because: [Formula])
    /// More would have to be remembered than there are candidates.
    case unexplained
    case stopped(StopReason)
  }

  private(set) var path: PathTimes
  private let steps: [SingleStep]
  private let goal: Term
  private let encoded: EncodedSystem
  private let solver: Solver
  private let effort = 20_000_000

  init(
    _ path: PathTimes, of steps: [SingleStep], to goal: Term, _ encoded: EncodedSystem, onStart: (InterruptHandle) -> Void
  ) throws(SolverError) {
    self.path = path
    self.steps = steps
    self.goal = goal
    self.encoded = encoded
    solver = try Solver()
    onStart(solver.interruptHandle)
  }

  /// - Parameters:
  ///   - named: Comparisons of the system, over current times.
  ///   - isBrief: It stops before it asks zones, whose thousands of comparisons may take the solver half a minute.
  mutating func examine(named: [Formula], isBrief: Bool) throws(SolverError) -> Finding {
    let scope = try SymbolScope(path.symbols, of: path.bank, in: solver)
    for condition in path.conditions { try scope.assert(condition, of: path.bank) }
    var kept: [(cut: Int, time: Formula)] = []
    for cut in path.cuts.indices { kept += path.cuts[cut].left.keys.sorted().map { (cut, $0) } }
    var assumptions: [Statement] = []
    for (cut, time) in kept {
      assumptions.append(try solver.literal(implying: scope.statement(path.isSame(time, at: cut), of: path.bank)))
    }
    switch try solver.check(assuming: assumptions, effort: effort) {
    case .satisfiable: return .possible
    case .unknown(let reason): return .stopped(reason)
    case .unsatisfiable: break
    }
    let needed = solver.core(of: assumptions).map { kept[$0] }
    for summands in 0...1 {
      let found = try enough(of: candidates(at: needed, named: named, summands: summands), scope)
      if let found { return .impossible(because: found) }
    }
    if isBrief { return .stopped(.effort) }
    if let found = try comparisonsOfZones(at: needed, scope) { return .impossible(because: found) }
    for summands in 2...Self.mostSummands {
      let found = try enough(of: candidates(at: needed, named: named, summands: summands), scope)
      if let found { return .impossible(because: found) }
    }
    return .unexplained
  }

  /// Finds comparisons by zones. The bounds that the system names, and how many of them add up, are of no matter to zones; but
  /// zones tell much that is not needed.
  private mutating func comparisonsOfZones(
    at needed: [(cut: Int, time: Formula)], _ scope: SymbolScope
  ) throws(SolverError) -> [Formula]? {
    guard encoded.timed.isExplorable else { return nil }
    var zones = PathZones(encoded, goal: goal)
    let all = zones.comparisons(along: steps, in: &path.bank)
    let own = zip(all, 0...).map { comparisons, cut in
      let times = Set(needed.filter { $0.cut == cut }.map(\.time))
      return comparisons.filter { path.bank.symbols(in: $0).isSubset(of: times) }
    }
    if let found = try enough(of: own, scope) { return found }
    return try enough(of: all, scope)
  }

  /// Of differences of bounds.
  private static let mostSummands = 4

  /// - Parameter summands: From how many differences of bounds those of times are made; 0: no differences of times.
  private mutating func candidates(at needed: [(cut: Int, time: Formula)], named: [Formula], summands: Int) -> [[Formula]] {
    var result: [[Formula]] = []
    for cut in path.cuts.indices {
      let times = Set(needed.filter { $0.cut == cut }.map(\.time))
      let own = named.filter { path.bank.symbols(in: $0).isSubset(of: times) }
      let notBelowZero = times.sorted().map { path.bank.compare(.lessEqual, path.bank.zero, $0) }
      result.append(own + notBelowZero + (summands > 0 ? path.differences(of: times, named: named, summands: summands) : []))
    }
    return result
  }

  /// - Parameter candidates: By cut.
  /// - Returns: Comparisons that are enough, if remembered instead of the times; nil if they are not.
  private mutating func enough(of candidates: [[Formula]], _ scope: SymbolScope) throws(SolverError) -> [Formula]? {
    var remembered: [Formula] = []
    var assumptions: [Statement] = []
    for (cut, comparisons) in candidates.enumerated() {
      for comparison in comparisons {
        remembered.append(comparison)
        let isSame = path.isSame(comparison: comparison, at: cut)
        assumptions.append(try solver.literal(implying: scope.statement(isSame, of: path.bank)))
      }
    }
    guard try solver.check(assuming: assumptions, effort: effort) == .unsatisfiable else { return nil }
    return try fewest(of: remembered, assumptions)
  }

  /// Among few candidates; of thousands, each try takes the solver a fifth of a second.
  private static let mostToTry = 60
  private static let fewCandidates = 1_500

  /// Leaves out one comparison after the other, at all cuts at once, where the rest is enough.
  /// - Parameter remembered: The comparison of each assumption. No times meet all of them together.
  private func fewest(of remembered: [Formula], _ assumptions: [Statement]) throws(SolverError) -> [Formula] {
    var core = solver.core(of: assumptions)
    let tries = Self.mostToTry * Self.fewCandidates / max(Self.fewCandidates, assumptions.count)
    for comparison in Set(core.map { remembered[$0] }).sorted().prefix(tries) {
      let rest = core.filter { remembered[$0] != comparison }
      if rest.count == core.count { continue }
      let question = rest.map { assumptions[$0] }
      if try solver.check(assuming: question, effort: effort / 10) == .unsatisfiable {
        core = solver.core(of: question).map { rest[$0] }
      }
    }
    return Set(core.map { remembered[$0] }).sorted()
  }
}

extension PathTimes {
  /// How two times differ, compared with how bounds that are named for them do.
  fileprivate mutating func differences(of times: Set<Formula>, named: [Formula], summands: Int) -> [Formula] {
    var bounds: [Formula: Set<Int>] = [:]
    for comparison in named {
      guard let (time, bound) = bank.boundOfOneTime(comparison), times.contains(time) else { continue }
      bounds[time, default: [0]].insert(bound)
    }
    var result: [Formula] = []
    for a in times.sorted() {
      for b in times.sorted() where a != b {
        for distance in distances(bounds[a] ?? [0], bounds[b] ?? [0], summands: summands) {
          let shifted = bank.add([b, bank.real(distance)])
          result += [bank.compare(.lessEqual, a, shifted), bank.compare(.less, a, shifted)]
        }
      }
    }
    return result
  }

  private static let mostDistances = 200

  /// With one summand, of a bound of one and a bound of the other; with more, sums of differences of any of them.
  private func distances(_ first: Set<Int>, _ second: Set<Int>, summands: Int) -> [Int] {
    if summands == 1 { return Set(first.flatMap { x in second.map { x - $0 } }).sorted() }
    let all = first.union(second)
    let single = Set(all.flatMap { x in all.map { x - $0 } })
    var sums = single
    for _ in 2..<max(summands, 2) { sums = Set(sums.flatMap { x in single.map { x + $0 } }) }
    return Array(sums.sorted { (abs($0), $0) < (abs($1), $1) }.prefix(Self.mostDistances))
  }
}

extension FormulaBank {
  /// The time and the number that are compared, if that is what a formula does.
  fileprivate func boundOfOneTime(_ comparison: Formula) -> (time: Formula, bound: Int)? {
    switch self[comparison] {
    case .lessEqual(let a, let b), .less(let a, let b), .equalReal(let a, let b):
      for (time, bound) in [(a, b), (b, a)] {
        if case .symbol = self[time], case .real(let number) = self[bound] { return (time, number) }
      }
      return nil
    default: return nil
    }
  }
}
