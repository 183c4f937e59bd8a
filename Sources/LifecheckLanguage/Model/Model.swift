import LifecheckDiagnostics

// The checked model: names resolved, types known, versions folded. Flat tables; an id is an index into its table.

package struct KindID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct VariableID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct FunctionID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct CallbackID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct EventID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct SignalID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct InstanceID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct ExecutorID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct StopwatchID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct DefinitionID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct EnumerationID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }
package struct LocalID: Hashable, Sendable { package let index: Int; package init(_ i: Int) { index = i } }

package struct CheckedModel: Sendable {
  package var files: [SourceFile] = []
  package var enumerations: [Enumeration] = []
  package var kinds: [Kind] = []
  package var variables: [Variable] = []
  package var functions: [Function] = []
  package var callbacks: [Callback] = []
  package var events: [Event] = []
  package var signals: [Signal] = []
  package var instances: [Instance] = []
  package var executors: [Executor] = []
  package var stopwatches: [Stopwatch] = []
  package var definitions: [Definition] = []
  package var locals: [Local] = []
  package var handlers: [Handler] = []
  package var properties: [Property] = []
  /// Reasons of death, in order of first appearance; also the errors' names.
  package var deathReasons: [String] = []
  /// Rules switched off by the app.
  package var allowances: [Allowance] = []
  /// The root kinds: nil where the file has no app (a platform checked alone) or no `use`.
  package var platform: KindID?
  package var app: KindID?
  /// The platform's name and the versions this check covers; both ends equal when pinned.
  package var platformName: String?
  package var versions: ClosedRange<Int>?
  package init() {}
}

package struct Enumeration: Sendable {
  package var name: String
  package var cases: [String]
  package var range: SourceRange
  package init(name: String, cases: [String], range: SourceRange) {
    self.name = name; self.cases = cases; self.range = range
  }
}

/// Finite value types, and the static ones that exist only while lowering.
package indirect enum ValueType: Hashable, Sendable {
  case bool
  /// A bounded integer; leaving the range is a violation.
  case integer(ClosedRange<Int>)
  case enumeration(EnumerationID)
  /// `K?`: none, or one of the pool's entries.
  case reference(KindID)
  /// A particular static instance (or `self`); not optional.
  case instance(KindID)
  /// `() -> Void?`
  case closure
  /// `Job?`
  case job
  /// Static: known while lowering.
  case duration, durationRange, callback, executor, string
  case void
}

/// The platform, the app, or a kind of thing.
package struct Kind: Sendable {
  package var name: String
  package var range: SourceRange
  package var documentation: String
  /// The platform or the app itself: exactly one instance.
  package var isRoot: Bool
  /// Declared in a platform file (or a library of one), so part of the system's code.
  package var isPlatformCode: Bool
  /// The root in whose text it stands; nil for roots.
  package var parent: KindID?
  /// Entries for `new`; nil when never made by `new`.
  package var pool: Int?
  /// The entry may be reused when this is false (over `self`).
  package var liveWhile: Expression?
  /// Static parameters, `kind data(saving: Range = 0s...1s)`.
  package var parameters: [LocalID]
  package var defaults: [Expression?]
  /// Blocks run when the process dies, in the same instant, seeing the last memory.
  package var onDies: [DeathHandler] = []
  package init(
    name: String, range: SourceRange, documentation: String, isRoot: Bool, isPlatformCode: Bool, parent: KindID?
  ) {
    self.name = name; self.range = range; self.documentation = documentation; self.isRoot = isRoot
    self.isPlatformCode = isPlatformCode; self.parent = parent
    self.pool = nil; self.liveWhile = nil; self.parameters = []; self.defaults = []
  }
}

/// `on dies { … }`, `on dies killed { … }`
package struct DeathHandler: Sendable {
  /// Empty: it runs whatever the app dies of.
  package let reasons: [String]
  package let body: Block
  package func answers(_ reason: String) -> Bool { reasons.isEmpty || reasons.contains(reason) }
  /// Whether it was written before the other.
  package func isBefore(_ other: DeathHandler) -> Bool {
    (body.range.file.index, body.range.start) < (other.body.range.file.index, other.body.range.start)
  }
}

package struct Variable: Sendable {
  package enum Storage: Hashable, Sendable {
    /// Lost with the process.
    case memory
    /// Survives the process.
    case durable
    /// The system's own.
    case system
    /// Unknown, but fixed for the whole run (`param`). Durations too.
    case rigid
    /// Known at compile time (`const`, pinned versions).
    case constant
  }
  package var name: String
  package var owner: KindID
  package var storage: Storage
  package var type: ValueType
  /// nil: any value of the type (settings, rigid parameters).
  package var initial: Expression?
  /// For rigid durations: least and greatest value, in milliseconds.
  package var durationRange: ClosedRange<Int>?
  /// A setting: the user may change it at any time.
  package var isSetting: Bool
  package var range: SourceRange
  package var documentation: String
  package init(
    name: String, owner: KindID, storage: Storage, type: ValueType, initial: Expression?, range: SourceRange,
    documentation: String = ""
  ) {
    self.name = name; self.owner = owner; self.storage = storage; self.type = type; self.initial = initial
    self.durationRange = nil; self.isSetting = false; self.range = range; self.documentation = documentation
  }
}

package struct Local: Sendable {
  package var name: String
  package var type: ValueType
  package var range: SourceRange
  /// Used inside a closure or async block made in its scope, by reference: it lives in a box of its own.
  package var isCaptured: Bool
  package init(name: String, type: ValueType, range: SourceRange, isCaptured: Bool = false) {
    self.name = name; self.type = type; self.range = range; self.isCaptured = isCaptured
  }
}

package struct Function: Sendable {
  package var name: String
  package var owner: KindID
  package var parameters: [LocalID]
  /// Default values, where given, one per parameter.
  package var defaults: [Expression?]
  package var result: ValueType
  package var isAsync: Bool
  /// A duration range: the world's work takes that long.
  package var takes: Expression?
  package var mayFail: [String]?
  package var body: Block?
  package var says: String?
  package var range: SourceRange
  package var documentation: String
}

package struct Callback: Sendable {
  package var name: String
  package var owner: KindID
  package var parameters: [LocalID]
  package var executor: ExecutorID?
  package var says: String?
  package var range: SourceRange
  package var documentation: String
}

/// `on c { … }`
package struct Handler: Sendable {
  /// The kind in whose body it stands.
  package var owner: KindID
  package var callback: CallbackID
  /// Whose callback: an instance path from `self`, or the platform root.
  package var target: Expression
  package var parameters: [LocalID]
  package var executor: ExecutorID?
  package var body: Block
  package var range: SourceRange
}

package struct Event: Sendable {
  package var name: String
  package var owner: KindID
  package var by: String?
  package var says: String?
  /// nil: the process's main thread for an app's event, a thread of its own for a platform's.
  package var executor: ExecutorID?
  package var when: Expression?
  package var latest: Expression?
  package var body: Block
  package var range: SourceRange
  package var documentation: String
}

package struct Signal: Sendable {
  package var name: String
  package var owner: KindID
  package var range: SourceRange
  package init(name: String, owner: KindID, range: SourceRange) {
    self.name = name; self.owner = owner; self.range = range
  }
}

/// `task upload[3](…)`: a static member of `owner`.
package struct Instance: Sendable {
  package var name: String
  package var owner: KindID
  package var kind: KindID
  package var count: Int
  /// Whether it was written with brackets, so that `upload[0]` is how to name one.
  package var isArray: Bool
  /// One static value per parameter of the kind, defaults filled in.
  package var arguments: [Expression]
  package var range: SourceRange
}

package struct Executor: Sendable {
  package var name: String
  package var owner: KindID
  /// The system's: neither frozen nor killed with the process.
  package var isSystem: Bool
  /// Delay before an entry starts; nil: at once when free.
  package var latency: Expression?
  package var range: SourceRange
}

package struct Stopwatch: Sendable {
  package var name: String
  package var owner: KindID
  /// Runs while this holds; nil: always.
  package var condition: Expression?
  package var range: SourceRange
}

package struct Definition: Sendable {
  package var name: String
  package var owner: KindID
  package var type: ValueType
  package var value: Expression
  package var range: SourceRange
}

package struct Allowance: Sendable {
  package var rule: String
  package var reason: String
  package var until: String?
  package var range: SourceRange
}

// MARK: Statements

package struct Block: Sendable {
  package var statements: [Statement]
  package var range: SourceRange
  package init(statements: [Statement], range: SourceRange) { self.statements = statements; self.range = range }
}

package struct Statement: Sendable {
  package var kind: StatementKind
  package var range: SourceRange
  package init(_ kind: StatementKind, _ range: SourceRange) { self.kind = kind; self.range = range }
}

package indirect enum StatementKind: Sendable {
  case declare(LocalID, Expression?)
  /// `x += 1` is checked as `x = x + 1`, with the range of the whole.
  case assign(target: Expression, value: Expression)
  case expression(Expression)
  case conditional(Expression, then: Block, otherwise: Block?)
  /// Bounds are known at compile time; half-open.
  case forRange(LocalID, Range<Int>, Block)
  case forInstances(LocalID, KindID, condition: Expression?, Block)
  case returns(Expression?)
  case throwing(String?)
  case doCatch(Block, clauses: [CatchClause])
  case deferred(Block)
  /// `isAwait`: lets its executor go meanwhile.
  case wait(Expression, isWall: Bool, canThrow: Bool, isAwait: Bool)
  case waitUntil(Expression)
  case within(Expression, Block, otherwise: Block?)
  /// The expression is a static instance or root variable that has been declared as a lock.
  case lock(Expression, Block)
  case atomic(Block)
  /// Posts the callback and waits for its return.
  case callCallback(target: Expression, CallbackRef, arguments: [Expression])
  /// A `target` that is `.none` is of no particular instance.
  case emit(target: Expression, SignalID)
  case die(String)
  case freeze, thaw, start
  case reset(target: Expression, StopwatchID)
}

/// A callback named directly, or a local that holds one (`func ask(c: callback)`).
package enum CallbackRef: Hashable, Sendable {
  case callback(CallbackID)
  case local(LocalID)
}

package struct CatchClause: Sendable {
  package var error: String?
  package var body: Block
  package init(error: String?, body: Block) { self.error = error; self.body = body }
}

// MARK: Expressions

package struct Expression: Sendable {
  package var kind: ExpressionKind
  package var type: ValueType
  package var range: SourceRange
  package init(_ kind: ExpressionKind, _ type: ValueType, _ range: SourceRange) {
    self.kind = kind; self.type = type; self.range = range
  }
}

package enum TaskMode: Hashable, Sendable { case async, await, sync }

/// How a call treats time and failure.
package struct CallMode: Hashable, Sendable {
  package var isAwait = false
  /// `try`: a failure leaves to the nearest `catch`, a cancel is noticed.
  package var isTry = false
  /// `try?`: a failure is swallowed.
  package var isTryOptional = false
  package init() {}
}

package indirect enum ExpressionKind: Sendable {
  case bool(Bool)
  case integer(Int)
  /// Milliseconds.
  case duration(Int)
  /// `forever`.
  case forever
  case string(String)
  case enumCase(EnumerationID, Int)
  case none
  /// The one instance of a root kind.
  case root(KindID)
  /// The instance whose code this is.
  case selfInstance
  case local(LocalID)
  /// A static member instance of what `base` denotes; `index` for arrays.
  case instance(base: Expression, InstanceID, index: Expression?)
  /// A variable of what `base` denotes. `base` may be a reference (`t.open`).
  case variable(base: Expression, VariableID)
  case definition(base: Expression, DefinitionID)
  /// A static parameter of the kind of what `base` denotes, seen from outside: `f.shared`.
  case parameter(base: Expression, LocalID)
  case stopwatch(base: Expression, StopwatchID)
  case executor(base: Expression, ExecutorID)
  case callback(base: Expression, CallbackID)
  /// The platform's version, an integer (constant if pinned).
  case version
  /// The process is stopped, alive, has app code at work, is in the middle of something that takes time.
  case frozen, running, working, halfway
  /// No variable, live local or closure but its own refers to it.
  case forgotten(Expression)
  /// `moves.busy`
  case executorBusy(base: Expression, ExecutorID)
  /// `f is running`: some activation is inside the function, event or callback's handler.
  case functionRunning(base: Expression, FunctionID)
  case eventRunning(base: Expression, EventID)
  case callbackRunning(base: Expression, CallbackID)
  /// `j.running`
  case jobRunning(Expression)
  /// `any`, `any 1...3`: chosen anew each time. The range for integers.
  case any(ClosedRange<Int>?)
  case not(Expression)
  case binary(BinaryOperator, Expression, Expression)
  /// A duration range.
  case range(Expression, Expression)
  case conditional(Expression, Expression, Expression)
  /// Over the static instances and pool entries of a kind.
  case quantified(QuantifierSyntax, LocalID, KindID, Expression?)
  case new(KindID, [Expression])
  case closure(Closure)
  case call(base: Expression, FunctionID, arguments: [Expression], CallMode)
  /// `expired?()`, `t.expiry()`: calls a closure value. Not optional: calling none is a violation.
  case callClosure(Expression, isOptional: Bool, CallMode)
  case cancelJob(Expression)
  /// `async on q { }`; its value is a job.
  case task(TaskMode, executor: Expression?, Closure, CallMode)
  /// Nameless work of the world: `upload takes 2s…4s, may fail`.
  case work(name: String, takes: Expression, mayFail: [String]?, CallMode)
}

package struct Closure: Sendable {
  /// Copied when the closure is made: a fresh local inside, and the value outside.
  package var copies: [Copy]
  package var parameters: [LocalID]
  package var body: Block
  package var range: SourceRange
  package struct Copy: Sendable {
    package let local: LocalID
    package let value: Expression
    package init(local: LocalID, value: Expression) { self.local = local; self.value = value }
  }
  package init(copies: [Copy], parameters: [LocalID], body: Block, range: SourceRange) {
    self.copies = copies; self.parameters = parameters; self.body = body; self.range = range
  }
}

// MARK: Properties

package struct Property: Sendable {
  package enum Role: String, Hashable, Sendable { case property, possible, rule, assume }
  package var role: Role
  package var title: String
  /// A rule's stable id, for example `task-leaked`.
  package var identifier: String?
  package var isAdvice: Bool
  /// A string-valued expression, over versions only.
  package var predicts: Expression?
  /// One check per instance or entry of these kinds, bound to the local.
  package var forEach: (local: LocalID, kinds: [KindID])?
  package var sentence: Sentence
  package var orDies: Bool
  package var owner: KindID
  package var range: SourceRange
  package var documentation: String
}

/// Something that is true or false in a state.
package typealias Fact = Expression

/// Something that occurs in an instant. A `target` that is `.none`, of type `.reference(K)`, means that of any `K`; in
/// `E exactly once per F`, E's target can be a parameter of the callback that F names (a local of that `Callback`).
package struct Happening: Sendable {
  package enum Kind: Sendable {
    /// The call of a function (its start), or its return or failure.
    case calls(target: Expression, FunctionID), returns(target: Expression, FunctionID), fails(target: Expression, FunctionID)
    /// The handlers of a callback start (when it is posted) or have returned.
    case callback(target: Expression, CallbackID), callbackReturns(target: Expression, CallbackID)
    case event(target: Expression, EventID)
    case signal(target: Expression, SignalID)
    /// The fact turns from false to true.
    case becomes(Fact)
    /// Empty: for any reason.
    case dies([String])
  }
  package var kind: Kind
  package var condition: Fact?
  package var range: SourceRange
  package init(kind: Kind, condition: Fact?, range: SourceRange) {
    self.kind = kind; self.condition = condition; self.range = range
  }
}

package indirect enum Sentence: Sendable {
  case always(Fact)
  case neverFact(Fact)
  case neverHappening(Happening)
  /// `never C for 5s`
  case neverFor(Fact, Expression)
  /// Whenever the happening occurs, the fact holds.
  case before(Fact, Happening)
  case afterWithin(Happening, Happening, Expression, unless: Fact?)
  case afterBefore(Happening, Happening, Happening)
  case afterNeverUntil(Happening, Happening, Happening)
  case onlyAfter(Happening, Happening)
  case exactlyOnce(Happening, per: Happening, within: Expression?)
  case atMostOnce(Happening, per: Happening)
  case possibleFact(Fact)
  case possibleHappening(Happening)
}
