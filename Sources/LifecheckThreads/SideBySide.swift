/// The results of `body` for each index below `count`, in that order; `jobs` threads work at once.
///
/// - Parameter whileWaiting: called now and then on the calling thread, with the number of results so far.
package func sideBySide<Result: Sendable>(
  count: Int, jobs: Int, pause: Duration = .milliseconds(200),
  whileWaiting: (Int) -> Void = { _ in }, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let work = Monitor(SharedWork<Result>(results: Array(repeating: nil, count: count)))
  let threads = (0..<max(1, min(jobs, count))).map { _ in
    WorkerThread {
      while let index = work.update({ $0.takeNext() }) {
        let result = body(index)
        work.update { $0.finish(index, with: result) }
      }
    }
  }
  var done = 0
  while done < count {
    done = work.wait(atMost: pause, until: { $0.done == count }) { $0.done }
    if done < count { whileWaiting(done) }
  }
  threads.forEach { $0.join() }
  return work.update { $0.results.map { $0! } }
}

/// Which indexes are taken, and what came of them.
private struct SharedWork<Result: Sendable>: Sendable {
  var results: [Result?]
  var next = 0
  var done = 0

  mutating func takeNext() -> Int? {
    guard next < results.count else { return nil }
    next += 1
    return next - 1
  }

  mutating func finish(_ index: Int, with result: Result) {
    results[index] = result
    done += 1
  }
}
