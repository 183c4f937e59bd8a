import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Captured locals live in boxes, which outlive the code that has declared them. Some copies of each are followed.

/// The copies of one captured local.
struct BoxPool {
  let name: String
  let type: ValueType
  let entries: [VariableIndex]
  /// True once more were needed than are followed; the rest can hold anything.
  let isLoose: VariableIndex
  /// Some member of a crowd has captured the one that is followed; nil if it is not open which one is followed.
  let isCaptured: VariableIndex?
  /// The thing that was last made for the one that is followed is not followed; nil if it holds no things, or it is not open
  /// which one is followed.
  let lacksItsThing: VariableIndex?
  /// The delivery for which the one that is followed was declared; nil if it is not declared for any.
  let declaredFor: VariableIndex?
}

/// The captured locals that somebody has spoken of.
struct BoxTable {
  /// By the index of the local.
  fileprivate(set) var pools: [Int: BoxPool] = [:]
  /// Those beyond the ones that are followed.
  fileprivate(set) var sites: [ExhaustionSite] = []
}

extension Lowerer {
  /// The value of a reference to one that is not followed.
  var looseBox: Int { followed.boxes + 1 }
  /// None, those that are followed, and the others.
  var boxDomain: Int { followed.boxes + 2 }

  /// Gives a captured local a box of its own.
  func makeBox(_ local: LocalID, _ initial: Value, _ state: inout Straight) throws {
    let info = model.locals[local.index]
    let pool = local.index
    let box = boxPool(of: local)
    let mayFollow = mayBeFollowed(local, holding: initial, state.environment)
    let free = box.entries.indices.map { bind(.all([mayFollow, term(.boxReferenced(pool: pool, entry: $0)).negated])) }
    var reference = Term.constant(looseBox)
    for number in free.indices.reversed() { reference = .choose(free[number], .constant(number + 1), reference) }
    let chosen = bind(reference)
    emit(.assign(box.isLoose, .true, condition: .all([state.alive, .equal(chosen, .constant(looseBox))])), info.range)
    state.environment.locals[local] = .box(pool: pool, reference: chosen)
    if let isCaptured = box.isCaptured {
      state.environment.captured[local] = chosen
      let isFollowed = Term.all([state.alive, Term.equal(chosen, .constant(looseBox)).negated])
      for flag in [isCaptured] + (box.lacksItsThing.map { [$0] } ?? []) {
        emit(.assign(flag, .false, condition: isFollowed), info.range)
      }
    }
    noteDeclared(local, chosen, state)
    try assignBox(local, initial, &state, at: info.range)
  }

  /// Made by whoever speaks of it first: code that uses a captured local may be laid out before the code that declares it.
  func boxPool(of local: LocalID) -> BoxPool {
    if let known = boxes.pools[local.index] { return known }
    let info = model.locals[local.index]
    let entries = (0..<followed.boxes).map { number in
      makeVariable(
        StateVariable(
          name: info.name, domain: valueRange(of: info.type).count, valueNames: valueNames(of: info.type), initial: 0,
          isHidden: false, origin: info.range),
        VariableRole(
          storage: model.isAppCode(info.range) ? .memory : .system, refersTo: referredKind(of: info.type),
          boxEntry: (local.index, number), isJob: info.type == .job))
    }
    let made = BoxPool(
      name: info.name, type: info.type, entries: entries, isLoose: makeFlag("further copies of `\(info.name)`"),
      isCaptured: isFollowedByChoice(local) ? makeFlag("a crowd has captured `\(info.name)`", storage: .memory) : nil,
      lacksItsThing: isFollowedByChoice(local) && referredKind(of: info.type) != nil
        ? makeFlag("`\(info.name)` lacks what was made for it", storage: .memory) : nil,
      declaredFor: makeDeclaredFor(local))
    boxes.pools[local.index] = made
    boxes.sites.append(
      ExhaustionSite(what: "copies of `\(info.name)`", bound: entries.count, origin: info.range, flag: made.isLoose))
    return made
  }

  private func assignBox(_ local: LocalID, _ value: Value, _ state: inout Straight, at range: SourceRange) throws {
    let type = model.locals[local.index].type
    let fitted = fitted(value.asTerm(self), type, when: state.alive, at: range)
    guard case .box(let pool, let reference)? = state.environment.locals[local], case .term(let raw) = fitted else { return }
    let lower = valueRange(of: type).lowerBound
    for (number, entry) in boxPool(of: LocalID(pool)).entries.enumerated() {
      emit(
        .assign(
          entry, Term.subtract(raw, .constant(lower)).simplified,
          condition: .all([state.alive, .equal(reference, .constant(number + 1))])),
        range)
    }
  }
}
