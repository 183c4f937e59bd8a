import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Code that may wait, as locations and edges of one process. One statement is one unit, so that others can come in
// between; what no one could notice is merged afterwards.

/// The code of one activation while it is being laid out.
final class Flow {
  let lowerer: Lowerer
  let process: Int
  /// Where the next statement starts; nil: this point is never reached.
  var cursor: Int?
  var environment: Environment
  /// The executor that the code holds, if any.
  var executor: ExecutorKey?
  /// The executor to which the code belongs here, even while it waits without holding it.
  var home: ExecutorKey?
  /// The code belongs to the app's process: stops with it.
  var isApp: Bool
  var scopes: [Scope] = []
  var inside: [Macro] = []
  /// The things, or entries of pools, that the loops around the code are about.
  var loopedOver: [LoopedOver] = []
  /// The closures that the code is in.
  var entered: [SourceRange] = []
  /// The innermost piece of code that this is a part of.
  var piece: Int?
  /// Executors held besides, by `sync`.
  var alsoHeld: [ExecutorKey] = []
  /// What the block waits for with its last statement, behind which nothing is left to do.
  var lastStatement: SourceRange?
  /// Of the `within` whose `else` this is, where that begins with a `die`.
  var limitPassed: TimeBound?

  indirect enum Scope {
    case deferred(Block, Environment)
    /// Owed work is being done, to its end: no limit around it cuts it, except that one of the system's cuts what the app owes.
    case finishing(isApp: Bool)
    case catching([(error: String?, entry: Int)])
    /// `outside` is what its caller is inside of; closures have no call.
    case function(exit: Int, result: ResultSlot?, outside: [Macro], call: Call? = nil)
    case locked(VariableIndex)
    case timeout(Int)
    /// Left by giving the executor back and queueing for the outer one.
    case hop(outer: ExecutorKey?, alsoHeld: [ExecutorKey])
    /// Variables of the activation that hold something only until here; of a block, or of one statement of it.
    case owns([VariableIndex], isBlock: Bool)
  }

  /// Where a function leaves its result, as a value of its own result type.
  struct ResultSlot {
    let variable: VariableIndex
    let type: ValueType
  }

  /// How the code stands at some point, apart from where: kept and brought back as a whole.
  struct Standing {
    var scopes: [Scope]
    var environment: Environment
    var executor: ExecutorKey?
    var home: ExecutorKey?
    var alsoHeld: [ExecutorKey]
    var inside: [Macro]
  }

  var standing: Standing {
    get {
      Standing(scopes: scopes, environment: environment, executor: executor, home: home, alsoHeld: alsoHeld, inside: inside)
    }
    set {
      (scopes, environment, executor) = (newValue.scopes, newValue.environment, newValue.executor)
      (home, alsoHeld, inside) = (newValue.home, newValue.alsoHeld, newValue.inside)
    }
  }

  init(lowerer: Lowerer, process: Int, cursor: Int, environment: Environment, executor: ExecutorKey?, isApp: Bool) {
    self.lowerer = lowerer
    self.process = process
    self.cursor = cursor
    self.environment = environment
    self.executor = executor
    home = executor
    self.isApp = isApp
  }

  /// The system's own code, and none that the app has given it to run: between two places where it waits, calls, or takes or gives an
  /// executor, nobody comes in between a test and what it decides.
  var isSystemsOwn: Bool { !isApp && !inside.contains(.appCode) }

  // MARK: Locations and edges

  func makeLocation(
    _ name: String, pause: Pause? = nil, stable: Bool, work: Bool = true, origin: SourceRange? = nil
  ) -> Int {
    var location = DraftLocation(name: name, pause: pause, origin: origin, isStable: stable, isWork: work)
    location.holds = alsoHeld + (executor.map { [$0] } ?? [])
    location.timeouts = timeoutsThatCut
    if !location.timeouts.isEmpty { location.standing = standing }
    location.inside = inside
    location.loopedOver = loopedOver
    lowerer.processes[process].locations.append(location)
    return lowerer.processes[process].locations.count - 1
  }

  /// Outermost first.
  private var timeoutsThatCut: [Int] {
    scopes.enumerated().compactMap { depth, scope in
      guard case .timeout(let index) = scope else { return nil }
      let isOfSystem = currentProcess.timeouts[index].isOfSystem
      let waits = scopes[depth...].contains { if case .finishing(let isApp) = $0 { !(isOfSystem && isApp) } else { false } }
      return waits ? nil : index
    }
  }

  func makeLocation(_ pause: Pause, work: Bool = true, origin: SourceRange?) -> Int {
    makeLocation(pause.name, pause: pause, stable: true, work: work, origin: origin)
  }

  /// Ends the unit under construction as an edge from the cursor to `target` (or a fresh passing location).
  @discardableResult
  func commit(
    to target: Int? = nil, urgent: Bool = true, line: EdgeLabel.Line? = nil,
    mobility: DraftEdge.Mobility = .automatic
  ) -> Int {
    let destination = target ?? makeLocation("", stable: false)
    var edge = DraftEdge(source: cursor!, target: destination, isUrgent: urgent)
    edge.choices = lowerer.unit.choices
    edge.items = lowerer.unit.items
    edge.begins = lowerer.unit.begins
    edge.lines = line.map { [$0] } ?? []
    edge.mobility = mobility
    lowerer.unit = AtomicStep()
    lowerer.processes[process].edges.append(edge)
    cursor = destination
    return destination
  }

  /// An edge that does nothing.
  func jump(to target: Int) {
    guard cursor != nil else { return }
    commit(to: target, mobility: .local)
    cursor = nil
  }

  /// Reads, effects and choices up to the next `commit` form one unit, run by `body`.
  func straight<Result>(_ body: (inout Straight) throws -> Result) throws -> Result {
    // Whoever calls it: what the app's code starts is the app's, and stops with it.
    lowerer.acts(isApp: isApp || inside.contains(.appCode))
    var state = Straight(environment: environment, alive: .true, origin: SourceRange(file: FileID(0), start: 0, end: 0))
    let result = try body(&state)
    environment = state.environment
    return result
  }

  func line(_ statement: SourceRange, says: String? = nil) -> EdgeLabel.Line? {
    guard isOwnCode(statement) else { return nil }
    return EdgeLabel.Line(text: "`\(lowerer.sourceText(statement))`\(inBrackets(says))", origin: statement)
  }

  func inBrackets(_ says: String?) -> String { says.map { " (\($0))" } ?? "" }

  /// Lines of platform files stay out of stories unless they have a phrase of their own.
  func isOwnCode(_ range: SourceRange) -> Bool { lowerer.isAppFile(range.file) }

  /// The app's statements are its own steps, and a death ends them; the platform's are not, and go on.
  func isAppCode(_ range: SourceRange) -> Bool { lowerer.model.isAppCode(range) }

  /// A variable of this activation, back to 0 when it ends, or when its block or statement does.
  /// - Parameter refers: Whether who has it can use what it names.
  func makeOwn(
    _ name: String, _ type: ValueType, hidden: Bool = false, inBlock: Bool = false, refers: Bool = true
  ) -> VariableIndex {
    let range = lowerer.valueRange(of: type)
    let index = lowerer.makeVariable(
      StateVariable(
        name: name, domain: range.count, valueNames: lowerer.valueNames(of: type), initial: 0, isHidden: hidden),
      VariableRole(
        storage: isApp ? .memory : .system, refersTo: refers ? lowerer.referredKind(of: type) : nil, isJob: type == .job))
    own([index], inBlock: inBlock)
    return index
  }

  // MARK: Blocks and statements

  func run(_ block: Block) throws {
    try owning(isBlock: true) {
      for statement in block.statements {
        guard cursor != nil else { break }
        // Work that is owed at the end of the block must outlive the statement that says so.
        if case .deferred = statement.kind { try run(statement) } else { try owning(isBlock: false) { try run(statement) } }
      }
    }
  }

  func run(_ statement: Statement) throws {
    switch statement.kind {
    case .declare(let local, let value): try declare(local, value, at: statement.range)
    case .assign(let target, let value): try assign(target, value, at: statement.range)
    case .expression(let expression): try effect(expression, at: statement.range)
    case .conditional(let condition, let then, let otherwise): try branch(condition, then, otherwise)
    case .forRange(let local, let bounds, let body):
      for value in bounds {
        environment.locals[local] = .value(.term(.constant(value)))
        try run(body)
      }
    case .forInstances(let local, let kind, let condition, let body): try forEach(local, kind, condition, body)
    case .returns(let value): try returns(value, at: statement.range)
    case .throwing(let error): try throwError(error ?? "", at: statement.range)
    case .doCatch(let body, let clauses): try doCatch(body, clauses)
    case .deferred(let block): scopes.append(.deferred(block, environment))
    case .wait(let duration, let isWall, let canThrow, let isAwait):
      let (lower, upper) = try lowerer.durationRange(duration, environment)
      try wait(
        Wait(
          lower: lower, upper: upper, isWall: isWall, releases: isAwait, canCancel: canThrow && isAwait, isSleep: true,
          origin: statement.range))
    case .waitUntil(let condition): try waitUntil(condition, at: statement.range)
    case .within(let limit, let body, let otherwise): try within(limit, body, otherwise, at: statement.range)
    case .lock(let lock, let body): try locked(lock, body, at: statement.range)
    case .atomic(let body): try atomic(body, at: statement.range)
    case .callCallback(let target, let callback, let arguments, let inPlace):
      try callCallback(target, callback, arguments, inPlace: inPlace, at: statement.range)
    case .die(let reason): die(reason, at: statement.range)
    case .emit, .freeze, .thaw, .start, .reset:
      try straight { try lowerer.run(statement, &$0) }
      commit(line: label(of: statement))
    }
  }

  private func atomic(_ body: Block, at range: SourceRange) throws {
    try straight { state in
      do {
        try lowerer.run(body, &state)
      } catch let failure as LoweringFailure where isOwnCode(range) && !isOwnCode(failure.diagnostic.range) {
        // The platform's code is nobody's business here.
        throw LoweringFailure(
          "waits-in-atomic", "something that this block calls may wait or leave, which one indivisible step cannot", at: range,
          help: "move the call that takes time out of the `atomic` block")
      }
      guard state.alive == .true else {
        throw LoweringFailure(
          "waits-in-atomic", "this may wait or leave, which one indivisible step cannot", at: range,
          help: "move the `return` out of the `atomic` block: keep what it tests in a local, and test that after the block")
      }
    }
    commit(line: line(range))
  }

  private func label(of statement: Statement) -> EdgeLabel.Line? {
    switch statement.kind {
    case .freeze: EdgeLabel.Line(text: "the app is frozen", origin: statement.range)
    case .thaw: EdgeLabel.Line(text: "the app is thawed", origin: statement.range)
    case .start: EdgeLabel.Line(text: "the app's process starts", origin: statement.range)
    default: nil
    }
  }

  private func die(_ reason: String, at range: SourceRange) {
    lowerer.noteDeathForAnother(environment, at: range)
    lowerer.unit.items.append(.die(reason: reason))
    let limit = limitPassed.flatMap(self.words).map { ", after \($0)" } ?? ""
    let words = wordsOf(reason) + limit
    commit(to: Process.idle, line: EdgeLabel.Line(text: "the app is killed: \(words)", origin: range), mobility: .visible)
    cursor = nil
  }

  // MARK: Branches

  private func branch(_ condition: Expression, _ then: Block, _ otherwise: Block?) throws {
    let (test, held) = try tested(condition)
    guard cursor != nil else { return }
    func go(_ block: Block?) throws {
      letGo(held)
      try block.map(run)
    }
    let pieces = branchPieces(condition, isGuard: condition.isOfGuard, then, otherwise)
    // Known here; in another round of a loop it may come out otherwise.
    if test == .true || test == .false {
      let begun = test == .true ? pieces.then : pieces.otherwise
      lowerer.unit.begins += [begun].compactMap { $0 }
      return try inPiece(begun) { try go(test == .true ? then : otherwise) }
    }
    try split(
      test, at: condition.range, isGuard: condition.isOfGuard, begins: pieces,
      then: { try inPiece(pieces.then) { try go(then) } }, otherwise: { try inPiece(pieces.otherwise) { try go(otherwise) } })
  }

  /// The test, and the variables that hold something for it alone.
  func tested(_ condition: Expression) throws -> (Term, [VariableIndex]) {
    scopes.append(.owns([], isBlock: false))
    let test = try computeFact(condition)
    guard case .owns(let held, _) = scopes.removeLast() else { return (test, []) }
    return (test, held)
  }

  /// Two ways on, and one place where they meet again. `isGuard`: at `range` stands the opposite of the test; `isTold`: stories tell of it.
  func split(
    _ test: Term, at range: SourceRange, isGuard: Bool = false, isTold: Bool = true, begins: (then: Int?, otherwise: Int?) = (nil, nil),
    then: () throws -> Void, otherwise: () throws -> Void
  ) throws {
    let start = cursor!
    let unit = lowerer.unit
    let saved = environment
    let end = makeLocation("", stable: false)
    var isEndReached = false
    func take(_ condition: Term, isTrue: Bool, _ body: () throws -> Void) throws {
      cursor = start
      lowerer.unit = unit
      environment = saved
      lowerer.emit(.assume(condition), range)
      lowerer.unit.begins += [isTrue ? begins.then : begins.otherwise].compactMap { $0 }
      let line = isTold ? testLine(range, isTrue: isTrue != isGuard) : nil
      commit(line: line, mobility: isSystemsOwn ? .leadsOn : .automatic)
      try body()
      if cursor != nil { isEndReached = true }
      jump(to: end)
    }
    try take(test, isTrue: true, then)
    try take(test.negated, isTrue: false, otherwise)
    environment = saved
    cursor = isEndReached ? end : nil
  }

  private func testLine(_ range: SourceRange, isTrue: Bool) -> EdgeLabel.Line? {
    guard isOwnCode(range) else { return nil }
    let text = lowerer.sourceText(range)
    if text == "any" {
      return EdgeLabel.Line(text: isTrue ? "`any` is chosen true" : "`any` is chosen false", origin: range)
    }
    return EdgeLabel.Line(text: "`\(text)` is \(isTrue)", origin: range)
  }
}

extension Expression {
  /// `guard x else` tests `not x`, written as `x`.
  fileprivate var isOfGuard: Bool {
    if case .not(let inner) = kind { inner.range == range } else { false }
  }
}
