import LifecheckLanguage

/// All that the rest of a run depends on. Times are whole milliseconds that are left.
struct State: Hashable, Sendable {
  /// The variables of all things, `Program.slots` says which.
  var slots: [Value]
  var activations: [Activation] = []
  /// For each executor the ids of those that wait for their turn, the first first.
  var queues: [[Int]]
  var boxes: [Value] = []
  var isRunning = false
  var isFrozen = false
  /// What each sentence has seen.
  var tracks: [Track]
}

/// A running copy of code.
struct Activation: Hashable, Sendable {
  /// What it is a copy of.
  enum Origin: Hashable, Sendable {
    case event(EventID, thing: Int)
    case answers(CallbackID, thing: Int)
    case block
  }
  /// Why it cannot act before something has happened.
  enum Waiting: Hashable, Sendable {
    /// Work or sleep with the least and the greatest time left; `most` is nil where it may never end.
    case time(least: Int, most: Int?, isWall: Bool, Work?)
    /// The answers that it has called.
    case answers(Int)
  }
  /// Work of the world's: what is told of its end.
  struct Work: Hashable, Sendable {
    let function: FunctionID
    let thing: Int
    let canFail: Bool
    let throwsOn: Bool
  }

  let id: Int
  /// Code of the app's: frozen and killed with it.
  let isApp: Bool
  let origin: Origin
  /// nil: beside everything else, on an executor of its own.
  let executor: Int?
  /// Whether it has its executor.
  var holds: Bool
  var environment: Environment
  /// What is still to be done, the last frame first.
  var stack: [Frame]
  var waiting: Waiting?
  /// An assignment that reads what it sets has read this.
  var hasRead: Value?
  /// A failure to be thrown when the executor is there again.
  var failure: Failure?
}

struct Failure: Hashable, Sendable {
  var error: String?
}

enum Frame: Hashable, Sendable {
  /// The statements of a block from `next` on.
  case block(Int, next: Int)
  /// The end of a function, handler or closure: where a `return` leads, and what names mean behind it.
  case body(FunctionID?, thing: Int, outside: Environment)
  /// Inside a limit with this much time left; -1: there is none.
  case limit(left: Int, otherwise: Int?)
  /// Inside a `do`, the statement of that place.
  case attempt(Int, index: Int)
  /// The answers to a callback are done; their return is a step of its own.
  case answered(CallbackID, thing: Int)
}
