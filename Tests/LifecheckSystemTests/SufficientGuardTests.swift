import LifecheckDiagnostics
import LifecheckSystem
import Testing

/// From which states an edge can be taken for certain.
@Suite struct SufficientGuardTests {
  private let flag = VariableIndex(0)
  private var isUp: Term { .equal(.variable(flag), .true) }

  @Test func whatIsAssumedBeforeAnythingChangesCounts() {
    let other = VariableIndex(1)
    let raise = Action(.assign(other, .true, condition: .true))
    #expect(sufficientGuard([Action(.assume(isUp)), raise]) == isUp)
    #expect(sufficientGuard([raise, Action(.assume(isUp))]) == isUp)
  }

  @Test func whatIsAssumedOfAChangeMayFail() {
    let lower = Action(.assign(flag, .false, condition: .true))
    #expect(sufficientGuard([lower, Action(.assume(isUp))]) == .false)
    let begin = Action(.reset(ClockIndex(0), condition: .true))
    #expect(sufficientGuard([begin, Action(.assume(.clock(ClockIndex(0), .greaterEqual, TimeBound(5))))]) == .false)
  }

  @Test func oneGoodChoiceIsEnough() {
    let chosen = Term.choice(ChoiceIndex(0))
    let isTwo = Action(.assume(.compare(.equal, chosen, .constant(2))))
    let isThree = Action(.assume(.compare(.equal, chosen, .constant(3))))
    #expect(interpreted(sufficientGuard([isTwo], choices: [3])))
    #expect(!interpreted(sufficientGuard([isThree], choices: [3])))
    #expect(!interpreted(sufficientGuard([isTwo, isThree], choices: [4])))
    let isOther = Action(.assume(.not(.compare(.equal, chosen, .constant(2)))))
    #expect(interpreted(sufficientGuard([isOther], choices: [4])))
    // Too many to try; a definition needs no trying.
    #expect(sufficientGuard([isOther], choices: [1_000]) == .false)
    #expect(interpreted(sufficientGuard([isTwo], choices: [1_000])))
  }

  private func sufficientGuard(_ body: [Action], choices: [Int] = []) -> Term {
    var system = TimedSystem()
    system.variables = ["flag", "other"].map { StateVariable(name: $0, domain: 2, valueNames: ["false", "true"], initial: 0) }
    return system.sufficientGuard(
      of: Edge(
        source: LocationIndex(0), target: LocationIndex(0), isUrgent: true, choices: choices, body: body, label: EdgeLabel()))
  }

  /// Of a term without variables.
  private func interpreted(_ term: Term) -> Bool {
    switch term {
    case .constant(let value): value != 0
    case .not(let inner): !interpreted(inner)
    case .and(let parts): parts.allSatisfy(interpreted)
    case .or(let parts): parts.contains(where: interpreted)
    case .compare(.equal, .constant(let a), .constant(let b)): a == b
    default: false
    }
  }
}
