import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Where closures are kept: which of those that are ever stored there it is, and what that one has captured.

/// A closure that is stored somewhere, with what it captures.
struct StoredClosure {
  let closure: StaticClosure
  /// Free names whose values are not static, in order.
  let captures: [Capture]
}

struct ClosureStorage {
  /// 0 is none.
  let tag: VariableIndex
  /// For each closure that may be there, where its captures are kept.
  let captures: [[VariableIndex]]
}

/// The variables of things, and the locals, that keep closures.
struct ClosureTable {
  fileprivate(set) var places: [ClosureVariableKey: ClosureStorage] = [:]
  fileprivate var localCount = 0
}

extension Lowerer {
  /// For a variable of a thing.
  func makeClosureStorage(
    _ key: ClosureVariableKey, _ variable: LifecheckLanguage.Variable, of node: Int, label: String?
  ) {
    let isTold = variable.isTold && (variable.says != nil || isAppFile(variable.range.file))
    closures.places[key] = closureStorage(
      for: key, qualified(variable.name, of: node), label: label, variable.storage, node: node, isTold: isTold)
  }

  /// For a local of one activation.
  func makeLocalClosure(_ local: LocalID, isApp: Bool) -> (key: ClosureVariableKey, storage: ClosureStorage) {
    closures.localCount += 1
    let key = ClosureVariableKey(owner: .activation(closures.localCount), variable: LifecheckLanguage.VariableID(local.index))
    let made = closureStorage(
      for: key, model.locals[local.index].name, isApp ? .memory : .system, node: nil, isTold: false)
    closures.places[key] = made
    return (key, made)
  }

  /// - Parameter isTold: Whether a story tells which closure it is.
  private func closureStorage(
    for key: ClosureVariableKey, _ name: String, label: String? = nil, _ storage: LifecheckLanguage.Variable.Storage,
    node: Int?, isTold: Bool
  ) -> ClosureStorage {
    let sites = known.closures[key.known] ?? []
    let texts = sites.map { knownClosures[$0].map { sourceText($0.closure.closure.range) } ?? "a closure" }
    let tag = makeVariable(
      StateVariable(
        name: name, label: label, domain: sites.count + 1, valueNames: ["none"] + texts, initial: 0, isHidden: !isTold),
      VariableRole(storage: storage, node: node))
    let captures = sites.enumerated().map { number, site -> [VariableIndex] in
      guard let stored = knownClosures[site] else { return [] }
      return stored.captures.map {
        makeCapture(
          $0, stored.closure.environment, name: name, storage: storage, node: node,
          countsWhile: .equal(.variable(tag), .constant(number + 1)))
      }
    }
    return ClosureStorage(tag: tag, captures: captures)
  }

  /// A variable that keeps one captured value: a box's number, or a copy.
  func makeCapture(
    _ capture: Capture, _ environment: Environment, name: String, storage: LifecheckLanguage.Variable.Storage,
    node: Int?, countsWhile: Term = .true
  ) -> VariableIndex {
    var role = VariableRole(storage: storage, node: node, countsWhile: countsWhile)
    var domain = 2
    let environment = environment.seen(through: capture.through)
    let local = capture.local
    if let local {
      if case .box(let pool, _)? = environment.locals[local] {
        role.boxPool = pool
        domain = boxDomain
      } else {
        let type = model.locals[local.index].type
        domain = valueRange(of: type).count
        role.refersTo = referredKind(of: type)
        role.isJob = type == .job
      }
    } else {
      domain = valueRange(of: .reference(environment.selfKind)).count
      role.refersTo = environment.selfKind
    }
    let shown = local.map { model.locals[$0.index].name } ?? "self"
    return makeVariable(
      StateVariable(name: "\(name), \(shown)", domain: domain, valueNames: [], initial: 0, isHidden: true), role)
  }
}
