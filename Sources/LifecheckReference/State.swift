import LifecheckLanguage

/// All that the rest of a run depends on. Times are whole milliseconds that are left.
struct State: Hashable, Sendable {
  /// The variables of all things, `Program.slots` says which.
  var slots: [Value]
  /// The times that the stopwatches show, `Program.stopwatches` says which.
  var stopwatches: [Int] = []
  var activations: [Activation] = []
  /// For each executor the ids of those that wait for their turn, the first first.
  var queues: [[Int]]
  /// Events that have come in before those who wait, and none of these has been served since.
  var overtaking: Set<Overtaker> = []
  var boxes: [Value] = []
  var isRunning = false
  var isFrozen = false
  /// In this life a block or an event of the app has begun while an earlier run of it was under way.
  var hasOverlapped = false
  /// The calls that a step is in the middle of, none between two steps.
  var inside: [Call] = []
  /// The entries that `new` has just taken in this step, whose sentences therefore begin anew.
  var taken: [Int] = []
  /// The track of each sentence: all that it has seen.
  var tracks: [Track]
}

extension State {
  /// It waits there no longer: served, left by a limit, or over. From now on each event may come in before the others.
  mutating func leaveQueue(of executor: Int, _ id: Int) {
    queues[executor].removeAll { $0 == id }
    overtaking = overtaking.filter { $0.executor != executor }
  }
}

/// An event of a thing that may keep this executor for some time.
struct Overtaker: Hashable, Sendable {
  let event: EventID
  let thing: Int
  let executor: Int
}

/// A function of a thing.
struct Call: Hashable, Sendable {
  let function: FunctionID
  let thing: Int
}

/// A running copy of code.
struct Activation: Hashable, Sendable {
  /// The code that it is a copy of.
  enum Origin: Hashable, Sendable {
    case event(EventID, thing: Int)
    case answers(CallbackID, thing: Int)
    case block(code: Int, thing: Int)
  }
  /// Why it cannot act before something has happened.
  enum Waiting: Hashable, Sendable {
    /// Work or sleep with the least and the greatest time left; `most` is nil where it may never end.
    case time(least: Int, most: Int?, isWall: Bool, Work)
    /// The answers that it has called.
    case answers(Int)
  }
  /// Work of the world's: what is told of its end.
  struct Work: Hashable, Sendable {
    /// nil: it only sleeps.
    var call: Call?
    /// The names that a failure can have; nil where it cannot fail.
    var errors: [String?]?
    /// `try?`: a failure is a first value.
    var swallows = false
    /// `try await`: a cancel ends it.
    var seesCancel = false
    var wantsResult = false
    /// A `wait` of the code's own.
    var isSleep = false
    /// Where its result is in the activation's log.
    var place: Int?
  }

  let id: Int
  /// Begun by the app's code: frozen and killed with it.
  let isApp: Bool
  let origin: Origin
  /// nil: beside everything else, on an executor of its own.
  var executor: Int?
  /// Whether it has its executor.
  var holds: Bool
  /// The answers to a callback that is still on its way to its thread: the callback has not come yet.
  var isPosted = false
  /// Executors that it keeps meanwhile, by `sync`.
  var keeps: [Int] = []
  var environment: Environment
  /// The frames that are still to be done, the last one first.
  var stack: [Frame]
  var waiting: Waiting?
  /// The values that the statement that is being done has read so far, in order.
  var log: [Value] = []
  /// What an assignment that reads what it sets has looked at.
  struct Read: Hashable, Sendable {
    /// The thing whose variable it sets; none: a local's, or nobody's.
    var owner: Value
    var value: Value
  }
  var hasRead: Read?
  /// A failure to be thrown when the executor is there again.
  var failure: Failure?
  /// The value that a function has given, before it returns.
  var result = Value.none
  var isCancelled = false
  /// A block that has not looked yet whether it is to begin at all.
  var asksFirst = false
  /// Work that has ended well, for which it has not gone on yet.
  var ended: Work?
}

extension Activation {
  /// It is in the app's code, or in what that has called.
  var isInApp: Bool {
    isApp || stack.contains { if case .body(let body) = $0 { body.isApp } else { false } }
  }

  /// A block or an event of the app's.
  var isOwnCode: Bool {
    if case .answers = origin { false } else { isApp }
  }

  /// Executors that it has.
  var held: [Int] { keeps + (holds ? [executor].compactMap { $0 } : []) }
}

struct Failure: Hashable, Sendable {
  var error: String?
}

/// Why a block is left before its end.
enum Reason: Hashable, Sendable {
  case returning(Value)
  case throwing(String?)
  /// Down to so many frames.
  case limit(Int)
}

/// The end of a function, handler or closure: where a `return` leads, and what names mean behind it.
struct Body: Hashable, Sendable {
  var call: Call?
  /// Whether it is written in the app. The app's code is the app's whoever calls it.
  let isApp: Bool
  let outside: Environment
  var log: [Value] = []
  /// `try?`: a failure is a first value.
  var swallows = false
  var wantsResult = false
}

enum Frame: Hashable, Sendable {
  /// The statements of a block from `next` on.
  case block(Int, next: Int)
  case body(Body)
  /// Inside a limit with this much time left; -1: there is none.
  case limit(left: Int, otherwise: Int?)
  /// A limit that is being left, or has been.
  case limitOver(otherwise: Int?)
  /// Inside a `do`, the statement of that place.
  case attempt(Int, index: Int)
  /// Owed at the end of the block above.
  case deferred(Int)
  /// The owed code has been done.
  case finished
  /// The owed code has been done; the block is left further.
  case leaving(Reason)
  /// A block again for each number up to the last.
  case loop(Int, local: Int, next: Int, end: Int)
  /// A block again for each of these things for which the condition of that statement holds when it is its turn.
  case things([Int], Int, index: Int)
  /// On another executor: back to the one before, which has been kept or let go.
  case hop(back: Int?, keeps: Bool)
  /// An answer to a callback that is still to be given.
  case answer(Int, Environment)
  /// The answers to a callback are done; their return is a step of its own. In line: the code that called goes on behind it.
  case answered(CallbackID, thing: Int, isInLine: Bool)
  /// Inside a `lock` of this variable, an index into `Program.slots`.
  case locked(Int)
}
