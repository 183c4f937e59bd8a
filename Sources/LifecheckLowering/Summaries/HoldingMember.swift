import LifecheckLanguage
import LifecheckSystem

// A crowd remembers nothing of its members, but one thing can be known: an executor or a lock is held by one activation at a time, so of all
// members at most one holds it. Where that one stands is kept, so that what it does between taking it and giving it back is one thing after the
// other, and nobody else is there meanwhile. All others are still anywhere else in the code.
// - Source: the mutual exclusion that counter abstraction keeps of the processes it merges: A. Pnueli, J. Xu, L. Zuck, "Liveness with
//   (0,1,∞)-counter abstraction", CAV 2002; here the places in which one process at most can be are counted exactly.

/// Where in its code the one member of a crowd stands that holds an executor or a lock.
struct HoldingMember {
  /// nil: it is a lock, whose own variable says whether somebody holds it.
  let executor: ExecutorKey?
  /// 0: no member holds it; else the number of the place, from 1.
  let place: VariableIndex
  /// The places of the first copy in the finished system where it holds that.
  let places: [Int]

  /// 0 where it is not held.
  func number(of location: LocationIndex) -> Int { (places.firstIndex(of: location.index) ?? -1) + 1 }

  var isSomeone: Term { isAt(0).negated }
  func isAt(_ number: Int) -> Term { .equal(.variable(place), .constant(number)) }
  func goes(to number: Int) -> Action { Action(.assign(place, .constant(number), condition: .true)) }

  /// An edge of the code, as far as it is about what is held.
  struct Step {
    private let member: HoldingMember
    private let source: Int
    private let target: Int

    init(_ member: HoldingMember, of edge: Edge) {
      self.member = member
      (source, target) = (member.number(of: edge.source), member.number(of: edge.target))
    }

    var isMove: Bool { source != target }
    /// Those that hold nothing are many, and their steps do not depend on the one that does.
    var beginning: [Action] { source == 0 && target == 0 ? [] : [Action(.assume(member.isAt(source)))] }
    var end: [Action] { isMove ? [member.goes(to: target)] : [] }
    /// Whoever goes on in what it holds itself does not ask whether somebody else does, with regard to its own place.
    func isOneself(_ variable: VariableIndex) -> Bool { source != 0 && variable == member.place }
  }
}

extension Edge {
  /// It can be taken only where this holds.
  func asks(for fact: Term) -> Bool {
    body.contains { action in
      guard case .assume(let condition) = action.kind else { return false }
      return condition == fact || condition.conjuncts.contains(fact)
    }
  }
}

extension Lowerer {
  /// By the first copy of each crowd whose code holds one executor of the app over several steps, or no executor, and one lock.
  func makeHoldingMembers(in kept: [[Int]]) -> [Int: HoldingMember] {
    var result: [Int: HoldingMember] = [:]
    for crowd in crowds where canBeSummarized(crowd) && !processes[crowd.copies[0]].isSystem {
      let copy = crowd.copies[0]
      let held = Set(kept[copy].flatMap { processes[copy].locations[$0].holds.filter(isApp) })
      let executor = held.first
      // Others put a copy where it is idle, or where it begins, and nowhere else.
      let beginsHolding = [Process.idle, Process.beginning].contains { !processes[copy].locations[$0].holds.isEmpty }
      guard held.count <= 1, !beginsHolding else { continue }
      let under = executor == nil ? placesUnderOnlyLock(of: copy) : []
      let places = kept[copy].indices.filter { place in
        let location = kept[copy][place]
        return executor.map { processes[copy].locations[location].holds.contains($0) } ?? under.contains(location)
      }
      guard !places.isEmpty else { continue }
      result[copy] = HoldingMember(executor: executor, place: makePlace(of: crowd, among: places.count), places: places)
    }
    return result
  }

  private func makePlace(of crowd: Crowd, among count: Int) -> VariableIndex {
    let name = "where one of further \(crowd.site.what) is"
    let values = ["elsewhere"] + (1...count).map { "place \($0)" }
    let place = StateVariable(name: name, domain: values.count, valueNames: values, initial: 0, isHidden: true)
    return makeVariable(place, VariableRole(storage: .memory))
  }

  /// The process dies, and whoever holds something in it.
  func endHolding(_ members: [Int: HoldingMember], in system: inout TimedSystem) {
    let reset = members.keys.sorted().map { members[$0]!.goes(to: 0) }
    for automaton in system.automata.indices {
      for edge in system.automata[automaton].edges.indices where system.automata[automaton].edges[edge].endsAll(running) {
        system.automata[automaton].edges[edge].body += reset
      }
    }
  }

  /// Time does not pass while the member is where its code goes on at once, whatever it keeps for itself. It is said of the place and not of what the
  /// member can do next, which has a choice for each thing that nobody knows of it.
  func stopsTime(of member: HoldingMember, like copy: Int, in system: TimedSystem, whatever unknown: Set<VariableIndex>) -> [Edge]
  {
    member.places.compactMap { place in
      let goesOn = system.sufficientUrgency(of: AutomatonIndex(copy), at: LocationIndex(place))
        .forAllValues(of: unknown, in: system.variables)
      if goesOn == .false || goesOn.mentionsTime || goesOn.usesChoices { return nil }
      let isThere = member.isAt(member.number(of: LocationIndex(place)))
      return Edge(
        source: LocationIndex(0), target: LocationIndex(0), isUrgent: true,
        body: [Action(.assume(.all([isThere, goesOn])))], label: EdgeLabel())
    }
  }
}

extension Term {
  private static let mostCombinations = 64

  /// Holds only where this does for each value of these; false, too, where there are too many to try.
  fileprivate func forAllValues(of unknown: Set<VariableIndex>, in variables: [StateVariable]) -> Term {
    let read = readVariables.intersection(unknown).sorted()
    guard read.reduce(1, { $0 * variables[$1.index].domain }) <= Self.mostCombinations else { return .false }
    return read.reduce(self) { term, variable in
      let values = 0..<variables[variable.index].domain
      return .all(values.map { value in term.folded { $0 == .variable(variable) ? .constant(value) : $0 } })
    }
  }
}
