import LifecheckLanguage
import LifecheckSystem

// A sentence that begins with a call, and speaks of its return or failure, is about that very call: `after f, g before f returns`
// is not answered, nor broken, by the return of another call of `f` that overlaps with it.
//
// No function calls itself, and where one is called in a closure that it has been given, a sentence about its end is refused: so an
// activation is in the middle of at most one call. Each activation that makes such calls has a flag: the call that is watched is its own,
// and its latest.

/// For each process that makes calls of what a sentence begins with, whether the call that is watched is its own.
final class WatchedCall {
  private(set) var flags: [Int: VariableIndex] = [:]
  private let first: Happening.Kind

  init(_ first: Happening) { self.first = first.kind }

  /// The thing whose function or callback is called.
  var target: Expression? { first.target }

  /// Whether the happening is the end of such a call.
  func ends(by happening: Happening) -> Bool {
    switch (first, happening.kind) {
    case (.calls(_, let call), .returns(_, let end)), (.calls(_, let call), .fails(_, let end)): call == end
    case (.callback(_, let call), .callbackReturns(_, let end)): call == end
    default: false
    }
  }

  /// The call that is made in this unit is watched, or some other one is.
  fileprivate func begin(_ isWatched: Term, when condition: Term, _ lowerer: Lowerer) {
    guard let process = lowerer.context.actor else { return }
    let flag = flags[process] ?? lowerer.makeOwnFlag("the watched call is its own", of: process)
    flags[process] = flag
    lowerer.emit(.assign(flag, .choose(isWatched, .true, .false), condition: condition))
  }

  /// Whether what ends in this unit is the call that is watched.
  fileprivate func isMeant(_ lowerer: Lowerer) -> Term {
    guard let flag = lowerer.context.actor.flatMap({ flags[$0] }) else { return .false }
    return .equal(.variable(flag), .true)
  }
}

/// The calls that sentences go on from to their ends.
struct WatchedCalls {
  /// By the flag that says whether some call is watched.
  fileprivate(set) var byFlag: [VariableIndex: WatchedCall] = [:]
}

extension Lowerer {
  /// Some sentence goes on from a call of the function to the end of that call.
  func isFollowedToItsEnd(_ function: FunctionID) -> Bool {
    model.properties.contains { property in
      guard let (first, ends) = property.sentence.followed, case .calls(_, function) = first.kind else { return false }
      return ends.contains(where: WatchedCall(first).ends)
    }
  }

  /// The call that is watched now is no other activation's: what was watched before may still be under way there.
  func forgetOtherCalls(_ call: WatchedCall, than process: Int?, when condition: Term) {
    for (other, flag) in call.flags.sorted(by: { $0.key < $1.key }) where other != process {
      emit(.assign(flag, .false, condition: condition))
    }
  }

  /// The action of a member of a crowd in its place, which has no flag that is followed: the call watched now is not the copy's.
  func forgettingCall(_ action: Action) -> Action? {
    guard case .assign(let flag, let isWatched, let condition) = action.kind else { return nil }
    guard watchedCalls.byFlag.values.contains(where: { $0.flags.values.contains(flag) }), !isWatched.isConstant else {
      return nil
    }
    return Action(.assign(flag, .false, condition: .all([condition, .equal(isWatched, .true)])), origin: action.origin)
  }

  fileprivate func makeOwnFlag(_ name: String, of process: Int) -> VariableIndex {
    let flag = makeFlag(name, storage: processes[process].isSystem ? .system : .memory)
    processes[process].ownVariables.append(flag)
    return flag
  }

  /// Registers a reaction to a happening of a sentence that follows a call: if it is the end of such a call, of that one only.
  func hook(
    _ happening: Happening, of call: WatchedCall, _ environment: Environment, _ reaction: @escaping Observers.Reaction
  ) throws {
    guard call.ends(by: happening), try !isOfAnotherThing(happening, than: call, environment) else {
      return try hook(happening, environment, reaction)
    }
    try hook(happening, environment) { lowerer, condition, origin in
      try reaction(lowerer, .all([condition, call.isMeant(lowerer)]), origin)
    }
  }

  /// What ends is a call of the same function, of a thing that is known to be another one.
  private func isOfAnotherThing(_ happening: Happening, than call: WatchedCall, _ environment: Environment) throws -> Bool {
    guard let first = call.target, let second = happening.kind.target, case .node(let one) = try evaluate(first, environment),
      case .node(let other) = try evaluate(second, environment)
    else { return false }
    return one != other
  }

  /// Starts to watch this occurrence, if the adversary likes.
  func watch(
    _ first: Happening, _ call: WatchedCall, endedBy ends: [Happening], _ watching: VariableIndex, _ environment: Environment,
    andThen: @escaping Observers.Reaction
  ) throws {
    let followsCall = ends.contains(where: call.ends)
    try hook(first, environment) { lowerer, condition, origin in
      let chosen = Term.all([condition, .equal(lowerer.choice(2), .true), .equal(.variable(watching), .false)])
      try andThen(lowerer, chosen, origin)
      if followsCall {
        lowerer.watchedCalls.byFlag[watching] = call
        call.begin(chosen, when: condition, lowerer)
      }
      lowerer.emit(.assign(watching, .true, condition: chosen), origin)
    }
  }
}

extension Sentence {
  /// What it goes on from, and what it then waits for.
  fileprivate var followed: (first: Happening, ends: [Happening])? {
    switch self {
    case .afterWithin(let first, let second, _, _): (first, [second])
    case .afterBefore(let first, let second, let third), .afterNeverUntil(let first, let second, let third):
      (first, [second, third])
    default: nil
    }
  }
}

extension Happening.Kind {
  /// Whose function or callback it is, if it is about one.
  fileprivate var target: Expression? {
    switch self {
    case .calls(let target, _), .returns(let target, _), .fails(let target, _): target
    case .callback(let target, _), .callbackReturns(let target, _): target
    case .event, .signal, .becomes, .dies: nil
    }
  }
}
