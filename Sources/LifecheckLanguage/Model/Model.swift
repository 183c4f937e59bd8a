import LifecheckDiagnostics

// The checked model: names resolved, types known, versions folded. Flat tables; an id is an index into its table.

package typealias KindID = ID<Kind>
package typealias VariableID = ID<Variable>
package typealias FunctionID = ID<Function>
package typealias CallbackID = ID<Callback>
package typealias EventID = ID<Event>
package typealias SignalID = ID<Signal>
package typealias InstanceID = ID<Instance>
package typealias ExecutorID = ID<Executor>
package typealias StopwatchID = ID<Stopwatch>
package typealias DefinitionID = ID<Definition>
package typealias EnumerationID = ID<Enumeration>
package typealias LocalID = ID<Local>

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
  /// Where the platform's own code stands: whole files, and the braces of a platform that stands in the app's file.
  package var platformText: [SourceRange] = []
  /// The platform's name and the versions this check covers; both ends equal when pinned.
  package var platformName: String?
  /// `cancels promptly`: a block that has been asked to stop does not begin, and does not go on where it waits for its thread again.
  package var cancelsPromptly = false
  package var versions: ClosedRange<Int>?
  package init() {}

  package func isAppCode(_ range: SourceRange) -> Bool { !platformText.contains { $0.covers(range) } }
}

package struct Enumeration: Sendable {
  package var name: String
  package var cases: [String]
  /// Where the names of the cases stand.
  package var caseRanges: [SourceRange]
  package var range: SourceRange
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
  /// Where there are any: the pool has so many entries for each instance of these, and needs no summary of further ones.
  package var poolPer: [KindID] = []
  /// The entry may be reused when this is false (over `self`).
  package var liveWhile: Expression?
  /// `only while`: as soon as `liveWhile` is false, an entry is over, and references to it read as those to nothing.
  package var isOnlyWhile = false
  /// Of such a kind, the variable that says whether an entry is there; `new` makes it true.
  package var lifeVariable: VariableID? {
    if isOnlyWhile, case .variable(_, let life)? = liveWhile?.kind { life } else { nil }
  }
  /// Static parameters, `kind data(saving: Range = 0s...1s)`.
  package var parameters: [LocalID]
  package var defaults: [Expression?]
  /// Blocks run when the process dies, in the same instant, seeing the last memory.
  package var onDies: [DeathHandler] = []
  package init(
    name: String, range: SourceRange, documentation: String, isRoot: Bool, isPlatformCode: Bool, parent: KindID?
  ) {
    self.name = name
    self.range = range
    self.documentation = documentation
    self.isRoot = isRoot
    self.isPlatformCode = isPlatformCode
    self.parent = parent
    self.pool = nil
    self.liveWhile = nil
    self.parameters = []
    self.defaults = []
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
  /// The words for it in stories; nil: its name.
  package var says: String?
  /// Whether stories tell its changes.
  package var isTold = true
  package var range: SourceRange
  package var documentation: String
  package init(
    name: String, owner: KindID, storage: Storage, type: ValueType, initial: Expression?, range: SourceRange,
    documentation: String = ""
  ) {
    self.name = name
    self.owner = owner
    self.storage = storage
    self.type = type
    self.initial = initial
    self.durationRange = nil
    self.isSetting = false
    self.range = range
    self.documentation = documentation
  }
}

package struct Local: Sendable {
  package var name: String
  package var type: ValueType
  package var range: SourceRange
  /// Used inside a closure or async block made in its scope, by reference: it lives in a box of its own.
  package var isCaptured: Bool
  package init(name: String, type: ValueType, range: SourceRange, isCaptured: Bool = false) {
    self.name = name
    self.type = type
    self.range = range
    self.isCaptured = isCaptured
  }
}

package struct Function: Sendable {
  /// `system func`: what the system does, which no app calls.
  package var isSystem: Bool
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
  /// `ignores cancel`: who waits for it with `try await`, and is cancelled, waits for its end.
  package var ignoresCancel = false
  package var body: Block?
  package var says: String?
  package var range: SourceRange
  package var documentation: String
}

package struct Callback: Sendable {
  package var name: String
  package var owner: KindID
  package var parameters: [LocalID]
  /// Its answers may let their thread go, and the system waits for their end. Those of others are plain methods.
  package var isAsync: Bool
  package var executor: ExecutorID?
  /// `cancelled by FLAG`: while this variable of its thing is true, its answers are asked to stop, as a job is that was cancelled.
  package var cancelFlag: VariableID?
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
  /// How a story tells it; nil: by its name.
  package var says: SaysSyntax?
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
    self.name = name
    self.owner = owner
    self.range = range
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
  /// The plain thing inside one that is declared with members of its own: `scene editor { … }`.
  package var isBase = false
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
