import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// A step before merging. Bodies may still contain deaths, which become assignments when all variables are known.
struct DraftEdge {
  enum Item {
    case action(Action)
    /// An assignment by which the process loses something as it dies: no one can tell when exactly, so merging may ignore it.
    case loss(Action)
    /// The process joins the end of the executor's queue, where the condition holds.
    case post(process: Int, ExecutorKey, condition: Term)
    /// Only where no caller waits for this callback's process.
    case unlessAwaited
    /// `new` has taken the entry of a pool, where the condition holds.
    case made(node: Int, condition: Term)
    /// The activation of another process ends here, where the condition holds.
    case endOf(process: Int, condition: Term = .true)
    /// The process leaves the executor's queue.
    case dequeue(process: Int, ExecutorKey)
    /// The process dies where this stands.
    case die(reason: String)
  }
  /// Whether it may be moved over what others do (Lipton): found from its accesses, or known by construction.
  /// `glued` edges are one step with what follows by definition: an event's condition and its first statement.
  /// `release` gives an executor back, which can be moved before what others do, but not after.
  /// `leadsOn` is one step with what follows in the system's own code, as a test is; `closes` is one with what came before.
  enum Mobility { case automatic, local, release, visible, glued, leadsOn, closes }
  var source: Int
  var target: Int
  var isUrgent: Bool
  var choices: [Int] = []
  var items: [Item] = []
  /// The lines of a story about it; each starts at one of the items.
  var lines: [EdgeLabel.Line] = []
  var mobility: Mobility = .automatic
  /// The pieces of code that begin with it.
  var begins: [Int] = []
  /// A limit of the system's: it passes while the app is frozen, too.
  var isLimitOfSystem = false
}

/// The subject of a loop's round: one thing, or the entry of a pool that is kept in a variable.
enum LoopedOver: Hashable {
  case node(Int)
  case kept(KeptRound)
}

/// The variables of code in a body that is laid out once for the rounds of all things of a kind.
struct KeptRound: Hashable {
  let kind: KindID
  /// The thing that the round is about.
  let entry: VariableIndex
  /// Whether it is one of the rounds behind those for the entries, which are for members of the crowd.
  let isAfter: VariableIndex
}

struct DraftLocation {
  var name: String
  var pause: Pause?
  var origin: SourceRange?
  /// Time may pass here, or others must be able to act: never merged away.
  var isStable: Bool
  /// Started or posted, and nothing of its code has been done yet.
  var isBeginning = false
  /// A limit may end while the code stands here: not merged away either.
  var outlastsLimits = false
  /// Upper bounds on the process's clocks.
  var invariants: [Invariant] = []
  /// Executors held while here.
  var holds: [ExecutorKey] = []
  /// The executor whose queue it waits in.
  var queuedOn: ExecutorKey?
  /// Counts as app code at work (not idle, not merely asleep).
  var isWork: Bool
  /// The code that stands here has only its end before it.
  var isDone = false
  /// The `within` blocks around it, outermost first.
  var timeouts: [Int] = []
  /// The clocks of limits that the system keeps here also while the app is frozen.
  var clocksOfSystem: Set<ClockIndex> = []
  /// How the code stands here; kept where a limit may end the wait.
  var standing: Flow.Standing?
  /// Where it goes on when this limit has passed, if something is owed on the way out.
  var lateEntries: [Int: Int] = [:]
  /// Whose round of a loop this is part of.
  var loopedOver: [LoopedOver] = []
  /// Functions, events and callbacks whose code this is part of.
  var inside: [Macro] = []
  /// Inside a `call` or `sync` into the app's process: a death ends the activation.
  var waitsForApp = false
}

extension DraftEdge.Item {
  /// All that it reads.
  var terms: [Term] {
    switch self {
    case .action(let action), .loss(let action): action.terms
    case .post(_, _, let condition), .made(_, let condition), .endOf(_, let condition): [condition]
    case .unlessAwaited, .dequeue, .die: []
    }
  }

  func mapped(_ body: (Term) -> Term) -> DraftEdge.Item {
    switch self {
    case .action(let action): .action(action.mapped(body))
    case .loss(let action): .loss(action.mapped(body))
    case .post(let posted, let executor, let condition): .post(process: posted, executor, condition: body(condition))
    case .made(let node, let condition): .made(node: node, condition: body(condition))
    case .endOf(let ended, let condition): .endOf(process: ended, condition: body(condition))
    case .unlessAwaited, .dequeue, .die: self
    }
  }

  func reads(_ variable: VariableIndex) -> Bool { terms.contains { $0.reads(variable) } }

  var isLoss: Bool { if case .loss = self { true } else { false } }

  /// Losses are actions like others, where merging is not concerned.
  var asAction: DraftEdge.Item { if case .loss(let action) = self { .action(action) } else { self } }
}

/// A `within` block: at the limit, every waiting location of the block has an edge that leaves it for `otherwise`.
struct Timeout {
  let clock: ClockIndex
  let limit: TimeBound
  let otherwise: Int
  /// A callback that the block has called goes on when the limit leaves it.
  let letsGoOn: Bool
  /// The system's own code has it, which does not wait for what the app still owes.
  let isOfSystem: Bool
  /// The system ends the app for it.
  let endsApp: Bool
  let origin: SourceRange
  /// Where code that has let its executor go waits for it; nil if there is none.
  var queued: Int?
}

/// The automata under construction, and the facts that their terms mention.
struct Drafts {
  let processes: [Process]
  let macros: MacroTable
}

/// An automaton under construction.
struct Process {
  var name: String
  var isSystem: Bool
  /// A block of the platform's on a thread of the app's: what is posted there goes on while there is no process, too.
  var isPlatformBlock = false
  /// The serial executor that it belongs to, if any: processes on one executor share their locality.
  var executor: ExecutorKey?
  var locations: [DraftLocation]
  var edges: [DraftEdge] = []
  var timeouts: [Timeout] = []
  /// For waits; made when first needed.
  var clock: ClockIndex?
  /// For waits of the app's code in a system's process: stands still while the app is frozen.
  var appClock: ClockIndex?
  /// Goes on while the app is frozen; made when first needed.
  var wallClock: ClockIndex?
  /// For `within` blocks, by how deep they nest.
  var limitClocks: [ClockIndex] = []
  /// State variables set back to 0 when the activation ends.
  var ownVariables: [VariableIndex] = []
  /// A flag that asks the activation to stop; made when first needed.
  var cancelFlag: VariableIndex?
  /// Its number as a job, 1-based; nil if never used as one.
  var jobNumber: Int?
  /// Of a block of which more may wait than are followed.
  var next: NextCopy?
  /// Where it is when it is not under way: its first location.
  static let idle = 0
  /// Where others start it: in the queue of its executor, if it has one.
  static let beginning = 1
}

extension Process {
  /// The clocks that no other code looks at or sets back: each copy has its own.
  var ownClocks: [ClockIndex] { [clock, appClock, wallClock].compactMap(\.self) + limitClocks }

  /// The executors without which nobody else is from the beginning of the edge to the step behind it. One that is taken by the edge is as
  /// good as held before: nothing can be moved to before that.
  func heldThroughout(_ edge: DraftEdge) -> Set<ExecutorKey> {
    let source = locations[edge.source]
    return Set(locations[edge.target].holds).intersection(source.holds + [source.queuedOn].compactMap(\.self))
  }

  /// Code of the app is under way there, in its own process or called by a system's.
  func isAppAtWork(in location: DraftLocation) -> Bool {
    location.isWork && (!isSystem || location.inside.contains(.appCode))
  }

  /// The app's code is in the middle of something that takes time. What has not begun is in the middle of nothing, nor is what has only its
  /// end before it.
  func isAppHalfway(in location: DraftLocation) -> Bool {
    isAppAtWork(in: location) && location.isStable && !location.isBeginning && !location.isDone
  }

  /// The locations that can be reached at all, in order; the idle one and the entry always stay.
  var reachableLocations: [Int] {
    var reached: Set<Int> = [Process.idle]
    if locations.count > 1, locations[1].isStable { reached.insert(1) }
    var queue = Array(reached)
    while let next = queue.popLast() {
      for edge in edges where edge.source == next && reached.insert(edge.target).inserted { queue.append(edge.target) }
    }
    return reached.sorted()
  }
}
