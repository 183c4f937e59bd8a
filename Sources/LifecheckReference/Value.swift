import LifecheckLanguage

/// The value of a variable, a local or an expression of a spec.
enum Value: Hashable, Sendable {
  case none
  case bool(Bool)
  /// A number, the index of a case, or milliseconds.
  case int(Int)
  /// An index into `Program.things`.
  case thing(Int)
  /// A local that a closure uses: an index into `State.boxes`.
  case box(Int)
  /// An activation's id.
  case job(Int)
  indirect case closure(code: Int, Environment)
  /// From the least to the greatest time; nil: for ever.
  case span(Int, Int?)
  case callback(CallbackID, thing: Int)
  /// An index into `Program.executors`.
  case executor(Int)

  var isTrue: Bool { self == .bool(true) }
  var number: Int {
    if case .int(let number) = self { return number }
    return 0
  }
}

/// Where names mean something: the thing whose code runs, and the locals so far.
struct Environment: Hashable, Sendable {
  var this: Int
  var locals: [Int: Value] = [:]
}

/// The reference contradicts itself. It is told like a disagreement, never passed over.
struct Defect: Error {
  let what: String
}

/// A construct that the reference does not know. A spec that has one is not compared, never compared in part.
package struct NotCovered: Error, Hashable {
  package let what: String
}
