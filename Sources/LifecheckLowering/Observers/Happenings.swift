import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Happenings: instants that properties speak of. Monitors hook into the units in which they occur.

enum HappeningKey: Hashable {
  case calls(FunctionID)
  case returns(FunctionID)
  case fails(FunctionID)
  case callback(CallbackID)
  case callbackReturns(CallbackID)
  case event(EventID)
  case signal(SignalID)
}

/// The happenings and facts that monitors wait for, with the reactions to them.
struct Observers {
  /// The reaction of a monitor when its happening occurs under a condition.
  typealias Reaction = (Lowerer, _ condition: Term, _ origin: SourceRange) throws -> Void
  fileprivate var byKey: [HappeningKey: [(node: Int?, react: Reaction)]] = [:]
  /// A fact turning true; woven into every unit that assigns one of its variables.
  fileprivate(set) var becoming: [(fact: Term, subject: Int?, isFromTheFirst: Bool, react: Reaction)] = []
  /// Empty reasons: any.
  fileprivate var dying: [(reasons: [String], react: Reaction)] = []
  /// Problems found while they were woven in, and elsewhere where code goes on after one.
  fileprivate var failures: [LoweringFailure] = []
  /// Anything else that went wrong meanwhile: a mistake of the translation.
  fileprivate var defect: (any Error)?
}

/// A call of a function, as the monitors see it.
struct Call {
  let function: FunctionID
  let receiver: Value
  let kind: KindID?
  let origin: SourceRange
}

extension Lowerer {
  /// Tells the monitors that an error leaves the function.
  func fail(_ call: Call) {
    happen(.fails(call.function), call.receiver, call.kind, when: .true, at: call.origin)
  }

  /// Tells the monitors that something of `receiver` happens in this unit, where `condition` holds.
  func happen(_ key: HappeningKey, _ receiver: Value, _ kind: KindID?, when condition: Term, at origin: SourceRange) {
    for hook in observers.byKey[key] ?? [] {
      let both = Term.all([condition, hook.node.map { receiver.isNode($0, self) } ?? .true])
      if both != .false { react(hook.react, both, origin) }
    }
  }

  private func react(_ reaction: Observers.Reaction, _ condition: Term, _ origin: SourceRange) {
    do { try reaction(self, condition, origin) } catch let failure as LoweringFailure {
      fail(failure)
    } catch { observers.defect = observers.defect ?? error }
  }

  /// Notes a problem where the translation can go on, to be told at its end.
  func fail(_ failure: LoweringFailure) { observers.failures.append(failure) }

  func throwWhatFailed() throws {
    if let failure = observers.failures.first { throw failure }
    if let defect = observers.defect { throw defect }
  }

  func died(_ reason: String, at origin: SourceRange) {
    for hook in observers.dying where hook.reasons.isEmpty || hook.reasons.contains(reason) {
      react(hook.react, .true, origin)
    }
  }

  /// Registers a reaction to a happening of a property.
  func hook(_ happening: Happening, _ environment: Environment, _ reaction: @escaping Observers.Reaction) throws {
    let react: Observers.Reaction = { lowerer, condition, origin in
      let holds = try happening.condition.map { lowerer.bind(try lowerer.fact($0, environment)) } ?? .true
      try reaction(lowerer, .all([condition, holds]), origin)
    }
    switch happening.kind {
    case .calls(let target, let id): try add(.calls(id), target, environment, react)
    case .returns(let target, let id): try add(.returns(id), target, environment, react)
    case .fails(let target, let id): try add(.fails(id), target, environment, react)
    case .callback(let target, let id): try add(.callback(id), target, environment, react)
    case .callbackReturns(let target, let id): try add(.callbackReturns(id), target, environment, react)
    case .event(let target, let id): try add(.event(id), target, environment, react)
    case .signal(let target, let id): try add(.signal(id), target, environment, react)
    case .becomes(let fact): try hook(turning: self.fact(fact, environment), react, at: fact.range)
    case .dies(let reasons): hook(dyingOf: reasons, react)
    }
  }

  /// Registers a reaction to a fact that turns true. Only steps are looked at, so time alone must not turn it. Of a thing that is made
  /// in a step, what was so before in its place does not matter.
  /// - Parameter isFromTheFirst: What is so of a thing as soon as it is made counts as turning true.
  func hook(
    turning fact: Term, isFromTheFirst: Bool = false, _ reaction: @escaping Observers.Reaction, at range: SourceRange
  ) throws {
    guard !fact.mentionsClock else {
      throw LoweringFailure(
        "not-supported", "`\(sourceText(range))` depends on a stopwatch: the moment at which time makes it true is not followed",
        at: range,
        help: "ask for the state (`never s > 7s` for `never s >= 5s for 2s`), or let an event set a variable at that moment "
          + "(`event e when s >= 5s latest s >= 5s { … }`) and ask for that")
    }
    observers.becoming.append((fact, context.subject, isFromTheFirst, reaction))
  }

  /// - Parameter reasons: None stands for any.
  func hook(dyingOf reasons: [String], _ reaction: @escaping Observers.Reaction) {
    observers.dying.append((reasons, reaction))
  }

  private func add(
    _ key: HappeningKey, _ target: Expression, _ environment: Environment, _ react: @escaping Observers.Reaction
  ) throws {
    // Of no particular instance: of any.
    if case .none = target.kind {
      observers.byKey[key, default: []].append((nil, react))
    } else {
      observers.byKey[key, default: []].append((try node(target, environment), react))
    }
  }
}
