import LifecheckLanguage
import LifecheckSystem

// Nothing is remembered of the members of a crowd, but one thing: which entries some member was given at its start, where
// things of that kind end once and for all. Otherwise late work of an earlier delivery could complete a later one, which is what
// no reference to something that is over can do.

extension Lowerer {
  /// For each variable in which the first copy keeps such a reference, flags that say of each entry whether some member may
  /// refer to it.
  func makeMemberReferences(_ shown: String, _ slots: [VariableIndex]) -> [VariableIndex: [VariableIndex]] {
    var result: [VariableIndex: [VariableIndex]] = [:]
    for slot in slots {
      guard let kind = roles[slot.index].refersTo, overReference(kind) != nil else { continue }
      result[slot] = (nodesOfKind[kind] ?? []).map { makeFlag("crowd of \(shown) refers to \(nodes[$0].name)") }
    }
    return result
  }

  /// A member is given this.
  func noteMember(given value: Term, in flags: [VariableIndex], when condition: Term) -> [Action] {
    flags.enumerated().map { entry, flag in
      Action(.assign(flag, .true, condition: .all([condition, .equal(value, .constant(entry + 1))])))
    }
  }

  /// What a member has in a variable refers to an entry only if some member was given it.
  func limit(_ value: Term, to flags: [VariableIndex]) -> [Action] {
    flags.enumerated().map { entry, flag in
      Action(.assume(.any([Term.equal(value, .constant(entry + 1)).negated, .equal(.variable(flag), .true)])))
    }
  }

  /// The flags of all crowds that speak of an entry.
  func memberFlags(of kind: KindID, entry: Int) -> [VariableIndex] {
    crowds.flatMap { crowd in
      crowd.references.keys.sorted().filter { roles[$0.index].refersTo == kind }.map { crowd.references[$0]![entry] }
    }
  }
}
