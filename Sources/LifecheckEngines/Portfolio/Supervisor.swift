import LifecheckThreads

/// Keeps the limits, stops the workers, and says when the second one is to start.
struct Supervisor {
  enum Event {
    case isOver, startsProver, none
    /// The check is over, and somebody does not end.
    case isLate
  }
  private let board: Monitor<Board>
  private let watch: LimitWatch
  /// Until it has been started.
  private var mayStartProver: Bool
  private var isStopping = false

  /// Engines end soon when they are told to. What one of them is in the middle of may know no end; nobody waits for that.
  private static let grace = Duration.milliseconds(50)

  init(board: Monitor<Board>, watch: LimitWatch, mayStartProver: Bool) {
    self.board = board
    self.watch = watch
    self.mayStartProver = mayStartProver
  }

  /// Waits until something is to be done, for a short time at most.
  mutating func wait() -> (Event, Progress) {
    let mayProve = mayStartProver
    let (event, progress) = board.wait(
      atMost: patience, until: { $0.isOver || (!$0.mustStop && ($0.isDone || ($0.isReadyForProofs && mayProve))) }
    ) { board in
      (act(on: &board), Progress(board))
    }
    if event == .isOver { return (event, progress) }
    watch.look()
    return (isLate ? .isLate : event, progress)
  }

  private var isLate: Bool { isStopping && watch.end.map { .now - $0 > Self.grace } ?? false }

  /// A solver that is told to stop just before it starts may miss it, so it is told again.
  private var patience: Duration { isStopping ? .milliseconds(20) : watch.patience }

  private mutating func act(on board: inout Board) -> Event {
    let mustStop = watch.reached != nil
    // A search that has ended early leaves all the more to prove.
    let startsProver = board.isReadyForProofs && mayStartProver && !mustStop && !board.open.isEmpty && !board.mustStop
    if mustStop || (board.isDone && !startsProver) { board.stop() }
    isStopping = board.mustStop
    if startsProver {
      board.startProving()
      mayStartProver = false
      return .startsProver
    }
    return board.isOver ? .isOver : .none
  }
}

extension Progress {
  fileprivate init(_ board: Board) {
    self.init(settled: board.results.count - board.open.count, total: board.results.count, clearedSteps: board.clearedSteps)
    isPastFirstLook = board.isReadyForProofs
    isPastClauses = board.isPastClauses
    areClausesSlow = board.areClausesSlow
  }
}
