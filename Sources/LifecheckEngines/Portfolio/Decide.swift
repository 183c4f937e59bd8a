import LifecheckSolver
import LifecheckSystem

/// Decides for each query whether a state where its goal holds can be reached.
///
/// One thread looks for violations, ever deeper, so that the trace that is found is the shortest, whoever knew first
/// that there is one. Once it has cleared a few steps, a second thread tries to prove what is still open. The calling
/// thread keeps the time.
/// - Parameter terminal: Once true it stays so, and every goal excludes it: nothing behind it is of interest.
/// - Throws: `SolverError` when the solver breaks. Limits reached are `.unknown`.
package func decide(
  _ system: TimedSystem, _ queries: [Query], terminal: Term = .false, limits: Limits = Limits(), options: EncodingOptions = EncodingOptions(),
  engines: Engines = .all, onProgress: (Progress) -> Void = { _ in }
) throws(SolverError) -> [QueryResult] {
  if let megabytes = limits.megabytes { SolverLibrary.limitMemory(megabytes: megabytes * limits.sharers) }
  let clock = ContinuousClock()
  let end = limits.wallTime.map { clock.now + $0 }
  var encoded = encode(system, options)
  let goals = queries.map { encoded.formula($0.goal) }
  let board = Monitor(Board(count: queries.count))
  for (index, goal) in goals.enumerated() where goal == encoded.system.bank.false {
    let certificate = Certificate(
      encoded: encoded, goal: goal, claim: encoded.system.bank.true, k: 1, engine: .kInduction)
    guard try certify(certificate) == .confirmed else { continue }
    let result = QueryResult(name: queries[index].name, result: .safe(certificate), engine: .kInduction)
    board.update { $0.settle(index, result) }
  }

  let work = Work(queries: queries, encoded: encoded, goals: goals, terminal: terminal, limits: limits, options: options, engines: engines, board: board)
  var threads: [WorkerThread] = []
  if board.update({ !$0.open.isEmpty }) { threads.append(WorkerThread { work.search() }) }
  var isProverStarted = !engines.contains(.proofs)
  var isOutOfTime = false
  var reported: Progress?
  while !threads.isEmpty {
    let left = end.map { $0 - clock.now } ?? .seconds(1)
    // A solver that is told to stop just before it starts may miss it, so it is told again.
    let patience: Duration = isOutOfTime ? .milliseconds(20) : min(max(left, .zero), .milliseconds(250))
    let (isDone, mayProve, progress) = board.wait(
      atMost: patience, until: { $0.isDone || ($0.isReadyForProofs && !isProverStarted) }
    ) { board in
      // A search that has ended early leaves all the more to prove.
      let startsProver =
        board.isReadyForProofs && !isProverStarted && !isOutOfTime && !board.open.isEmpty && !board.mustStop
        && engines.contains(.proofs)
      if isOutOfTime || (board.isDone && !startsProver) { board.stop() }
      if startsProver { board.startProving() }
      let isOver = !board.isSearching && !board.isProving
      let settled = board.results.count - board.open.count
      return (isOver, startsProver, Progress(settled: settled, total: queries.count, clearedSteps: board.clearedSteps))
    }
    if mayProve {
      isProverStarted = true
      threads.append(WorkerThread { work.prove() })
    } else if isDone {
      break
    }
    if progress != reported {
      reported = progress
      onProgress(progress)
    }
    if let end, clock.now >= end { isOutOfTime = true }
  }
  threads.forEach { $0.join() }
  let final = board.update { $0 }
  if let failure = final.failure, failure != .outOfMemory { throw failure }
  let reason = final.undecidedReason(outOfTime: isOutOfTime)
  return zip(queries, final.results).map { query, result in
    result ?? QueryResult(name: query.name, result: .unknown(reason, clearedSteps: final.clearedSteps), engine: nil)
  }
}

/// Which engines may answer; all do, but for tests that set them against each other.
package struct Engines: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  package static let exploration = Engines(rawValue: 1)
  package static let boundedModelChecking = Engines(rawValue: 2)
  package static let proofs = Engines(rawValue: 4)
  package static let all: Engines = [.exploration, .boundedModelChecking, .proofs]
}

/// What the two worker threads do.
struct Work: Sendable {
  let queries: [Query]
  let encoded: EncodedSystem
  let goals: [Formula]
  let terminal: Term
  let limits: Limits
  let options: EncodingOptions
  let engines: Engines
  let board: Monitor<Board>

  // MARK: Violations

  /// Depths to clear before proofs are tried: most violations are found by then, and need no prover.
  private static let headStart = (steps: 3, effort: 1_000_000)

  func search() {
    do {
      if engines.contains(.exploration) { try explore() }
      if board.update({ $0.open.isEmpty || $0.mustStop }) { return board.update { $0.endSearch($0.mustStop ? .interrupted : nil) } }
      if !engines.contains(.boundedModelChecking) { return board.update { $0.endSearch(nil) } }
      let checker = try BoundedModelChecker(encoded, goals: goals)
      board.update { $0.beginSearch(checker.interruptHandle) }
      while true {
        let open = board.update { $0.open }
        if open.isEmpty { return board.update { $0.endSearch(nil) } }
        if let maximum = limits.maximumSteps, checker.clearedSteps > maximum {
          return board.update { $0.endSearch(nil, ranOutOfSteps: true) }
        }
        let used = checker.usedEffort
        if let effort = limits.effort, used >= effort { return board.update { $0.endSearch(.effort) } }
        switch try checker.search(open: open, effort: limits.effort.map { $0 - used }) {
        case .violated(let query, let trace):
          let result = QueryResult(name: queries[query].name, result: .unsafe(trace), engine: .boundedModelChecking)
          board.update { $0.settle(query, result) }
        case .cleared:
          let isReady = checker.clearedSteps > Self.headStart.steps || checker.usedEffort > Self.headStart.effort
          board.update {
            $0.cleared(checker.clearedSteps)
            if isReady { $0.readyForProofs() }
          }
        case .stopped(let reason): return board.update { $0.endSearch(reason) }
        }
      }
    } catch .outOfMemory {
      board.update { $0.endSearch(.memory) }
    } catch {
      board.update {
        if $0.mustStop { $0.endSearch(.interrupted) } else { $0.fail(error); $0.endSearch(nil) }
      }
    }
  }

  // MARK: Proofs

  func prove() {
    var prover = Prover(self)
    do {
      let reason = try prover.run()
      board.update { $0.endProving(reason) }
    } catch .outOfMemory {
      board.update { $0.endProving(.memory) }
    } catch {
      board.update {
        if $0.mustStop { $0.endProving(.interrupted) } else { $0.fail(error); $0.endProving(nil) }
      }
    }
  }
}
