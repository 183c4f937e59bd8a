import LifecheckLanguage

/// A step while it is made: the state so far, and what has happened in it.
struct Moment {
  var state: State
  /// As the step began.
  let beginning: State
  var happened: [Occurrence] = []
  /// By the entry that was made in the step: the state as the step began, had the entry had its first values then.
  var first: [Int: State] = [:]
  /// While a statement is laid out: what it has read so far. It is done again after each call that takes time, and then
  /// reads the same.
  var log: [Value] = []
  var position = 0
  var isLaidOut = false
  /// The code that acts is the app's, or has been called by it.
  var isInApp = false
  /// The activation that does the step.
  var actor: Int?

  init(state: State) {
    self.state = state
    beginning = state
  }

  mutating func happen(_ kind: Occurrence.Kind, by activation: Int? = nil) {
    happened.append(Occurrence(kind: kind, state: state, activation: activation ?? actor))
  }

  /// The index of an activation; nil if it is gone.
  func index(of id: Int) -> Int? { state.activations.firstIndex { $0.id == id } }

  /// The activation that has the executor.
  func holder(of executor: Int) -> Int? {
    state.activations.firstIndex { $0.executor == executor && $0.holds || $0.keeps.contains(executor) }
  }

  /// The least number that no activation has.
  func freeID() -> Int {
    var id = 0
    while state.activations.contains(where: { $0.id == id }) { id += 1 }
    return id
  }

  mutating func add(_ activation: Activation) {
    if activation.isOwnCode, state.activations.contains(where: { $0.origin == activation.origin }) { state.hasOverlapped = true }
    let place = state.activations.firstIndex { $0.id > activation.id } ?? state.activations.count
    state.activations.insert(activation, at: place)
  }

  mutating func remove(_ id: Int) {
    state.activations.removeAll { $0.id == id }
    for queue in state.queues.indices where state.queues[queue].contains(id) { state.leaveQueue(of: queue, id) }
    state.replace { $0 == .job(id) ? .none : $0 }
  }
}

/// Something that happens at an instant, with the state at that instant.
struct Occurrence {
  enum Kind: Hashable {
    case calls(FunctionID, thing: Int)
    case returns(FunctionID, thing: Int)
    case fails(FunctionID, thing: Int)
    case callback(CallbackID, thing: Int)
    case callbackReturns(CallbackID, thing: Int)
    case event(EventID, thing: Int)
    case signal(SignalID, thing: Int)
    case dies(String)
    /// A number would have left its range, or a closure that is `none` was called.
    case outOfRange
  }
  let kind: Kind
  let state: State
  /// Whose it is; of a callback, that of its answers.
  let activation: Int?
}
