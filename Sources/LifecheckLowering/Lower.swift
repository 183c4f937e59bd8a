import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// A spec as a timed system, with what is to be decided about it.
package struct LoweredModel: Sendable {
  package private(set) var following: Following
  package var system: TimedSystem
  package var questions: [Question]
  /// Pools that may run out; a flag that can become true makes proofs conditional.
  package var exhaustion: [ExhaustionSite]
  /// Blocks of which more copies may run than are followed exactly. What is proved holds for any number of them; a run
  /// in which the flag is true may be one that the loose copies cannot really take part in.
  package var crowds: [ExhaustionSite]
  /// States in which time stands still for an event whose executor is busy, and need not be free: mistakes of the spec.
  package var timeLocks: [(goal: Term, origin: SourceRange)]
  /// The pieces of the spec's code that are laid out.
  package var pieces: [Piece] = []
  /// Those of them that begin nowhere but where no run comes.
  var lostPieces: Set<Int> = []
  /// Blocks of which no more copies can be told about than are followed: they hold the main thread.
  package var boundedBlocks: [ExhaustionSite] = []
  /// Handlers of things that exist, which nothing calls.
  package var uncalledHandlers: [SourceRange] = []
  /// For automata that are copies with a crowd beside them, the flag of that.
  package var looseCopies: [Int: LifecheckSystem.VariableIndex] = [:]
  /// By automaton and location, the thread or queue that this is on; nil: none, or one of the system's own. Those that are not the
  /// spec's own may be left out.
  package var executors: [[String?]] = []
  /// What code keeps only while it is under way.
  package var locals: Set<LifecheckSystem.VariableIndex> = []
  /// The automata that are what the world does, and the platform with it.
  package var systemProcesses: Set<Int> = []
  /// The meaning of each value of the fault variable (from 1).
  package var faultMessages: [(message: String, origin: SourceRange)]
  /// Which fault there has been; 0: none.
  package let fault: LifecheckSystem.VariableIndex
  /// 1 while code of the app stands still.
  package let frozen: LifecheckSystem.VariableIndex
  /// Whether there is a process.
  package let running: LifecheckSystem.VariableIndex
}

extension LoweredModel {
  /// Where nothing is summarized, it is the same whatever is followed.
  package var followingSeveral: LoweredModel {
    precondition(crowds.isEmpty)
    var result = self
    result.following = .several
    return result
  }
}

/// Turns a checked model into a timed system: every activation becomes an automaton, every wait a location.
///
/// Assumes a model without errors. Afterwards there are no functions, closures, instances or executors: all calls are
/// laid out in place, resources are entries of finite pools, and queues are flags.
/// - Throws: the diagnostic of a construct that cannot be lowered.
package func lower(_ model: CheckedModel, following: Following = .several) throws -> LoweredModel {
  var known = Discoveries()
  var closures: [String: StoredClosure] = [:]
  // Each round knows what the one before it found; the sets only grow, and the program text bounds them.
  for _ in 0..<20 {
    let lowerer = Lowerer(model: model, following: following, known: known, closures: closures)
    do {
      try lowerer.layOutEverything()
      if lowerer.found == known { return try lowerer.finish() }
    } catch let failure as LoweringFailure { throw failure.diagnostic }
    known = lowerer.found
    closures.merge(lowerer.foundClosures) { old, _ in old }
  }
  let range = model.app.map { model.kinds[$0.index].range } ?? SourceRange(file: FileID(0), start: 0, end: 0)
  throw Diagnostic(
    .error, "too-many-closures", "closures that store closures nest without end here", at: range,
    help: "store a closure once, and refer to it")
}

extension Lowerer {
  func layOutEverything() throws {
    // They hold the lowerer, and it holds them; after an error some may be left.
    defer { forgetBodies() }
    try refuseTimeOfBodies()
    noteExactKinds()
    try instantiate()
    makeCodeFlags()
    try checkLatencies()
    try collectHandlers()
    try outsideUnits { try makeQuestions() }
    try makeEvents()
    makeSettings()
    try layOutBodies()
    noteSitesWithoutCrowd()
    noteSentencesAboutOneFact()
    makeUnknownsChange()
    try throwWhatFailed()
  }

  /// Refuses `takes` for a function with a body, which takes the time that its body takes.
  private func refuseTimeOfBodies() throws {
    for function in model.functions where function.body != nil {
      guard let takes = function.takes else { continue }
      throw LoweringFailure(
        "not-supported", "`\(function.name)` has a body, which says how long it takes", at: takes.range,
        help: "say it of a function that the body awaits: `func work() async takes 1s...20s`; or take the body out")
    }
  }

  func finish() throws -> LoweredModel {
    replace(by: drafts.leavingAtLimits(limits))
    try completeEdges()
    try throwWhatFailed()
    let seen = try visibility()
    replace(by: drafts.merged(seen))
    let assembled = try assemble(seen.writers)
    try refuseLateUrgency(in: assembled.system)
    let nothingIsUrgent = nothingIsUrgent(in: assembled.system)
    let bounded = crowds.filter { !canBeSummarized($0) }.map(\.site)
    var lowered = LoweredModel(
      following: followed.following, system: assembled.system, questions: try questions(about: assembled),
      exhaustion: exhaustion + bounded, crowds: looseSites + assembled.timeless,
      timeLocks: try forced.events.map { (try timeLock($0, where: nothingIsUrgent, assembled.meanings), $0.origin) },
      faultMessages: faults.all.map { ($0.message, $0.origin) }, fault: builtIn.fault, frozen: frozen, running: running)
    lowered.boundedBlocks = bounded
    lowered.pieces = pieces.all
    lowered.uncalledHandlers = uncalledHandlers
    lowered.locals = Set(processes.flatMap(\.ownVariables))
    lowered.executors = processes.indices.map { namesOfExecutors($0, assembled.meanings.kept[$0]) }
    lowered.systemProcesses = Set(processes.indices.filter { processes[$0].isSystem })
    for crowd in crowds { for copy in crowd.copies { lowered.looseCopies[copy] = crowd.site.flag } }
    return lowered.leavingOutUnreachable().leavingOutUnusedTimes()
  }

  private var drafts: Drafts { Drafts(processes: processes, macros: macros) }

  /// The questions, in terms of the finished system.
  private func questions(about assembled: Assembled) throws -> [Question] {
    let fixed = assembled.system.fixedVariables
    var kept = try questions.map { try resolved($0, in: assembled, where: fixed) }
    dropUnusedAlternatives(&kept)
    if !faults.all.isEmpty {
      kept.append(Question(subject: .faults, goal: Term.equal(.variable(builtIn.fault), .constant(0)).negated, parts: []))
    }
    return kept
  }

  /// Where code has gone to another queue, that counts, and else what the process as a whole belongs to.
  private func namesOfExecutors(_ process: Int, _ kept: [Int]) -> [String?] {
    kept.map { place in
      let executor = processes[process].locations[place].holds.last ?? processes[process].executor
      guard let executor, !model.executors[executor.executor.index].isSystem else { return nil }
      return qualified(model.executors[executor.executor.index].name, of: executor.node)
    }
  }

  /// Engines let time pass over the moment at which it makes code go on.
  private func refuseLateUrgency(in system: TimedSystem) throws {
    guard let late = system.locationsWithLateUrgency.first else { return }
    let actions = system.automata[late.automaton.index].edges.filter { $0.source == late.location && $0.isUrgent }.flatMap(\.body)
    let origins = actions.filter { if case .assume(let term) = $0.kind { term.mentionsTime } else { false } }.compactMap(\.origin)
    guard let origin = origins.first else { throw TranslationDefect(what: "time alone may enable an urgent edge") }
    throw LoweringFailure(
      "not-supported", "the moment at which time makes this true is not followed", at: origin,
      help: "`wait` for as long as it takes, or test it in an `event` with `latest`")
  }

  /// The sites where everything beyond a number is followed loosely.
  private var looseSites: [ExhaustionSite] {
    let blocks = crowds.filter(canBeSummarized).map(\.site)
    let resources = resourceCrowds.values.map(\.site).sorted { $0.flag < $1.flag }
    return blocks + crowds.compactMap(\.waiting?.site) + resources + boxes.sites + sitesOfGivenUp
  }

  /// A rule `for each d in push or fetch` asks one question for each kind; with pushes in use, that there are no fetches is
  /// no answer of its own.
  private func dropUnusedAlternatives(_ questions: inout [Question]) {
    func rule(_ question: Question) -> SourceRange? {
      if case .property(let index) = question.subject { model.properties[index].range } else { nil }
    }
    let used = Set(questions.filter { $0.notApplicable == nil }.compactMap(rule))
    questions.removeAll { question in question.notApplicable != nil && rule(question).map(used.contains) == true }
  }

  private func resolved(_ draft: Question, in assembled: Assembled, where fixed: [VariableIndex: Int]) throws -> Question {
    let meanings = assembled.meanings
    let property: Property? = if case .property(let index) = draft.subject { model.properties[index] } else { nil }
    func goal(_ resolved: Term, for term: Term) -> Term {
      forSome(assembled.openFlags, ofKnownDeaths(ofTheNext(resolved, for: term), of: property))
    }
    func goal(_ term: Term) throws -> Term { goal(try meanings.resolve(term), for: term) }
    var question = draft
    question.goal = goal(try meanings.judging(draft.goal).resolve(draft.goal), for: draft.goal)
    for index in question.occasions.indices { question.occasions[index].goal = try goal(question.occasions[index].goal) }
    question.about = try question.about.map(meanings.resolve)
    question.parts = try question.parts.map { part in
      var part = part
      part.goal = try goal(part.goal)
      part.about = try part.about.map(meanings.resolve)
      part.occasion = try part.occasion.map(meanings.resolve)
      return part
    }
    if case .property(let index) = question.subject {
      noteOutOfReach(&question, where: fixed)
      question.notApplicable = reasonNotApplicable(model.properties[index]) ?? question.notApplicable
    }
    return question
  }

  /// Whether an expression reads what is set, of whatever thing, when it is evaluated: what a closure reads, it reads later.
  func reads(_ expression: Expression, _ target: Expression) -> Bool {
    var found = false
    var definitions: Set<DefinitionID> = []
    var walk = ModelWalk()
    walk.entersClosures = false
    walk.onExpression = { part in
      switch (part.kind, target.kind) {
      case (.variable(_, let read), .variable(_, let set)): found = found || read == set
      case (.local(let read), .local(let set)): found = found || read == set
      case (.definition(_, let id), _): definitions.insert(id)
      default: break
      }
    }
    walk.walk(expression)
    return found || definitions.contains { reads(model.definitions[$0.index].value, target) }
  }

  /// Stories tell its lines: also those of a platform that stands in the app's file.
  func isAppFile(_ file: FileID) -> Bool { code.appFiles.contains(file) }

  /// The lock behind an expression: a Boolean variable, or the `held` of a thing.
  func lockVariable(_ lock: Expression, _ environment: Environment) throws -> LifecheckSystem.VariableIndex? {
    switch try evaluate(lock, environment) {
    case .term(.variable(let index)) where lock.type == .bool: return index
    case .node(let node):
      let variable = model.variables.firstIndex { $0.owner == nodes[node].kind && $0.name == "held" }
      guard let variable,
        case .finite(let index, _)? = storage.places[StorageKey(node: node, variable: LifecheckLanguage.VariableID(variable))]
      else { return nil }
      return index
    default: return nil
    }
  }
}

/// A mistake of the translation, not of the spec.
struct TranslationDefect: Error, CustomStringConvertible {
  let what: String
  var description: String { "the translation is wrong: \(what)" }
}
