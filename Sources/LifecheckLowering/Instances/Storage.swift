import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Where the variables of things live.

struct StorageKey: Hashable {
  let node: Int
  let variable: LifecheckLanguage.VariableID
}

enum Storage {
  /// The value is `offset` more than the state variable's.
  case finite(VariableIndex, offset: Int)
  case time(TimeBound)
  case range(TimeBound, TimeBound?)
  case closure
  case fixed(Value)
}

/// The places of the variables that have one so far.
struct StorageTable {
  fileprivate(set) var places: [StorageKey: Storage] = [:]
  /// The variables that are being given a place, which needs their first value.
  fileprivate var inTheMaking: Set<StorageKey> = []
}

extension Lowerer {
  func makeStorage(of node: Int) throws {
    for (index, variable) in model.variables.enumerated() where variable.owner == nodes[node].kind {
      _ = try storage(of: StorageKey(node: node, variable: LifecheckLanguage.VariableID(index)))
    }
  }

  /// Where a variable lives. It is made when it is first spoken of, since a first value may name what is declared later.
  func storage(of key: StorageKey) throws -> Storage {
    if let known = storage.places[key] { return known }
    let variable = model.variables[key.variable.index]
    guard storage.inTheMaking.insert(key).inserted else {
      throw LoweringFailure("not-constant", "the first value of `\(variable.name)` depends on itself", at: variable.range)
    }
    defer { storage.inTheMaking.remove(key) }
    let made = try makeStorage(variable, of: key.node, id: key.variable)
    storage.places[key] = made
    return made
  }

  private func makeStorage(
    _ variable: LifecheckLanguage.Variable, of node: Int, id: LifecheckLanguage.VariableID
  ) throws -> Storage {
    let environment = environment(of: node)
    switch (variable.type, variable.storage) {
    case (.duration, .rigid):
      let preferred = try variable.initial.map { try duration($0, environment).constant }
      let parameter = makeParameter(
        RigidParameter(
          name: qualified(variable.name, of: node), range: variable.durationRange ?? 0...0, preferred: preferred,
          origin: variable.range))
      return .time(TimeBound(0, [.init(parameter: parameter, factor: 1)]))
    case (.closure, _):
      makeClosureStorage(ClosureVariableKey(node: node, variable: id), variable, of: node, label: label(of: variable, node))
      return .closure
    case (.duration, _), (.durationRange, _), (.string, _), (.executor, _), (.callback, _), (_, .constant):
      guard let initial = variable.initial else { return .fixed(.void) }
      return .fixed(try evaluate(initial, environment))
    default:
      return try makeFinite(variable, of: node, environment)
    }
  }

  private func makeFinite(
    _ variable: LifecheckLanguage.Variable, of node: Int, _ environment: Environment
  ) throws -> Storage {
    let range = valueRange(of: variable.type)
    var initial = try variable.initial.map { try constant($0, environment) - range.lowerBound }
    let isRigid = variable.storage == .rigid
    if isRigid { initial = nil }
    let index = makeVariable(
      StateVariable(
        name: qualified(variable.name, of: node), label: label(of: variable, node), domain: range.count,
        valueNames: variable.says != nil && variable.type == .bool ? ["no", "yes"] : valueNames(of: variable.type),
        initial: initial, isRigid: isRigid,
        isHidden: !variable.isTold || (variable.type == .job && !isAppFile(variable.range.file)), origin: variable.range),
      VariableRole(
        storage: variable.storage, refersTo: referredKind(of: variable.type), node: node,
        isJob: variable.type == .job))
    return .finite(index, offset: range.lowerBound)
  }

  /// The name of the variable in stories, if it has words of its own: `downloads awaits its completion`.
  private func label(of variable: LifecheckLanguage.Variable, _ node: Int) -> String? {
    variable.says.map { model.kinds[nodes[node].kind.index].isRoot ? $0 : "\(nodes[node].name) \($0)" }
  }
}
