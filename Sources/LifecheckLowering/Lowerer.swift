import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// One round of lowering: what is known before, which does not change, and what is made, a value for each kind of thing.
///
/// Everybody reads all of it. What is written, is written by the file that declares the value's type, or by this one.
final class Lowerer {
  // MARK: Known before

  let model: CheckedModel
  /// From the round before, as are the closures by key, of which static parts only are used.
  let known: Discoveries
  let knownClosures: [String: StoredClosure]
  let code: CodeFacts
  let followed: Followed
  let resourceCrowds: [KindID: ResourceCrowd]
  let stopwatches: [StopwatchKey: ClockIndex]
  let builtIn: BuiltIns

  // MARK: The system in the making

  private(set) var things: Things
  private(set) var tables: SystemTables
  private(set) var macros = MacroTable()
  private(set) var flags = CodeFlags()
  var processes: [Process] = []
  /// The indivisible step under construction.
  var unit = AtomicStep()
  var storage = StorageTable()
  var closures = ClosureTable()
  var boxes = BoxTable()
  var faults = FaultTable()

  // MARK: Code

  private(set) var context = Context()
  /// Bodies that are laid out when what they may call has a place.
  private var bodies: [() throws -> Void] = []
  var templates = Templates()
  var handlers = HandlerTable()
  var callbackProcesses = CallbackProcesses()
  var callers = Callers()
  var overtaking = OvertakingFlags()
  var queues = QueueFlags()
  var forced = ForcedEvents()
  var pieces = PieceTable()

  // MARK: What is asked

  private(set) var questions: [Question] = []
  var observers = Observers()
  var watchers = WatcherTable()
  var watchedCalls = WatchedCalls()
  var runningAsked = RunningQuestions()

  // MARK: What is not followed

  /// Pools that may run out.
  private(set) var exhaustion: [ExhaustionSite] = []
  /// Async blocks whose further copies are followed loosely: they may do anything that such a copy can.
  private(set) var crowds: [Crowd] = []
  var unknowns = Unknowns()
  /// By node that is followed: the flag that says whether further copies of some code have a name of their own for it.
  var memberCopies: [Int: VariableIndex] = [:]
  /// By delivery: the flag that says whether captured locals of its handler are not followed.
  var lackingLocals: [Int: VariableIndex] = [:]
  /// By kind of delivery: the flag that the process has died for one that is not followed (`FollowedDeliveries`).
  var deathsForAnother: [KindID: VariableIndex] = [:]

  // MARK: For the next round

  var found: Discoveries
  private(set) var foundClosures: [String: StoredClosure] = [:]
  /// Kinds of which something is made.
  private(set) var made: Set<KindID> = []

  init(model: CheckedModel, following: Following, known: Discoveries, closures: [String: StoredClosure]) {
    self.model = model
    self.known = known
    knownClosures = closures
    code = CodeFacts(of: model)
    let followed = Followed(model: model, following: following, code: code, known: known)
    self.followed = followed
    things = Things(of: model) { followed.entries(of: $0, among: $1) }
    var tables = SystemTables()
    resourceCrowds = followed.resourceCrowds(among: things, in: &tables)
    builtIn = BuiltIns(of: model, in: &tables)
    stopwatches = things.stopwatches(of: model, in: &tables)
    self.tables = tables
    found = Discoveries(after: known)
  }

  // MARK: Reading

  var nodes: [Node] { things.nodes }
  var nodesOfKind: [KindID: [Int]] { things.ofKind }
  var variables: [StateVariable] { tables.variables }
  var roles: [VariableRole] { tables.roles }
  var clocks: [Clock] { tables.clocks }
  var parameters: [RigidParameter] { tables.parameters }
  var running: VariableIndex { builtIn.running }
  var frozen: VariableIndex { builtIn.frozen }

  // MARK: Things and variables

  func give(_ value: Value, for parameter: LocalID, to node: Int) { things.give(value, for: parameter, to: node) }

  func makeVariable(_ variable: StateVariable, _ role: VariableRole) -> VariableIndex { tables.add(variable, role) }

  /// A hidden Boolean of the checker's own.
  func makeFlag(
    _ name: String, storage: LifecheckLanguage.Variable.Storage = .system, isTrueAtFirst: Bool = false
  ) -> VariableIndex {
    tables.addFlag(name, storage: storage, isTrueAtFirst: isTrueAtFirst)
  }

  func makeClock(_ name: String, rate: Term, isDeadWhileStopped: Bool = false) -> ClockIndex {
    tables.add(Clock(name: name, rate: rate, isDeadWhileStopped: isDeadWhileStopped))
  }

  func setRate(_ rate: Term, of clock: ClockIndex) { tables.setRate(rate, of: clock) }

  func noteReceiver(_ variable: LifecheckSystem.VariableIndex) { tables.noteReceiver(variable) }

  func makeParameter(_ parameter: RigidParameter) -> ParameterIndex { tables.add(parameter) }

  func makeCodeFlags() {
    flags = CodeFlags(
      jobs: (0..<known.jobCount).map { makeFlag("job \($0 + 1) is asked to stop", storage: .memory) },
      overlap: known.asksForRest ? makeFlag("code of the app has overlapped with itself", storage: .memory) : nil)
  }

  /// A term whose meaning is fixed in `finish`.
  func term(_ macro: Macro) -> Term { macros.term(macro) }

  /// The term as it is while the process stands at the location.
  func fixed(_ term: Term, process: Int, at location: Int) -> Term {
    macros.fixed(term, process: process, at: location)
  }

  func replace(by drafts: Drafts) { (processes, macros) = (drafts.processes, drafts.macros) }

  // MARK: Code

  /// Does something on behalf of, or for, something else.
  func with<Part, Result>(
    _ part: WritableKeyPath<Context, Part>, _ value: Part, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = context[keyPath: part]
    defer { context[keyPath: part] = outer }
    context[keyPath: part] = value
    return try body()
  }

  /// From now on this process acts.
  func acts(_ process: Int) { context.actor = process }
  /// From now on the code belongs to the app's process, or does not.
  func acts(isApp: Bool) { context.isApp = isApp }
  func acts(_ process: Int, isApp: Bool) {
    acts(process)
    acts(isApp: isApp)
  }

  func later(_ body: @escaping () throws -> Void) { bodies.append(body) }

  func layOutBodies() throws { while !bodies.isEmpty { try bodies.removeFirst()() } }

  /// They hold the lowerer, and it holds them.
  func forgetBodies() { bodies = [] }

  // MARK: Notes

  func ask(_ question: Question) { questions.append(question) }

  /// Says the states anew that are asked for.
  func changeGoals(_ body: (Term) -> Term) { for index in questions.indices { questions[index].mapGoals(body) } }

  func add(_ crowd: Crowd) { crowds.append(crowd) }

  func makeExhaustion(_ what: String, bound: Int, at origin: SourceRange) -> ExhaustionSite {
    let site = ExhaustionSite(what: what, bound: bound, origin: origin, flag: makeFlag("exhausted \(what)"))
    exhaustion.append(site)
    return site
  }

  func noteMade(_ kind: KindID) {
    made.insert(kind)
    found.noteMade(kind)
  }

  /// A closure that is stored in a variable, by its key.
  func noteStored(_ closure: StoredClosure, as name: String, in variable: ClosureVariableKey) {
    if foundClosures[name] == nil { foundClosures[name] = closure }
    found.noteClosure(name, in: variable)
  }
}

/// Flags about code in general.
struct CodeFlags {
  /// For each job number, whether it has been asked to stop.
  var jobs: [VariableIndex] = []
  /// Some code of the app has begun while an earlier run of it was under way; only where somebody asks whether the app is at rest.
  var overlap: VariableIndex?
  /// Somebody has not been followed who could have been (`FollowedCopy`).
  var passedOver: VariableIndex?
}

/// A pool that can run out, or code of which more can happen than is followed one by one.
package struct ExhaustionSite: Sendable {
  package let what: String
  /// How many are followed at once; nil: code that starts itself again without time passing (`letTimeGoOn`).
  package let bound: Int?
  package let origin: SourceRange
  package let flag: LifecheckSystem.VariableIndex
}

extension Lowerer {
  /// Made by whoever passes over one first.
  func passedOverFlag() -> LifecheckSystem.VariableIndex {
    if let known = flags.passedOver { return known }
    let made = makeFlag("one is not followed that could be")
    flags.passedOver = made
    return made
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
