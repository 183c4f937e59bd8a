import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// An indivisible step under construction.

struct AtomicStep {
  var choices: [Int] = []
  var items: [DraftEdge.Item] = []
  /// The pieces of code that begin with it. Noted just before it is committed.
  var begins: [Int] = []
  /// References to captured locals, with the value of each at this point.
  var fixedReferences: [(reference: Term, value: Term)] = []
  /// The references held by names that are known within the unit only.
  var heldByNames: [(kind: KindID, reference: Term)] = []
  /// The entries of pools that `new` takes in the unit, each with when it does.
  var made: [MadeEntry] = []

  func assigns(_ variable: VariableIndex) -> Bool {
    items.contains { item in
      guard case .action(let action) = item, case .assign(variable, _, _) = action.kind else { return false }
      return true
    }
  }
}

/// An entry of a pool that `new` takes in a unit.
struct MadeEntry {
  let node: Int
  let condition: Term
}

/// The possible faults at places that the checker guards: a value out of range, a call of nothing.
struct FaultTable {
  private(set) var all: [(message: String, origin: SourceRange)] = []

  /// From 1.
  fileprivate mutating func number(of message: String, at origin: SourceRange) -> Int {
    if let known = all.firstIndex(where: { $0.origin == origin && $0.message == message }) { return known + 1 }
    all.append((message, origin))
    return all.count
  }
}

extension Lowerer {
  func emit(_ kind: Action.Kind, _ origin: SourceRange? = nil) {
    unit.items.append(.action(Action(kind, origin: origin)))
  }

  /// A fresh choice with values 0 ..< domain.
  func choice(_ domain: Int) -> Term {
    unit.choices.append(domain)
    return .choice(ChoiceIndex(unit.choices.count - 1))
  }

  /// Fixes the value that a term has at this point of the unit, whatever is assigned later.
  func bind(_ term: Term) -> Term {
    guard term.dependsOnState else { return term }
    // Whatever it can be: a choice with fewer values would make what follows impossible.
    let range = bounds(of: term)
    let chosen = choice(range.count)
    let value = range.lowerBound == 0 ? chosen : Term.add(chosen, .constant(range.lowerBound))
    emit(.assume(.compare(.equal, value, term)))
    return value
  }

  /// Records a fault at run time, where the condition holds.
  func recordFault(_ message: String, at origin: SourceRange, when condition: Term) {
    guard condition != .false else { return }
    let number = faults.number(of: message, at: origin)
    let isFirst = Term.equal(.variable(builtIn.fault), .constant(0))
    emit(.assign(builtIn.fault, .constant(number), condition: .all([condition, isFirst])), origin)
  }
}
