import LifecheckLanguage
import LifecheckSystem

// Things that are there only while something is true of them: a delivery, until it is completed. When it is over, all that
// refers to it refers to one that is over, of which nothing else is known, for nothing else can matter: they are alike.
// So an entry is free as soon as its thing is over, whoever still refers to it, and what is over makes no states.

extension Followed {
  /// The value of a reference to one that is over; nil: things of this kind do not end like that.
  func overReference(_ kind: KindID, among things: Things) -> Int? {
    let info = model.kinds[kind.index]
    return info.isOnlyWhile && info.pool != nil ? (things.ofKind[kind]?.count ?? 0) + 1 : nil
  }
}

extension Lowerer {
  func overReference(_ kind: KindID) -> Int? { followed.overReference(kind, among: things) }

  /// The variables that say whether an entry is there, with the kind and the value of a reference to it.
  func lives() -> [VariableIndex: (kind: KindID, value: Int)] {
    var result: [VariableIndex: (kind: KindID, value: Int)] = [:]
    for (index, kind) in model.kinds.enumerated() {
      guard let life = kind.lifeVariable else { continue }
      for (offset, node) in (nodesOfKind[KindID(index)] ?? []).enumerated() {
        guard case .finite(let variable, _)? = storage.places[StorageKey(node: node, variable: life)] else { continue }
        result[variable] = (KindID(index), offset + 1)
      }
    }
    return result
  }

  /// Behind all that the unit does: whose entry is over by then refers to it no longer.
  func letGoOfWhatIsOver(_ lives: [VariableIndex: (kind: KindID, value: Int)]) {
    for variable in assignedOtherThanTrue(in: unit.items) {
      guard let life = lives[variable], let over = overReference(life.kind) else { continue }
      for (index, role) in roles.enumerated() where role.refersTo == life.kind {
        let reference = VariableIndex(index)
        let isOver = Term.all([.equal(.variable(variable), .false), .equal(.variable(reference), .constant(life.value))])
        unit.items.append(.loss(Action(.assign(reference, .constant(over), condition: isOver))))
      }
      for flag in memberFlags(of: life.kind, entry: life.value - 1) {
        unit.items.append(.loss(Action(.assign(flag, .false, condition: .equal(.variable(variable), .false)))))
      }
    }
  }

  /// The reference, or what it has become if its thing is over by now.
  func unlessOver(_ reference: Term, to kind: KindID) -> Term {
    guard let over = overReference(kind) else { return reference }
    let ended = lives().filter { $0.value.kind == kind }.sorted { $0.value.value < $1.value.value }.map { life, thing in
      Term.all([.equal(reference, .constant(thing.value)), .equal(.variable(life), .false)])
    }
    return .choose(.any(ended), .constant(over), reference)
  }

  /// Whether it is what a variable becomes that referred to a thing which is over now.
  func isLettingGo(_ action: Action) -> Bool {
    guard case .assign(let variable, let value, _) = action.kind, let kind = roles[variable.index].refersTo,
      let over = overReference(kind)
    else { return false }
    return value == .constant(over)
  }

  /// The references that change as the step ends the thing.
  func variablesThatLetGo(in edge: DraftEdge) -> Set<Touched> {
    Set(
      edge.items.compactMap { item in
        guard case .loss(let action) = item, isLettingGo(action), case .assign(let variable, _, _) = action.kind else { return nil }
        return .variable(variable)
      })
  }

  /// In the order of the items, each once. Nothing is over because its life variable is set to the constant true.
  private func assignedOtherThanTrue(in items: [DraftEdge.Item]) -> [VariableIndex] {
    var result: [VariableIndex] = []
    for item in items {
      guard case .action(let action) = item, case .assign(let variable, let value, _) = action.kind, value != .true,
        !result.contains(variable)
      else { continue }
      result.append(variable)
    }
    return result
  }
}
