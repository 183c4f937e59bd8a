import LifecheckDiagnostics
import LifecheckLanguage

/// The platform, the app, or an instance.
struct Thing: Sendable {
  let kind: KindID
  let parent: Int?
  let arguments: [Expression]
}

/// A checked model with its things, variables and blocks counted through.
final class Program {
  struct Slot: Hashable {
    let thing: Int
    let variable: VariableID
  }
  struct Member: Hashable {
    let thing: Int
    let instance: InstanceID
    let index: Int
  }
  struct StopwatchKey: Hashable {
    let thing: Int
    let stopwatch: StopwatchID
  }
  struct ExecutorKey: Hashable {
    let thing: Int
    let executor: ExecutorID
  }

  let model: CheckedModel
  private(set) var things: [Thing] = []
  /// For each kind what `new` takes: any number in the language, so many here. More are not followed.
  private(set) var entries: [KindID: [Int]] = [:]
  static let entriesOfEachKind = 4
  /// For each kind of things that are there only while something is true: what stands for all that are over.
  private(set) var overs: [KindID: Int] = [:]
  private(set) var members: [Member: Int] = [:]
  private(set) var slots: [Slot] = []
  private(set) var slotIndex: [Slot: Int] = [:]
  private(set) var executors: [ExecutorKey] = []
  private(set) var executorIndex: [ExecutorKey: Int] = [:]
  private(set) var stopwatches: [StopwatchKey] = []
  private(set) var stopwatchIndex: [StopwatchKey: Int] = [:]
  private var thingsOfKind: [KindID: [Int]] = [:]
  private var blocks: [Block] = []
  private var blockIndex: [SourceRange: Int] = [:]
  private var localsOfBlock: [SourceRange: Set<Int>] = [:]
  private var isInstant: [FunctionID: Bool] = [:]

  init(_ model: CheckedModel) throws {
    self.model = model
    if let versions = model.versions, versions.count > 1 { throw NotCovered(what: "several versions") }
    for (index, kind) in model.kinds.enumerated() where kind.isRoot { addThing(KindID(index), parent: nil, arguments: []) }
    for (index, kind) in model.kinds.enumerated() where kind.pool != nil { try addEntries(KindID(index)) }
    for (thing, variable) in things.indices.flatMap({ thing in model.variables.indices.map { (thing, $0) } })
    where model.variables[variable].owner == things[thing].kind { addSlot(thing, VariableID(variable)) }
    for (thing, executor) in things.indices.flatMap({ thing in model.executors.indices.map { (thing, $0) } })
    where model.executors[executor].owner == things[thing].kind { addExecutor(thing, ExecutorID(executor)) }
    for (thing, stopwatch) in things.indices.flatMap({ thing in model.stopwatches.indices.map { (thing, $0) } })
    where model.stopwatches[stopwatch].owner == things[thing].kind { addStopwatch(thing, StopwatchID(stopwatch)) }
  }

  private func addStopwatch(_ thing: Int, _ stopwatch: StopwatchID) {
    let key = StopwatchKey(thing: thing, stopwatch: stopwatch)
    stopwatchIndex[key] = stopwatches.count
    stopwatches.append(key)
  }

  private func addEntries(_ kind: KindID) throws {
    if model.instances.contains(where: { $0.owner == kind }) { throw NotCovered(what: "instances of an entry") }
    for _ in 0..<Self.entriesOfEachKind {
      entries[kind, default: []].append(things.count)
      addThing(kind, parent: nil, arguments: [])
    }
    if model.kinds[kind.index].isOnlyWhile {
      overs[kind] = things.count
      things.append(Thing(kind: kind, parent: nil, arguments: []))
    }
  }

  private func addThing(_ kind: KindID, parent: Int?, arguments: [Expression]) {
    let thing = things.count
    things.append(Thing(kind: kind, parent: parent, arguments: arguments))
    thingsOfKind[kind, default: []].append(thing)
    for (index, instance) in model.instances.enumerated() where instance.owner == kind {
      for number in 0..<instance.count {
        members[Member(thing: thing, instance: InstanceID(index), index: number)] = things.count
        addThing(instance.kind, parent: thing, arguments: instance.arguments)
      }
    }
  }

  private func addSlot(_ thing: Int, _ variable: VariableID) {
    let slot = Slot(thing: thing, variable: variable)
    slotIndex[slot] = slots.count
    slots.append(slot)
  }

  private func addExecutor(_ thing: Int, _ executor: ExecutorID) {
    let key = ExecutorKey(thing: thing, executor: executor)
    executorIndex[key] = executors.count
    executors.append(key)
  }

  func slot(_ thing: Int, _ variable: VariableID) throws -> Int {
    guard let slot = slotIndex[Slot(thing: thing, variable: variable)] else {
      throw NotCovered(what: "default that names its thing")
    }
    return slot
  }

  func things(of kind: KindID) -> [Int] { thingsOfKind[kind] ?? [] }

  func isEntry(_ thing: Int) -> Bool { entries[things[thing].kind]?.contains(thing) ?? false }

  /// Whether it stands for all things of its kind that are over.
  func isOver(_ thing: Int) -> Bool { overs[things[thing].kind] == thing }

  func root(_ kind: KindID) -> Int { things(of: kind)[0] }

  func isPlatformCode(_ kind: KindID) -> Bool { model.kinds[kind.index].isPlatformCode }

  func variable(_ slot: Int) -> Variable { model.variables[slots[slot].variable.index] }

  /// Whether what waits there may begin later, by any time.
  func isLate(executor: Int) -> Bool { model.executors[executors[executor].executor.index].latency != nil }

  /// The events that must happen by some moment.
  var forcedEvents: [Int] { model.events.indices.filter { model.events[$0].latest != nil } }

  func isSystem(executor: Int) -> Bool { model.executors[executors[executor].executor.index].isSystem }

  /// A number that stands for the block in states.
  func code(_ block: Block) -> Int {
    if let known = blockIndex[block.range] { return known }
    blockIndex[block.range] = blocks.count
    blocks.append(block)
    return blocks.count - 1
  }

  func block(_ code: Int) -> Block { blocks[code] }

  /// The executor of a declaration, as the code of a thing names it: its own, or that of the platform or the app.
  func executor(_ id: ExecutorID, for thing: Int) throws -> Int {
    var owner: Int? = thing
    while let candidate = owner {
      if let found = ownExecutor(id, of: candidate) { return found }
      owner = things[candidate].parent
    }
    guard let root = things(of: model.executors[id.index].owner).first,
      let found = executorIndex[ExecutorKey(thing: root, executor: id)]
    else { throw Defect(what: "a thread of no thing") }
    return found
  }

  /// A thing that is declared with more of its own has what its kind has in a plain one of that kind inside.
  private func ownExecutor(_ id: ExecutorID, of thing: Int) -> Int? {
    if let found = executorIndex[ExecutorKey(thing: thing, executor: id)] { return found }
    let base = members.first { $0.key.thing == thing && model.instances[$0.key.instance.index].isBase }
    return base.flatMap { ownExecutor(id, of: $0.value) }
  }

  /// The expression that a static parameter of a thing's kind stands for.
  func argument(_ local: LocalID, of thing: Int) -> Expression? {
    guard let place = model.kinds[things[thing].kind.index].parameters.firstIndex(of: local) else { return nil }
    return place < things[thing].arguments.count ? things[thing].arguments[place] : nil
  }

  /// Whether code that belongs to a thing is written in the app.
  func isAppText(_ environment: Environment) -> Bool { !isPlatformCode(things[environment.this].kind) }

  /// Whether the process runs only after a `start`.
  var startsLives: Bool {
    let code = model.events.map(\.body) + model.functions.compactMap(\.body)
    return code.contains(where: startsLife)
  }

  /// Also in a block that another executor runs for it.
  private func startsLife(_ block: Block) -> Bool {
    func startsLife(_ expression: Expression) -> Bool {
      if case .closure(let closure) = expression.kind { return self.startsLife(closure.body) }
      if case .task(_, _, let closure, _) = expression.kind { return self.startsLife(closure.body) }
      return expression.children.contains(where: startsLife)
    }
    return block.statements.contains { statement in
      if case .start = statement.kind { return true }
      return statement.expressions.contains(where: startsLife) || statement.blocks.contains(where: self.startsLife)
    }
  }

  /// A function with a body that waits for nothing and calls only such functions.
  func takesNoTime(_ function: FunctionID) -> Bool {
    guard let body = model.functions[function.index].body else { return false }
    if let known = isInstant[function] { return known }
    isInstant[function] = takesNoTime(body)
    return isInstant[function]!
  }

  private func takesNoTime(_ block: Block) -> Bool { block.statements.allSatisfy(takesNoTime) }

  private func takesNoTime(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .declare(_, let value): value.map(takesNoTime) ?? true
    case .assign(_, let value): takesNoTime(value)
    case .expression(let expression): takesNoTime(expression)
    case .conditional(let test, let then, let otherwise):
      takesNoTime(test) && takesNoTime(then) && (otherwise.map(takesNoTime) ?? true)
    case .returns(let value): value.map(takesNoTime) ?? true
    case .forRange(_, _, let block), .atomic(let block), .forInstances(_, _, _, let block): takesNoTime(block)
    case .emit, .freeze, .thaw, .start, .reset: true
    default: false
    }
  }

  private func takesNoTime(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .call(_, let function, let arguments, _): takesNoTime(function) && arguments.allSatisfy(takesNoTime)
    case .callClosure, .work: false
    case .task(let mode, _, _, _): mode == .async
    case .not(let inner): takesNoTime(inner)
    case .binary(_, let a, let b): takesNoTime(a) && takesNoTime(b)
    case .conditional(let a, let b, let c): [a, b, c].allSatisfy(takesNoTime)
    default: true
    }
  }
}

extension Program {
  /// The locals that a block names, those in its closures too.
  func locals(in block: Block) -> Set<Int> {
    if let known = localsOfBlock[block.range] { return known }
    var found: Set<Int> = []
    func visit(_ expression: Expression) {
      if case .local(let local) = expression.kind { found.insert(local.index) }
      if case .closure(let closure) = expression.kind { found.formUnion(locals(in: closure.body)) }
      if case .task(_, _, let closure, _) = expression.kind {
        closure.copies.forEach { visit($0.value) }
        found.formUnion(locals(in: closure.body))
      }
      expression.children.forEach(visit)
    }
    for statement in block.statements {
      if case .callCallback(_, .local(let local), _, _) = statement.kind { found.insert(local.index) }
      statement.expressions.forEach(visit)
      for inner in statement.blocks { found.formUnion(locals(in: inner)) }
    }
    localsOfBlock[block.range] = found
    return found
  }
}

extension Block {
  /// The locals that end with it.
  var ownLocals: [Int] {
    statements.compactMap { if case .declare(let local, _) = $0.kind { local.index } else { nil } }
  }

  /// Whether one of the statements in it, closures left out, is such a one.
  func contains(_ isWanted: (StatementKind) -> Bool) -> Bool {
    statements.contains { isWanted($0.kind) || $0.blocks.contains { $0.contains(isWanted) } }
  }
}
