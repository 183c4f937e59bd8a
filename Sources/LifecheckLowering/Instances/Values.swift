import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// A thing that exists: the platform, the app, a static instance, or an entry of a pool.
struct Node {
  /// As the user names it: `upload`, `note[1]`, `task 1`.
  let name: String
  let kind: KindID
  /// The node whose member this is; nil for roots and pool entries.
  let parent: Int?
  let isPoolEntry: Bool
  /// Where it is declared; nil for the root and pool entries.
  var declaration: SourceRange?
  /// Values of the kind's static parameters.
  var arguments: [LocalID: Value] = [:]
}

/// The value that an expression denotes while code is being lowered.
indirect enum Value {
  /// A finite value, or a clock comparison.
  case term(Term)
  case time(TimeBound)
  /// The upper end is nil for `forever`.
  case timeRange(TimeBound, TimeBound?)
  case node(Int)
  case closure(StaticClosure)
  /// A closure variable of a node (dynamic: one of the closures ever stored there), under a condition.
  case storedClosure([(condition: Term, variable: ClosureVariableKey)])
  case callback(node: Int, CallbackID)
  case executor(node: Int, ExecutorID)
  case clock(ClockIndex)
  case string(String)
  case void
}

/// A closure literal together with what its free names stand for.
struct StaticClosure {
  let closure: Closure
  let environment: Environment
}

/// A closure-typed variable of a node.
struct ClosureVariableKey: Hashable {
  enum Owner: Hashable, CustomStringConvertible {
    case node(Int)
    /// All members of a crowd together.
    case membersOfCrowd(KindID)
    /// One activation of the code that has the local.
    case activation(Int)
    /// All of them, as the rounds of lowering know them.
    case allActivations

    var description: String {
      switch self {
      case .node(let node): "\(node)"
      case .membersOfCrowd(let kind): "members of \(kind.index)"
      case .activation(let number): "activation \(number)"
      case .allActivations: "activations"
      }
    }
  }
  let owner: Owner
  /// Of a local, its number.
  let variable: LifecheckLanguage.VariableID

  init(owner: Owner, variable: LifecheckLanguage.VariableID) {
    self.owner = owner
    self.variable = variable
  }
  init(node: Int, variable: LifecheckLanguage.VariableID) { self.init(owner: .node(node), variable: variable) }

  var isOfCrowd: Bool { if case .membersOfCrowd = owner { true } else { false } }
  /// Whether it belongs to an activation.
  var isLocal: Bool { if case .activation = owner { true } else { false } }
  /// The key by which the rounds of lowering know the closures of all activations of a local together.
  var known: ClosureVariableKey { isLocal ? ClosureVariableKey(owner: .allActivations, variable: variable) : self }
}

/// The value or place that a local name stands for.
enum Binding {
  case value(Value)
  /// A state variable of the running activation.
  case storage(VariableIndex)
  /// An entry of a pool of boxes, chosen by a reference term.
  case box(pool: Int, reference: Term)
}

/// The names in scope. Locals have ids that are unique in the model, so one flat map per inlined body is enough.
struct Environment {
  var locals: [LocalID: Binding] = [:]
  /// `.node`, or `.term` of a reference with its kind.
  var selfValue: Value
  var selfKind: KindID
  /// References to the locals that this code, or who called it, has captured or declared, of those that are followed by choice.
  var captured: [LocalID: Term] = [:]
  /// What the handler is about whose own code this is, where that is a delivery.
  var delivery: Term?
}

struct ExecutorKey: Hashable {
  let node: Int
  let executor: ExecutorID
}

/// A lowering problem that the checker could not see.
struct LoweringFailure: Error {
  let diagnostic: Diagnostic
  init(_ code: String, _ message: String, at range: SourceRange, help: String? = nil) {
    diagnostic = Diagnostic(.error, code, message, at: range, help: help)
  }
}
