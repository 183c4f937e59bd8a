import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// What one round of lowering found out that an earlier place of the same round would have needed.
/// Rounds repeat until nothing new turns up; the sets only grow and are bounded by the program text.
struct Discoveries: Equatable {
  /// For each closure variable, the keys of the closures ever stored in it, in order of discovery.
  var closures: [ClosureVariableKey: [String]] = [:]
  var jobCount = 0
  /// Kinds of which something is made.
  var made: Set<KindID> = []
  /// Kinds whose resources have no crowd: each of them must be known.
  var onlyExact: Set<KindID> = []
  /// Blocks and events whose further copies cannot be a crowd.
  var sitesWithoutCrowd: Set<SourceRange> = []
  /// Somebody asks whether a job is over.
  var asksForJobs = false
  /// Somebody asks whether the app is at rest.
  var asksForRest = false
}

/// A closure that is stored somewhere, with what it captures.
struct StoredClosure {
  let closure: StaticClosure
  /// Free names whose values are not static, in order.
  let captures: [Capture]
}

/// Facts about a state variable that the timed system does not need.
struct VariableRole {
  var storage: LifecheckLanguage.Variable.Storage
  /// Refers to entries of this kind.
  var refersTo: KindID?
  /// The node that owns it, if any.
  var node: Int?
  /// The box pool whose entries it refers to.
  var boxPool: Int?
  /// The content of this entry of a box pool.
  var boxEntry: (pool: Int, entry: Int)?
  /// Holds a job.
  var isJob = false
  /// Which other variable must have which value for this one to count (closure tags and their captures).
  var countsWhile: Term = .true
}

/// A pool that can run out.
package struct ExhaustionSite: Sendable {
  package let what: String
  package let bound: Int
  package let origin: SourceRange
  package let flag: LifecheckSystem.VariableIndex
}

/// Working state of lowering: everything made so far. One value per round.
final class Lowerer {
  let model: CheckedModel
  let following: Following
  let known: Discoveries
  /// Closures by key, from the round before; static parts only are used.
  let knownClosures: [String: StoredClosure]
  var found = Discoveries()
  var foundClosures: [String: StoredClosure] = [:]

  var nodes: [Node] = []
  var nodesOfKind: [KindID: [Int]] = [:]
  var children: [ChildKey: Int] = [:]

  var variables: [StateVariable] = []
  var roles: [VariableRole] = []
  var clocks: [Clock] = []
  var parameters: [RigidParameter] = []
  var storage: [StorageKey: Storage] = [:]
  var storageInTheMaking: Set<StorageKey> = []
  var stopwatches: [StopwatchKey: ClockIndex] = [:]
  var closureStorage: [ClosureVariableKey: ClosureStorage] = [:]
  /// By the index of the captured local.
  var boxPools: [Int: BoxPool] = [:]
  var macros: [Macro] = []
  var macroIndex: [Macro: Int] = [:]
  /// Where somebody asks whether a function is running.
  var runningAsked: [FunctionID: SourceRange] = [:]
  /// The calls that the unit under construction is in the middle of.
  var callsOfUnit: [(id: FunctionID, receiver: Value)] = []

  var processes: [Process] = []
  var unit = Unit()
  var localClosureCount = 0
  var templates: [String: Template] = [:]
  var pendingBodies: [() throws -> Void] = []
  var callbackProcesses: [CallbackProcessKey: CallbackProcess] = [:]
  var handlers: [CallbackKey: [(handler: Handler, node: Int)]] = [:]
  var exhaustion: [ExhaustionSite] = []
  /// Async blocks whose further copies are followed loosely: they may do anything that such a copy can.
  var crowds: [Crowd] = []
  /// Flags of those whose code cannot be a crowd's.
  var crowdsWithoutModel: Set<LifecheckSystem.VariableIndex> = []
  /// Some fact asks whether app code is at work; a crowd's answer is open.
  var crowdAtWork: LifecheckSystem.VariableIndex?
  /// Some code of the app has begun while an earlier run of it was under way; only where somebody asks whether the app is at rest.
  var overlapFlag: LifecheckSystem.VariableIndex?
  /// The conditions of events that tell whether the app is at rest are being evaluated.
  var isAskingForRest = false
  /// Facts such as `f is running` that a crowd's member may make true, each with the flag that says whether one does.
  var crowdInside: [(macro: Macro, flag: LifecheckSystem.VariableIndex)] = []
  /// Those of them that only properties look at: they are open whenever there is a crowd.
  var openFlags: [LifecheckSystem.VariableIndex] = []
  var newSites: Set<KindID> = []
  var resourceCrowds: [KindID: ResourceCrowd] = [:]
  /// Captured variables beyond those that are followed.
  var looseBoxes: [ExhaustionSite] = []
  /// The captured local for which something is being made.
  var destination: Term?
  /// Whether the captured locals of the code that tells of something are followed.
  var isTellerKnown = Term.true
  /// Variables that may change at any moment while something is not followed.
  var unknowns: [VariableIndex] = []
  /// What is evaluated is looked at between units.
  var isOutsideUnits = false
  /// Terms are made only to be compared.
  var takesUnknownsForOne = false
  var hooks = Hooks()
  /// The monitors of the entries of pools, by node.
  var watchers: [Int: Watchers] = [:]
  var faults: [Fault] = []

  /// For each job number, whether it has been asked to stop.
  var jobFlags: [VariableIndex] = []
  /// Async blocks whose job somebody keeps, by their range.
  var jobSites: Set<SourceRange> = []
  /// Locals that are assigned after their declaration.
  var assignedLocals: Set<LocalID> = []
  /// The process whose code is being laid out.
  var actor: Int?
  /// Whether the code being laid out belongs to the app's process.
  var spawnerIsApp = false

  var questions: [Question] = []
  var pieces: [Piece] = []
  /// Branches that some unit takes without saying so.
  var unfollowed: Set<SourceRange> = []
  /// For each process, its locations that are part of the finished system.
  var lastKept: [[Int]] = []
  /// Files that are not a platform's: their statements appear in stories, and are as many steps as in the app itself.
  lazy var appFiles: Set<FileID> = {
    let kinds = model.kinds.filter { !$0.isPlatformCode }.map(\.range)
    // A library may consist of loose declarations, which belong to the app.
    let functions = model.functions.filter { !model.kinds[$0.owner.index].isPlatformCode }.map(\.range)
    let events = model.events.filter { !model.kinds[$0.owner.index].isPlatformCode }.map(\.range)
    let handlers = model.handlers.filter { !model.kinds[$0.owner.index].isPlatformCode }.map(\.range)
    return Set((kinds + functions + events + handlers).map(\.file))
  }()
  /// Problems found while monitors were woven in.
  var failures: [LoweringFailure] = []
  /// Anything else that went wrong meanwhile: a mistake of the translation.
  var defect: (any Error)?
  var orderFlags: [OrderKey: VariableIndex] = [:]
  /// For each executor and event, whether it has come in before those who wait there now.
  var overtakingFlags: [ExecutorKey: [EventSource: VariableIndex]] = [:]
  /// For each callback's process, where its callers wait.
  var callWaits: [Int: Set<CallWait>] = [:]
  /// The processes that start a callback's process.
  var callers: [Int: Set<Int>] = [:]
  /// Processes of callbacks for which some caller does not wait to the end.
  var leftAlone: Set<Int> = []
  /// For each process of a callback that may be called again while it is at work, the flag of that.
  var overlaps: [Int: VariableIndex] = [:]
  /// Events that must happen at some moment, and may be impossible then.
  var mustRun: [MustRun] = []
  /// Of sentences that go from a call to its end, by the flag that says whether some call is watched.
  var watchedCalls: [VariableIndex: WatchedCall] = [:]
  /// For stopwatches that may stand still at such a moment, whether they do.
  var stoppedFlags: [ClockIndex: [VariableIndex]] = [:]

  /// Some code freezes the app.
  var canFreeze = false
  var frozen = VariableIndex(0)
  var running = VariableIndex(0)
  var fault = VariableIndex(0)

  struct ChildKey: Hashable {
    let parent: Int
    let instance: InstanceID
    let index: Int
  }
  struct StorageKey: Hashable {
    let node: Int
    let variable: LifecheckLanguage.VariableID
  }
  struct StopwatchKey: Hashable {
    let node: Int
    let stopwatch: StopwatchID
  }
  struct CallbackKey: Hashable {
    let node: Int
    let callback: CallbackID
  }
  struct OrderKey: Hashable {
    let low: Int
    let high: Int
    let executor: ExecutorKey
  }
  /// One process for each set of closures that a callback is called with; what they have captured may differ from call to call.
  struct CallbackProcessKey: Hashable {
    let callback: CallbackKey
    /// By their names; empty where the parameter is no closure.
    let closures: [String]
  }
  struct CallbackProcess {
    let process: Int
    let parameters: [HandedSlots]
    /// Where it stands, still holding its executor, until its caller goes on: nobody comes in between.
    let returned: Int
  }
  /// Where a process waits for a callback's process.
  struct CallWait: Hashable {
    let process: Int
    let location: Int
  }
  enum Storage {
    /// The value is `offset` more than the state variable's.
    case finite(VariableIndex, offset: Int)
    case time(TimeBound)
    case range(TimeBound, TimeBound?)
    case closure
    case fixed(Value)
  }
  struct ClosureStorage {
    let tag: VariableIndex
    let captures: [[VariableIndex]]
  }
  /// The monitors that follow one entry of a pool.
  struct Watchers {
    /// While one of these is true, the entry is in use.
    var due: [Term] = []
    /// What the next resource in its place starts without.
    var memory: [VariableIndex] = []
  }
  struct BoxPool {
    let name: String
    let type: ValueType
    let entries: [VariableIndex]
    /// True once more were needed than are followed; the rest can hold anything.
    let isLoose: VariableIndex
    /// Some member of a crowd has captured the one that is followed; nil if it is not open which one is followed.
    let isCaptured: VariableIndex?
  }
  /// An indivisible step under construction.
  struct Unit {
    var choices: [Int] = []
    var items: [DraftEdge.Item] = []
    /// The pieces of code that begin with it. Noted just before it is committed.
    var begins: [Int] = []
    /// References to captured locals, with the value of each at this point.
    var fixedReferences: [(reference: Term, value: Term)] = []
    /// What names of the code refer to that are known within the unit only.
    var heldByNames: [(kind: KindID, reference: Term)] = []
  }
  /// All copies of one `async` site.
  struct Template {
    let copies: [Int]
    /// Where each non-static free name of copy `k` is kept, parallel to `captures`.
    let captureVariables: [[VariableIndex]]
    let captures: [Capture]
    /// What a start sets when all copies are under way.
    let full: [VariableIndex]
    /// What is remembered of the references that further copies are given, by variable of the first one.
    let references: [VariableIndex: [VariableIndex]]
    /// Somebody keeps its job.
    let keepsJob: Bool
  }
  /// What went wrong at a place that the checker guards: a value out of range, a call of nothing.
  struct Fault {
    let message: String
    let origin: SourceRange
  }

  init(model: CheckedModel, following: Following, known: Discoveries, closures: [String: StoredClosure]) {
    self.model = model
    self.following = following
    self.known = known
    self.knownClosures = closures
  }

  // MARK: Variables

  func makeVariable(_ variable: StateVariable, _ role: VariableRole) -> VariableIndex {
    variables.append(variable)
    roles.append(role)
    return VariableIndex(variables.count - 1)
  }

  /// A hidden Boolean of the checker's own, false at first.
  func makeFlag(_ name: String, storage: LifecheckLanguage.Variable.Storage = .system) -> VariableIndex {
    makeVariable(
      StateVariable(name: name, domain: 2, valueNames: ["false", "true"], initial: 0, isHidden: true),
      VariableRole(storage: storage))
  }

  func makeClock(_ name: String, rate: Term, isDeadWhileStopped: Bool = false) -> ClockIndex {
    clocks.append(Clock(name: name, rate: rate, isDeadWhileStopped: isDeadWhileStopped))
    return ClockIndex(clocks.count - 1)
  }

  /// A term whose meaning is fixed in `finish`.
  func term(_ macro: Macro) -> Term {
    if let index = macroIndex[macro] { return .draft(.macro(index)) }
    macros.append(macro)
    macroIndex[macro] = macros.count - 1
    return .draft(.macro(macros.count - 1))
  }

  func makeExhaustion(_ what: String, bound: Int, at origin: SourceRange) -> Int {
    let flag = makeFlag("exhausted \(what)")
    exhaustion.append(ExhaustionSite(what: what, bound: bound, origin: origin, flag: flag))
    return exhaustion.count - 1
  }

  // MARK: Types

  /// The values of a finite type.
  func valueRange(of type: ValueType) -> ClosedRange<Int> {
    switch type {
    case .bool: 0...1
    case .integer(let range): range
    case .enumeration(let id): 0...(model.enumerations[id.index].cases.count - 1)
    case .reference(let kind), .instance(let kind):
      0...(resourceCrowds[kind]?.reference ?? overReference(kind) ?? nodesOfKind[kind]?.count ?? 0)
    case .job: 0...(known.jobCount == 0 ? 0 : looseJob)
    case .closure, .duration, .durationRange, .callback, .executor, .string, .void: 0...0
    }
  }

  func valueNames(of type: ValueType) -> [String] {
    switch type {
    case .bool: ["false", "true"]
    case .integer(let range): range.map(String.init)
    case .enumeration(let id): model.enumerations[id.index].cases
    case .reference(let kind), .instance(let kind):
      ["none"] + (nodesOfKind[kind] ?? []).map { nodes[$0].name } + (overReference(kind) == nil ? [] : ["one that is over"])
        + (resourceCrowds[kind] == nil ? [] : ["another one"])
    case .job: ["none"] + Array(repeating: "running", count: valueRange(of: type).count - 1)
    case .closure, .duration, .durationRange, .callback, .executor, .string, .void: ["–"]
    }
  }

  func referredKind(of type: ValueType) -> KindID? {
    if case .reference(let kind) = type { return kind }
    return nil
  }

  // MARK: Units

  func emit(_ kind: Action.Kind, _ origin: SourceRange? = nil) {
    unit.items.append(.action(Action(kind, origin: origin)))
  }

  /// A fresh choice with values 0 ..< domain.
  func choice(_ domain: Int) -> Term {
    unit.choices.append(domain)
    return .choice(ChoiceIndex(unit.choices.count - 1))
  }

  /// Fixes the value that a term has at this point of the unit, whatever is assigned later.
  func bind(_ term: Term) -> Term {
    guard term.dependsOnState else { return term }
    // Whatever it can be: a choice with fewer values would make what follows impossible.
    let range = bounds(of: term)
    let chosen = choice(range.count)
    let value = range.lowerBound == 0 ? chosen : Term.add(chosen, .constant(range.lowerBound))
    emit(.assume(.compare(.equal, value, term)))
    return value
  }

  /// Records a fault at run time, where the condition holds.
  func recordFault(_ message: String, at origin: SourceRange, when condition: Term) {
    guard condition != .false else { return }
    let known = faults.firstIndex { $0.origin == origin && $0.message == message }
    let index = known ?? faults.count
    if known == nil { faults.append(Fault(message: message, origin: origin)) }
    emit(.assign(fault, .constant(index + 1), condition: .all([condition, .equal(.variable(fault), .constant(0))])), origin)
  }

  /// The code there, without comments; of several lines, the first, and that there are more: `job = async { … }`.
  func sourceText(_ range: SourceRange) -> String {
    let lines = model.files[range.file.index].text(of: range).split(separator: "\n", maxSplits: 1)
    let line = SourceFile.code(in: lines.first ?? "")
    if lines.count > 1, line.hasSuffix("{"), line.count <= 54 { return line + " … }" }
    return line.count > 60 ? String(line.prefix(57)) + "…" : line
  }

  func lineNumber(_ range: SourceRange) -> Int {
    model.files[range.file.index].position(at: range.start).line
  }
}
