import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// The meanings that a variable in a term of a draft can have.
///
/// Terms of drafts are those of timed systems, which know variables only. What has a meaning later is a variable with a number
/// that no variable of the system has; only this file knows which, and what is left of it in the end is found by the validator.
enum DraftVariable: Hashable {
  /// A variable of the timed system.
  case state(VariableIndex)
  /// A fact whose meaning is fixed when the automata are put together.
  case macro(MacroID)
  /// All that is unknown, in terms that are only compared.
  case anyUnknown

  init(_ variable: VariableIndex) {
    self =
      switch variable.index {
      case Int.min: .anyUnknown
      case ..<0: .macro(MacroID(-1 - variable.index))
      default: .state(variable)
      }
  }

  /// As it stands in terms.
  var index: VariableIndex {
    switch self {
    case .state(let variable): variable
    case .macro(let macro): VariableIndex(-1 - macro.index)
    case .anyUnknown: VariableIndex(Int.min)
    }
  }
}

extension VariableIndex {
  /// nil for what is no variable of the timed system.
  var ofState: VariableIndex? { if case .state(let variable) = DraftVariable(self) { variable } else { nil } }
  /// nil for what has a meaning already.
  var asMacro: MacroID? { if case .macro(let macro) = DraftVariable(self) { macro } else { nil } }
}

extension Term {
  static func draft(_ variable: DraftVariable) -> Term { .variable(variable.index) }
}

typealias MacroID = ID<Macro>

/// Facts whose terms are known only when everything has been laid out.
enum Macro: Hashable {
  /// An activation that is followed holds the executor.
  case busy(ExecutorKey)
  /// The meaning of `q.busy`: some activation holds the executor.
  case someoneHolds(ExecutorKey)
  /// An entry posted before this automaton's is still waiting for the executor.
  case behindOthers(automaton: Int, ExecutorKey)
  /// Something waits for the executor.
  case anyQueued(ExecutorKey)
  /// Some code of the app is at work.
  case working
  /// Some code of the app is in the middle of something that takes time.
  case halfway
  /// No code of the app is at work, asleep or waiting for its turn.
  case nothingUnderWay
  /// A holder other than the entry itself refers to entry `index` of the kind.
  case referenced(KindID, entry: Int, exceptOwn: Bool)
  case boxReferenced(pool: Int, entry: Int)
  /// nil: of a thing that only the state tells.
  case functionRunning(node: Int?, FunctionID)
  /// Code of the app's own, whoever runs it.
  case appCode
  case eventRunning(node: Int, EventID)
  case callbackRunning(node: Int, CallbackID)
  /// Some resource, captured variable or copy of code is not followed.
  case somethingIsLoose
  /// The same, of something that may refer to things.
  case someoneLooseMayRefer
  /// Some code is in the round of a loop that is about this entry of a pool.
  case isBeingLoopedOver(node: Int)
  /// The same, and it cannot join the crowd meanwhile.
  case isHeldByRound(node: Int)
  /// The activation with this job number is under way.
  case jobRunning(number: Int)
  /// The activation has been asked to stop, and will do so without anybody noticing.
  case leavesUnnoticed(process: Int)
  /// The same, in the middle of work.
  case leavesWork(process: Int)
  /// The value of another fact while the process stands at this location: within a unit, it has not moved yet.
  case whileAt(macro: MacroID, process: Int, location: Int)
}

/// The facts that some term mentions. Terms name them by their numbers.
struct MacroTable {
  private(set) var all: [Macro] = []
  private var numbers: [Macro: MacroID] = [:]

  subscript(_ macro: MacroID) -> Macro { all[macro.index] }

  /// Whether some term asks for it.
  func mentions(_ macro: Macro) -> Bool { numbers[macro] != nil }

  mutating func term(_ macro: Macro) -> Term {
    let number = numbers[macro] ?? MacroID(all.count)
    if number.index == all.count {
      all.append(macro)
      numbers[macro] = number
    }
    return .draft(.macro(number))
  }

  /// The variable that stands for it in terms; nil if nobody asks for it.
  func variable(for macro: Macro) -> VariableIndex? { numbers[macro].map { DraftVariable.macro($0).index } }

  /// The variables that stand for it in terms, also where it is said of a place; none if nobody asks for it.
  func variables(for macro: Macro) -> Set<VariableIndex> {
    guard let number = numbers[macro] else { return [] }
    let placed = all.indices.filter { if case .whileAt(number, _, _) = all[$0] { true } else { false } }
    return Set(([number] + placed.map { MacroID($0) }).map { DraftVariable.macro($0).index })
  }

  /// The term as it is while the process stands at the location.
  mutating func fixed(_ term: Term, process: Int, at location: Int) -> Term {
    term.mapped(
      variable: { variable in
        guard let macro = variable.asMacro else { return .variable(variable) }
        return self.term(.whileAt(macro: macro, process: process, location: location))
      },
      at: { automaton, places in
        guard automaton.index == process else { return .at(automaton, places) }
        return places.contains(LocationIndex(location)) ? .true : .false
      })
  }
}
