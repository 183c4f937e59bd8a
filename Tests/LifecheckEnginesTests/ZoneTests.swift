import LifecheckSystem
import LifecheckTestSupport
import Testing

@testable import LifecheckEngines

/// `x_i − x_j ≤ bound`
private func atMost(_ bound: Int32) -> Int32 { 2 * bound + 1 }
/// `x_i − x_j < bound`
private func below(_ bound: Int32) -> Int32 { 2 * bound }

@Suite struct ZoneTests {
  /// Two clocks that have just been reset, as long after as one likes.
  private func started() -> Zone {
    var zone = Zone(size: 3)
    zone.reset(1)
    zone.reset(2)
    zone.elapse(running: [false, true, true])
    return zone
  }

  @Test func atFirstAnythingFromZeroOnIsPossible() {
    var zone = Zone(size: 2)
    #expect((zone[1, 0], zone[0, 1]) == (Zone.infinity, Zone.zero))
    let allowsNegative = zone.constrain(1, 0, below(0))
    #expect(!allowsNegative)
  }

  @Test func sumsAreStrictWhereOnePartIs() {
    #expect(Zone.add(atMost(2), atMost(3)) == atMost(5))
    #expect(Zone.add(atMost(2), below(3)) == below(5))
    #expect(Zone.add(below(2), below(3)) == below(5))
    #expect(Zone.add(atMost(-2), below(1)) == below(-1))
    #expect(Zone.add(Zone.infinity, atMost(-5)) == Zone.infinity)
  }

  @Test func clocksThatRunTogetherStayTogether() {
    var zone = started()
    let canBe = zone.constrain(1, 0, atMost(5))
    #expect(canBe && zone[2, 0] == atMost(5))
    let isLater = zone.constrain(0, 2, atMost(-6))
    #expect(!isLater)
  }

  @Test func aBoundIsClosedAndAStrictOneIsNot() {
    var closed = started()
    var open = started()
    let (closedBelow, closedAbove) = (closed.constrain(1, 0, atMost(5)), closed.constrain(0, 1, atMost(-5)))
    let (openBelow, openAbove) = (open.constrain(1, 0, below(5)), open.constrain(0, 1, atMost(-5)))
    #expect(closedBelow && closedAbove && openBelow && !openAbove)
  }

  @Test func aResetClockIsZeroAndKeepsWhatOthersAre() {
    var zone = started()
    let canBe = zone.constrain(0, 1, atMost(-3))
    zone.reset(2)
    #expect(canBe && zone[2, 0] == Zone.zero && zone[0, 2] == Zone.zero)
    // The other one is 3 or more, and so by 3 or more ahead.
    #expect(zone[2, 1] == atMost(-3))
  }

  @Test func aClockThatStandsIsOvertaken() {
    var zone = started()
    let canBe = zone.constrain(1, 0, atMost(5))
    zone.elapse(running: [false, false, true])
    #expect(canBe && zone[1, 0] == atMost(5) && zone[2, 0] == Zone.infinity)
    // The one that runs is not behind.
    #expect(zone[1, 2] == Zone.zero)
  }

  @Test func aFreedClockMayBeAnything() {
    var zone = started()
    let canBe = zone.constrain(1, 0, atMost(5))
    zone.free(1)
    #expect(canBe && zone[1, 0] == Zone.infinity && zone[0, 1] == Zone.zero && zone[2, 0] == atMost(5))
  }

  @Test func whatIsConstrainedIsASubset() {
    var (smaller, larger) = (started(), started())
    let (inner, outer) = (smaller.constrain(1, 0, atMost(4)), larger.constrain(1, 0, atMost(5)))
    #expect(inner && outer && smaller.isSubset(of: larger) && !larger.isSubset(of: smaller))
  }

  /// Nothing is compared with more than 10: beyond that, all values are one.
  @Test func whatNoComparisonTellsIsForgotten() {
    var system = TimedSystem()
    system.clocks = [Clock(name: "x", rate: .true), Clock(name: "y", rate: .true)]
    let limit = { Term.clock(ClockIndex($0), .lessEqual, TimeBound(10)) }
    let bounds = ClockBounds(system, goals: [limit(0), limit(0).negated, limit(1), limit(1).negated])
    var zone = started()
    let canBe = zone.constrain(1, 0, atMost(40))
    let isLate = zone.constrain(0, 1, atMost(-30))
    let exact = zone
    zone.extrapolate(bounds)
    #expect(canBe && isLate && exact.isSubset(of: zone))
    #expect(zone[1, 0] == Zone.infinity && zone[0, 1] == below(-10))
  }
}

@Suite struct ClockBoundsTests {
  private let x = ClockIndex(0)

  private func bounds(goal: Term = .true, rate: Term = .true, urgent: Term? = nil, parameter: ClosedRange<Int>? = nil) -> ClockBounds {
    var system = TimedSystem()
    system.clocks = [Clock(name: "x", rate: rate), Clock(name: "y", rate: .true)]
    if let parameter { system.parameters = [RigidParameter(name: "p", range: parameter, preferred: nil)] }
    if let urgent {
      system.automata = [
        Automaton(
          name: "a", locations: [Location(name: "only")], initial: LocationIndex(0),
          edges: [
            Edge(
              source: LocationIndex(0), target: LocationIndex(0), isUrgent: true, body: [Action(.assume(urgent))],
              label: EdgeLabel())
          ])
      ]
    }
    return ClockBounds(system, goals: [goal])
  }

  @Test func whoAsksForMuchNeedsALowerBound() {
    let found = bounds(goal: .clock(x, .greaterEqual, TimeBound(7)))
    #expect((found.lower[1], found.upper[1]) == (7, 0))
  }

  @Test func whoAsksForLittleNeedsAnUpperBound() {
    let found = bounds(goal: .clock(x, .less, TimeBound(7)))
    #expect((found.lower[1], found.upper[1]) == (0, 7))
  }

  @Test func aDenialTurnsThemRound() {
    let found = bounds(goal: .not(.clock(x, .less, TimeBound(7))))
    #expect((found.lower[1], found.upper[1]) == (7, 0))
  }

  @Test func equalityNeedsBoth() {
    let found = bounds(goal: .clock(x, .equal, TimeBound(7)))
    #expect((found.lower[1], found.upper[1]) == (7, 7))
  }

  /// It also matters where what is urgent is not allowed.
  @Test func urgencyNeedsBoth() {
    let found = bounds(urgent: .clock(x, .greaterEqual, TimeBound(7)))
    #expect((found.lower[1], found.upper[1]) == (7, 7))
  }

  /// Whether a clock runs is asked in both directions.
  @Test func aRateNeedsBoth() {
    let found = bounds(rate: .clock(ClockIndex(1), .less, TimeBound(7)))
    #expect((found.lower[2], found.upper[2]) == (7, 7))
  }

  @Test func aParameterCountsWithTheLargestValue() {
    let bound = TimeBound(2, [.init(parameter: ParameterIndex(0), factor: -3)])
    let found = bounds(goal: .clock(x, .less, bound), parameter: 1...5)
    #expect((found.lower[1], found.upper[1]) == (17, 17))
    #expect((found.lower[3], found.upper[3]) == (5, 5))
  }
}
