import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Monitors of facts that turn true, woven into every unit that may turn one.

extension Lowerer {
  private func asFirst(
    _ fact: Term, of node: Int, _ before: inout [DraftEdge.Item], _ process: Int, _ source: Int
  ) -> Term {
    let held = choice(2)
    let first = withFirstValues(of: node, fact)
    before.append(.action(Action(.assume(.compare(.equal, held, fixed(first, process: process, at: source))))))
    return held
  }

  /// A fact about a thing as it would have been before the step, had the thing had its first values then.
  private func withFirstValues(of node: Int, _ fact: Term) -> Term {
    fact.mapped(variable: { variable in
      guard let index = variable.ofState, roles[index.index].node == node, !variables[index.index].isRigid else {
        return .variable(variable)
      }
      return firstValue(of: index)
    })
  }

  /// The process itself moves after the unit, so its place is said to be the old one before and the new one after it.
  func weave(from source: Int, to target: Int, of process: Int) throws {
    guard !observers.becoming.isEmpty else { return }
    var assigned: Set<VariableIndex> = []
    for item in unit.items {
      guard case .action(let action) = item.asAction else { continue }
      if case .assign(let variable, _, _) = action.kind { assigned.insert(variable) }
    }
    let movesOthers = unit.items.contains { $0.isMove }
    let items = unit.items
    var before: [DraftEdge.Item] = []
    var reactions: [(Term, Observers.Reaction)] = []
    for hook in observers.becoming {
      let support = hook.fact.readVariables
      let turns = support.contains { variable in
        guard let macro = variable.asMacro else { return false }
        return mayChange(macros[macro], assigned, from: source, to: target, of: process)
      }
      let isAboutPlaces = hook.fact.mentionsLocations || support.contains { $0.ofState == nil }
      let made = unit.made.filter { $0.node == hook.subject }
      let isReached = !support.isDisjoint(with: assigned) || hook.fact.mentionsLocations || (isAboutPlaces && movesOthers)
      guard turns || isReached || !made.isEmpty else { continue }
      let held = choice(2)
      before.append(.action(Action(.assume(.compare(.equal, held, fixed(hook.fact, process: process, at: source))))))
      let isMade = Term.any(made.map(\.condition))
      let first = hook.isFromTheFirst || made.isEmpty ? Term.false : asFirst(hook.fact, of: made[0].node, &before, process, source)
      let last = Term.choose(isMade, first, held)
      reactions.append((.all([last.negated, fixed(hook.fact, process: process, at: target)]), hook.react))
    }
    unit.items = before + items
    let origin = SourceRange(file: FileID(0), start: 0, end: 0)
    for (turned, react) in reactions { try react(self, bind(turned), origin) }
  }
}

extension Lowerer {
  /// Whether it may mean something else after a unit that moves no other process.
  private func mayChange(_ macro: Macro, _ assigned: Set<VariableIndex>, from source: Int, to target: Int, of process: Int)
    -> Bool
  {
    let (old, new) = (processes[process].locations[source], processes[process].locations[target])
    switch macro {
    case .working: return processes[process].isAppAtWork(in: old) != processes[process].isAppAtWork(in: new)
    case .halfway: return processes[process].isAppHalfway(in: old) != processes[process].isAppHalfway(in: new)
    case .nothingUnderWay:
      let wasUnderWay = source != Process.idle && isUnderWay(process, old)
      return wasUnderWay != (target != Process.idle && isUnderWay(process, new))
    case .busy, .someoneHolds: return old.holds != new.holds
    case .functionRunning, .appCode, .eventRunning, .callbackRunning:
      return old.inside.contains(macro) != new.inside.contains(macro)
    case .somethingIsLoose, .someoneLooseMayRefer: return !assigned.isEmpty
    case .isBeingLoopedOver, .isHeldByRound: return old.loopedOver != new.loopedOver || !assigned.isEmpty
    case .jobRunning, .leavesUnnoticed, .leavesWork: return (source == Process.idle) != (target == Process.idle)
    case .anyQueued, .behindOthers: return old.queuedOn != new.queuedOn || !assigned.isEmpty
    case .referenced, .boxReferenced: return old.inside != new.inside || old.loopedOver != new.loopedOver || !assigned.isEmpty
    case .whileAt: return true
    }
  }
}

extension DraftEdge.Item {
  fileprivate var isMove: Bool {
    guard case .action(let action) = asAction, case .move = action.kind else { return false }
    return true
  }
}
