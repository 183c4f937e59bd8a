import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Monitors of facts that turn true, woven into every unit that may turn one.

extension Lowerer {
  /// Notes how the facts about what is made are while it has just its first values: from there on they turn.
  func noteMade(_ node: Int, when condition: Term) {
    let about = observers.becoming.enumerated().filter { $0.element.subject == node }
    let first = Dictionary(uniqueKeysWithValues: about.map { ($0.offset, bind($0.element.fact)) })
    unit.made.append(MadeEntry(node: node, condition: condition, first: first))
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
    for (number, hook) in observers.becoming.enumerated() {
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
      let first = made.reduce(held) { .choose($1.condition, hook.isFromTheFirst ? .false : $1.first[number] ?? held, $0) }
      reactions.append((.all([first.negated, fixed(hook.fact, process: process, at: target)]), hook.react))
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
