import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Nothing is remembered of the members of a crowd, but one thing: which entries some member was given at its start, where
// things of that kind end once and for all, or are deliveries of which one is followed. Otherwise late work of an earlier delivery
// could complete a later one, which is what no reference to something that is over can do.
//
// And one thing more where it is open which captured local is followed (`FollowedTogether`): whether some member has a name of its own for a
// followed thing, a parameter of a function that it calls or `let t = id`. What a member has captured itself is limited already.

extension Lowerer {
  /// For each variable in which the first copy keeps such a reference, flags that say of each entry whether some member may
  /// refer to it.
  func makeMemberReferences(_ shown: String, _ slots: [VariableIndex]) -> [VariableIndex: [VariableIndex]] {
    var result: [VariableIndex: [VariableIndex]] = [:]
    for slot in slots {
      guard let kind = roles[slot.index].refersTo, overReference(kind) != nil || followedDeliveries(of: kind) != nil
      else { continue }
      // Where things are over when the process is, the flags are false then; those of others are lost with the process.
      let storage: LifecheckLanguage.Variable.Storage = overReference(kind) != nil ? .system : .memory
      result[slot] = (nodesOfKind[kind] ?? []).map { makeFlag("crowd of \(shown) refers to \(nodes[$0].name)", storage: storage) }
    }
    return result
  }

  /// For each variable in which the first copy keeps a delivery of which one is followed, a flag that says whether some member was given none:
  /// what is about none goes with the followed one (`holdsFollowedDelivery`).
  func makeGivenNone(_ shown: String, _ slots: [VariableIndex]) -> [VariableIndex: VariableIndex] {
    let about = slots.filter { roles[$0.index].refersTo.map { followedDeliveries(of: $0) != nil } ?? false }
    return Dictionary(uniqueKeysWithValues: about.map { ($0, makeFlag("crowd of \(shown) is given none", storage: .memory)) })
  }

  /// A member's value is none only if some member was given that.
  func limitGivenNone(_ value: Term, _ isGivenNone: VariableIndex?) -> [Action] {
    isGivenNone.map { [limit(value, of: 0, to: $0)] } ?? []
  }

  /// For each variable of the first copy in which it keeps a thing under a name of its own, flags that say of each entry whether some
  /// member may refer to it so. What others write into is not among them: where a copy is given it, a member is not.
  func memberCopies(of process: Int, given: [VariableIndex], in system: TimedSystem) -> [VariableIndex: [VariableIndex]] {
    var result: [VariableIndex: [VariableIndex]] = [:]
    for slot in processes[process].ownVariables where !given.contains(slot) && variables[slot.index].initial == 0 {
      guard let kind = roles[slot.index].refersTo, isCopiedByMembers(kind),
        !isGiven(slot, kind, byOthersThan: process, in: system)
      else { continue }
      result[slot] = (nodesOfKind[kind] ?? []).map(copiedFlag)
    }
    return result
  }

  /// Forgets the names that members have for the entry: from here on these refer to something else, if the condition holds.
  func forgetCopies(of node: Int, when condition: Term, at range: SourceRange) {
    guard isCopiedByMembers(nodes[node].kind) else { return }
    emit(.assign(copiedFlag(node), .false, condition: condition), range)
  }

  private func isCopiedByMembers(_ kind: KindID) -> Bool {
    isFollowedByChoice(kind)
      && model.locals.contains { !$0.isCaptured && model.isAppCode($0.range) && $0.type == .reference(kind) }
  }

  private func copiedFlag(_ node: Int) -> VariableIndex {
    if let known = memberCopies[node] { return known }
    let made = makeFlag("a crowd has a name for \(nodes[node].name)", storage: .memory)
    memberCopies[node] = made
    return made
  }

  /// Whether others write there anything but that it is none, or joins the crowd.
  private func isGiven(_ slot: VariableIndex, _ kind: KindID, byOthersThan process: Int, in system: TimedSystem) -> Bool {
    let harmless = [Term.constant(0)] + (resourceCrowds[kind].map { [.constant($0.reference)] } ?? [])
    return !system.valuesWritten(to: slot, byOthersThan: process).allSatisfy(harmless.contains)
  }

  /// A member is given this.
  func noteMember(given value: Term, in flags: [VariableIndex], when condition: Term) -> [Action] {
    flags.enumerated().map { entry, flag in
      (flag, Term.all([condition, .equal(value, .constant(entry + 1))]))
    }.filter { $0.1 != .false }.map { Action(.assign($0.0, .true, condition: $0.1)) }
  }

  /// Limits a member's value of a variable: it refers to an entry only if some member was given it.
  func limit(_ value: Term, to flags: [VariableIndex]) -> [Action] {
    flags.enumerated().map { entry, flag in limit(value, of: entry + 1, to: flag) }
  }

  private func limit(_ value: Term, of number: Int, to flag: VariableIndex) -> Action {
    Action(.assume(.any([Term.equal(value, .constant(number)).negated, .equal(.variable(flag), .true)])))
  }

  /// The flags of all crowds that speak of an entry.
  func memberFlags(of kind: KindID, entry: Int) -> [VariableIndex] {
    crowds.flatMap { crowd in
      crowd.references.keys.sorted().filter { roles[$0.index].refersTo == kind }.map { crowd.references[$0]![entry] }
    }
  }
}

extension TimedSystem {
  /// The values that edges of other automata write there; only those edges that are meant.
  func valuesWritten(
    to variable: VariableIndex, byOthersThan automaton: Int, where isMeant: (Edge) -> Bool = { _ in true }
  ) -> [Term] {
    let others = automata.indices.filter { $0 != automaton }.flatMap { automata[$0].edges }
    return others.filter(isMeant).flatMap(\.body).compactMap {
      if case .assign(variable, let value, _) = $0.kind { value } else { nil }
    }
  }
}
