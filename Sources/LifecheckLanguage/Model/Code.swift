import LifecheckDiagnostics

// The statements and expressions of a checked model.

// MARK: Statements

package struct Block: Sendable {
  package var statements: [Statement]
  package var range: SourceRange
  package init(statements: [Statement], range: SourceRange) {
    self.statements = statements
    self.range = range
  }
}

package struct Statement: Sendable {
  package var kind: StatementKind
  package var range: SourceRange
  package init(_ kind: StatementKind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
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
  /// Posts the callback and waits for its return. With a block, that runs in line in place of all handlers.
  case callCallback(target: Expression, CallbackRef, arguments: [Expression], inPlace: Block?)
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
  package init(error: String?, body: Block) {
    self.error = error
    self.body = body
  }
}

// MARK: Expressions

package struct Expression: Sendable {
  package var kind: ExpressionKind
  package var type: ValueType
  package var range: SourceRange
  package init(_ kind: ExpressionKind, _ type: ValueType, _ range: SourceRange) {
    self.kind = kind
    self.type = type
    self.range = range
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
  /// Nothing of the app runs, sleeps or is queued, and none of the events that it waits for could come.
  case atRest
  /// No variable, live local or closure but its own refers to it.
  case forgotten(Expression)
  /// `moves.busy`
  case executorBusy(base: Expression, ExecutorID)
  /// `f is running`: some activation is inside the function, event or callback's handler.
  case functionRunning(base: Expression, FunctionID)
  case eventRunning(base: Expression, EventID)
  case callbackRunning(base: Expression, CallbackID)
  /// `c.answered`: the app has a handler for it.
  case callbackAnswered(base: Expression, CallbackID)
  /// `c.awaits`: an answer may let its executor go before it returns.
  case callbackAwaits(base: Expression, CallbackID)
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
    package init(local: LocalID, value: Expression) {
      self.local = local
      self.value = value
    }
  }
  package init(copies: [Copy], parameters: [LocalID], body: Block, range: SourceRange) {
    self.copies = copies
    self.parameters = parameters
    self.body = body
    self.range = range
  }
}
