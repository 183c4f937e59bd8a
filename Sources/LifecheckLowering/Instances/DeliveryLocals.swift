import LifecheckLanguage

/// Captured flags, numbers and jobs that a handler declares, where its callback is about something that is there until it is completed: a
/// delivery, of which there is one at a time for each thing that hands it over, or any number of which one is followed.
///
///     on news.arrives(completion) {
///       var isDone = false
///       async { await download(); if not isDone { isDone = true; completion() } }
///     }
struct DeliveryLocals {
  /// By local: the kind of what its handler is about.
  private(set) var kinds: [LocalID: KindID] = [:]
  /// For each but the first that a handler declares: that first one, with which it goes.
  private(set) var leaders: [LocalID: LocalID] = [:]

  init(of model: CheckedModel) {
    for handler in model.handlers {
      let parameters = model.callbacks[handler.callback.index].parameters
      guard let kind = parameters.compactMap({ model.delivery($0) }).first else { continue }
      let declared = handler.body.declaredOnce.filter { model.locals[$0.index].isCaptured && model.locals[$0.index].type.isPlain }
      for local in declared { kinds[local] = kind }
      for local in declared.dropFirst() { leaders[local] = declared[0] }
    }
  }
}

extension CheckedModel {
  /// The kind of what the parameter refers to, if it is a delivery: each thing that hands some over has one place for them, or one of all is
  /// followed (`FollowedDeliveries`).
  fileprivate func delivery(_ parameter: LocalID) -> KindID? {
    guard case .reference(let kind) = locals[parameter.index].type else { return nil }
    let info = kinds[kind.index]
    let isOneAtATime = info.isOnlyWhile && info.pool == 1 && !info.poolPer.isEmpty
    return isOneAtATime || !info.isOnlyWhile && info.poolPer.isEmpty ? kind : nil
  }
}

extension ValueType {
  fileprivate var isPlain: Bool {
    switch self {
    case .bool, .integer, .enumeration, .job: true
    default: false
    }
  }
}

extension Block {
  /// What is declared in it, and not in a loop or in code that runs later.
  fileprivate var declaredOnce: [LocalID] { statements.flatMap(\.declaredOnce) }
}

extension Statement {
  fileprivate var declaredOnce: [LocalID] {
    switch kind {
    case .declare(let local, _): [local]
    case .forRange, .forInstances, .deferred: []
    default: blocks.flatMap(\.declaredOnce)
    }
  }
}
