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

struct Hooks {
  /// What a monitor does when its happening occurs under a condition.
  typealias Reaction = (Lowerer, _ condition: Term, _ origin: SourceRange) throws -> Void
  var byKey: [HappeningKey: [(node: Int?, react: Reaction)]] = [:]
  /// A fact turning true; woven into every unit that assigns one of its variables.
  var becoming: [(fact: Term, react: Reaction)] = []
  /// Empty reasons: any.
  var dying: [(reasons: [String], react: Reaction)] = []
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
    for hook in hooks.byKey[key] ?? [] {
      let both = Term.all([condition, hook.node.map { receiver.isNode($0, self) } ?? .true])
      if both != .false { react(hook.react, both, origin) }
    }
  }

  private func react(_ reaction: Hooks.Reaction, _ condition: Term, _ origin: SourceRange) {
    do { try reaction(self, condition, origin) } catch let failure as LoweringFailure {
      failures.append(failure)
    } catch { defect = defect ?? error }
  }

  func died(_ reason: String, at origin: SourceRange) {
    for hook in hooks.dying where hook.reasons.isEmpty || hook.reasons.contains(reason) {
      react(hook.react, .true, origin)
    }
  }

  /// Registers a reaction to a happening of a property.
  func hook(_ happening: Happening, _ environment: Environment, _ reaction: @escaping Hooks.Reaction) throws {
    let react: Hooks.Reaction = { lowerer, condition, origin in
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
    case .dies(let reasons): hooks.dying.append((reasons, react))
    }
  }

  /// Registers a reaction to a fact that turns true. Only steps are looked at, so time alone must not turn it.
  func hook(turning fact: Term, _ reaction: @escaping Hooks.Reaction, at range: SourceRange) throws {
    guard !fact.mentionsClock else {
      throw LoweringFailure(
        "not-supported", "`\(sourceText(range))` depends on a stopwatch: the moment at which time makes it true is not followed",
        at: range,
        help: "ask for the state (`never s > 7s` for `never s >= 5s for 2s`), or let an event set a variable at that moment "
          + "(`event e when s >= 5s latest s >= 5s { … }`) and ask for that")
    }
    hooks.becoming.append((fact, reaction))
  }

  private func add(
    _ key: HappeningKey, _ target: Expression, _ environment: Environment, _ react: @escaping Hooks.Reaction
  ) throws {
    // Of no particular instance: of any.
    if case .none = target.kind {
      hooks.byKey[key, default: []].append((nil, react))
    } else {
      hooks.byKey[key, default: []].append((try node(target, environment), react))
    }
  }
}
