import LifecheckDiagnostics

// The syntax tree: what was written, unchecked. Every node knows its range.

/// A name, or a text in quotation marks: its range has the marks, the text has not.
package struct NameSyntax: Hashable, Sendable {
  package let text: String
  package let range: SourceRange
  package init(_ text: String, _ range: SourceRange) {
    self.text = text
    self.range = range
  }
}

/// One file.
package struct FileSyntax: Sendable {
  package var uses: [UseSyntax] = []
  /// `app`, `platform`, and what library files declare at top level (kinds, functions, constants, enumerations).
  package var declarations: [DeclarationSyntax] = []
  package var range: SourceRange
  package init(range: SourceRange) { self.range = range }
}

/// `use ios 17`, `use ios 12...18 with scenes`, `use "retry.lc" with attempts = 3, delay = 2s`.
package struct UseSyntax: Sendable {
  package enum Target: Sendable {
    case platform(NameSyntax)
    case file(String, SourceRange)
  }
  package struct Binding: Sendable {
    package let name: NameSyntax
    package let value: ExpressionSyntax
  }
  package var target: Target
  package var version: ExpressionSyntax?
  package var features: [NameSyntax] = []
  package var bindings: [Binding] = []
  package var range: SourceRange
}

// MARK: Declarations

package struct DeclarationSyntax: Sendable {
  /// The `///` lines right above, joined by line breaks, without the slashes.
  package var documentation: String
  /// `since ios 13`: the declaration exists from that version on.
  package var since: SinceSyntax?
  /// `with scenes`: the declaration exists where the spec asks the platform for that.
  package var feature: NameSyntax?
  package var kind: DeclarationKindSyntax
  package var range: SourceRange
}

package struct SinceSyntax: Sendable {
  package let platform: NameSyntax
  package let version: Int
}

package indirect enum DeclarationKindSyntax: Sendable {
  case root(RootSyntax)
  case enumeration(name: NameSyntax, cases: [NameSyntax])
  /// `const warnAt = 25s`
  case constant(name: NameSyntax, value: ExpressionSyntax)
  /// `param gap: 4s...5s = 5s`, `param optOut: Bool = false`
  case parameter(names: [NameSyntax], type: TypeSyntax, initial: ExpressionSyntax?)
  /// `setting wifiOnly: Bool`
  case setting(name: NameSyntax, type: TypeSyntax)
  case variable(VariableSyntax)
  /// `phases state: a, b, c = a`
  case phases(storage: StorageSyntax, name: NameSyntax, cases: [NameSyntax], initial: NameSyntax?)
  /// `def held = …`: a named fact.
  case definition(name: NameSyntax, value: ExpressionSyntax)
  /// `stopwatch budget while C`
  case stopwatch(name: NameSyntax, condition: ExpressionSyntax?)
  /// `thread main` (of the process), `system thread moves`, `queue work latency 0s...forever`
  case executor(ExecutorSyntax)
  /// `callback a, b(task: Run) on main`
  case callback(CallbackSyntax)
  /// `signal lost`
  case signal(names: [NameSyntax])
  case kind(KindSyntax)
  /// `data draft`, `task upload[3]`, `file store(shared: true) { … }`
  case instance(InstanceSyntax)
  case function(FunctionSyntax)
  case event(EventSyntax)
  /// `on didEnterBackground { … }`, `on upload.expired { … }`, `on refresh.run(task) { … }`
  case handler(HandlerSyntax)
  /// `on dies { … }`; `on dies killed or purged { … }`: only of these reasons.
  case onDies(reasons: [NameSyntax], body: BlockSyntax)
  case property(PropertySyntax)
  /// `allow "rule" because "reason" until 2027-01-31`
  case allow(rule: NameSyntax, reason: NameSyntax, until: NameSyntax?)
  /// `elsewhere beginBackgroundTask says "…"`: what is written here for what real code names so.
  case elsewhere(names: [NameSyntax], here: NameSyntax)
}

/// `app Name { … }` or `platform name { … }`.
package struct RootSyntax: Sendable {
  package var isPlatform: Bool
  package var name: NameSyntax
  /// `platform ios 4...27`: the versions it knows.
  package var versions: ExpressionSyntax?
  /// `cancels promptly`
  package var cancelsPromptly: SourceRange?
  package var members: [DeclarationSyntax]
}

package enum StorageSyntax: Hashable, Sendable { case memory, durable, system }

/// `var tries: 0...3 = 0`, `durable var sent = false`, `let x = …`
package struct VariableSyntax: Sendable {
  package var storage: StorageSyntax
  package var isConstant: Bool
  /// `var dirty, touched: Bool = false` declares two.
  package var names: [NameSyntax]
  package var type: TypeSyntax?
  package var initial: ExpressionSyntax?
  package var says: SaysSyntax? = nil
}

/// How a story tells changes of a variable: `says "tasks are called in"`, or `says none` for what only the platform's own rules
/// look at. Of an event: how it is called, or that it goes without saying.
package enum SaysSyntax: Hashable, Sendable {
  case phrase(NameSyntax)
  case nothing
}

package struct ExecutorSyntax: Sendable {
  /// `system thread`: belongs to the system, is not stopped by a freeze or a death.
  package var isSystem: Bool
  package var name: NameSyntax
  package var latency: ExpressionSyntax?
}

package struct CallbackSyntax: Sendable {
  package struct Item: Sendable {
    package let name: NameSyntax
    package let parameters: [ParameterSyntax]
  }
  package var items: [Item]
  /// `async`: the answers may wait, and the system waits for their end.
  package var isAsync = false
  package var executor: NameSyntax?
  /// The flag of `cancelled by FLAG`.
  package var cancelFlag: NameSyntax?
  /// The phrase a story uses, from `says "…"`.
  package var says: NameSyntax?
}

/// `kind task(limit: Duration = 5s) pool 3 while open { … }`, `kind Run pool 1 per request only while open { … }`
package struct KindSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var pool: ExpressionSyntax?
  /// The kinds for each instance of which the pool has so many entries.
  package var poolPer: [NameSyntax] = []
  package var liveWhile: ExpressionSyntax?
  /// `only while`: who refers to one for which it is false finds nothing there.
  package var isOnlyWhile = false
  package var members: [DeclarationSyntax]
}

package struct InstanceSyntax: Sendable {
  package var kind: NameSyntax
  package var name: NameSyntax
  /// `[3]` or `[1...2]`
  package var count: ExpressionSyntax?
  package var arguments: [ArgumentSyntax]
  /// Extra members of these instances only.
  package var members: [DeclarationSyntax]
}

package struct ParameterSyntax: Sendable {
  /// `on q: queue` has the label `on`; nil where only the name is written.
  package var label: NameSyntax?
  package var name: NameSyntax
  package var type: TypeSyntax
  /// `done: once () -> Void`
  package var isOnce: Bool
  /// `from runs or expired`: the callbacks that hand it over where a call leaves it out.
  package var sources: [NameSyntax]
  package var initial: ExpressionSyntax?
}

package struct FunctionSyntax: Sendable {
  /// `system func`: what the system does, which no app calls.
  package var isSystem = false
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var result: TypeSyntax?
  package var isAsync: Bool
  package var takes: ExpressionSyntax?
  /// nil: cannot fail. Empty: fails without a name.
  package var mayFail: [NameSyntax]?
  /// `ignores cancel`
  package var ignoresCancel: SourceRange?
  package var says: NameSyntax?
  /// nil: the world's work.
  package var body: BlockSyntax?
}

/// `event leave by user says "you leave the app" on moves when inactive latest C { … }`
package struct EventSyntax: Sendable {
  package var name: NameSyntax
  package var by: NameSyntax?
  package var says: SaysSyntax?
  package var executor: NameSyntax?
  package var when: ExpressionSyntax?
  package var latest: ExpressionSyntax?
  package var body: BlockSyntax
}

package struct HandlerSyntax: Sendable {
  package var callback: ExpressionSyntax
  package var parameters: [NameSyntax]
  package var executor: NameSyntax?
  package var body: BlockSyntax
}

// MARK: Types

package indirect enum TypeSyntax: Sendable {
  case named(NameSyntax)
  /// `0...7`, `5s...10s`
  case range(ExpressionSyntax, SourceRange)
  /// `K?`, `(() -> Void)?`, `() -> Void?`
  case optional(TypeSyntax, SourceRange)
  /// `() -> Void`
  case closure(SourceRange)

  package var range: SourceRange {
    switch self {
    case .named(let name): name.range
    case .range(_, let range), .optional(_, let range), .closure(let range): range
    }
  }
}

// MARK: Statements

package struct BlockSyntax: Sendable {
  package var statements: [StatementSyntax]
  /// From the opening to the closing brace.
  package var range: SourceRange
}

package struct StatementSyntax: Sendable {
  package var kind: StatementKindSyntax
  package var range: SourceRange
}

package indirect enum StatementKindSyntax: Sendable {
  case variable(VariableSyntax)
  /// `a = b`, `a += b`, `a -= b`
  case assign(target: ExpressionSyntax, operation: AssignmentOperator, value: ExpressionSyntax)
  /// A call, `await …`, `async { … }`, possibly `try`.
  case expression(ExpressionSyntax)
  case conditional(condition: ExpressionSyntax, then: BlockSyntax, otherwise: BlockSyntax?)
  /// `guard C else { … }`
  case guardElse(condition: ExpressionSyntax, otherwise: BlockSyntax)
  /// `for i in 0..<3 { }`; `for t in BackgroundTask where t.open { }`
  case forIn(name: NameSyntax, sequence: ExpressionSyntax, condition: ExpressionSyntax?, body: BlockSyntax)
  case returns(ExpressionSyntax?)
  case throwing(NameSyntax?)
  case doCatch(body: BlockSyntax, clauses: [CatchSyntax])
  case deferred(BlockSyntax)
  /// `wait 5s`, `wait wall 5s`, `try await wait 1s...3s`; without `await` it holds its executor.
  case wait(duration: ExpressionSyntax, isWall: Bool, canThrow: Bool, isAwaited: Bool)
  case waitUntil(ExpressionSyntax)
  /// `within 5s { } else { }`
  case within(limit: ExpressionSyntax, body: BlockSyntax, otherwise: BlockSyntax?)
  case lock(ExpressionSyntax, BlockSyntax)
  case atomic(BlockSyntax)
  /// `call expired`, `call run(t)`, `call expired { }`
  case call(ExpressionSyntax, inPlace: BlockSyntax?)
  case emit(ExpressionSyntax)
  case die(NameSyntax)
  case freeze, thaw, start
  /// `reset budget`
  case reset(ExpressionSyntax)
}

package enum AssignmentOperator: String, Hashable, Sendable {
  case set = "="
  case add = "+="
  case subtract = "-="
}

package struct CatchSyntax: Sendable {
  /// nil: catches everything.
  package var error: NameSyntax?
  package var body: BlockSyntax
}

// MARK: Expressions

package struct ExpressionSyntax: Sendable {
  package var kind: ExpressionKindSyntax
  package var range: SourceRange
  package init(_ kind: ExpressionKindSyntax, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

package struct ArgumentSyntax: Sendable {
  package var label: NameSyntax?
  package var value: ExpressionSyntax
}

package enum BinaryOperator: String, Hashable, Sendable {
  case or = "or"
  case and = "and"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessEqual = "<="
  case greater = ">"
  case greaterEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
}

package enum RangeOperator: String, Hashable, Sendable {
  case closed = "..."
  case halfOpen = "..<"
}
package enum QuantifierSyntax: String, Hashable, Sendable { case count, some, all }
package enum TaskModeSyntax: String, Hashable, Sendable { case async, await, sync }

package indirect enum ExpressionKindSyntax: Sendable {
  /// Something unreadable; a diagnostic has been given.
  case missing
  case integer(Int)
  /// Milliseconds.
  case duration(Int)
  case bool(Bool)
  case string(String)
  case none
  /// `forever`, only as the upper end of a range.
  case forever
  case selfReference
  case name(NameSyntax)
  case member(ExpressionSyntax, NameSyntax)
  /// `note[0]`
  case index(ExpressionSyntax, ExpressionSyntax)
  case call(callee: ExpressionSyntax, arguments: [ArgumentSyntax], isOptional: Bool)
  case closure(ClosureSyntax)
  case not(ExpressionSyntax)
  case binary(BinaryOperator, ExpressionSyntax, ExpressionSyntax)
  case range(RangeOperator, ExpressionSyntax, ExpressionSyntax)
  /// `any`, `any 1...3`
  case any(ExpressionSyntax?)
  /// `if C { a } else { b }` as a value
  case conditional(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
  /// `count t in K where C`, `some …`, `all …`
  case quantified(QuantifierSyntax, NameSyntax, ExpressionSyntax, ExpressionSyntax?)
  /// `new K`, `new K(x: 1)`
  case new(NameSyntax, [ArgumentSyntax])
  /// `f is running`, `x is y`
  case isTest(ExpressionSyntax, NameSyntax)
  /// `try e`; `isOptional` for `try?`
  case trying(ExpressionSyntax, isOptional: Bool)
  /// `await f()`
  case awaiting(ExpressionSyntax)
  /// `async { }`, `async on q { }`, `await on q { }`, `sync on q { }`
  case task(TaskModeSyntax, executor: ExpressionSyntax?, body: BlockSyntax)
  /// `e takes 2s...40s, may fail`
  case timed(ExpressionSyntax, takes: ExpressionSyntax?, mayFail: [NameSyntax]?)
}

package struct ClosureSyntax: Sendable {
  /// Names before `in` in brackets: copied (or weakly held) when the closure is made.
  package struct Capture: Sendable {
    package let name: NameSyntax
    package let isWeak: Bool
  }
  package var captures: [Capture]
  package var body: BlockSyntax
}
