import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Events that cannot be put off, and the states in which time stands still for one that is impossible. Runs that end there
// would be left out of every proof, so there must be none.

/// An event that cannot be put off, and may be impossible when it is due.
struct MustRun {
  let process: Int
  var moment: Invariant
  /// It can wait for this one to be free.
  let executor: ExecutorKey?
  /// The parts of its condition about time that may be false when it is due.
  let times: [Term]
  let origin: SourceRange
}

/// The events that cannot be put off.
struct ForcedEvents {
  fileprivate(set) var events: [MustRun] = []
  /// For stopwatches that may stand still at such a moment, whether they do.
  fileprivate(set) var stopped: [ClockIndex: [VariableIndex]] = [:]

  /// Says anew under which condition a moment counts.
  mutating func changeMoments(_ body: (Term) -> Term) {
    for index in events.indices { events[index].moment.condition = body(events[index].moment.condition) }
  }
}

extension Lowerer {
  /// `latest C`: time may not pass the moment at which C becomes true while the event is possible.
  func force(_ event: Event, _ when: Term, _ latest: Term, _ executor: ExecutorKey?, process: Int) throws {
    let discrete = when.writtenConjuncts.filter { !$0.mentionsClock }
    let condition = Term.all(discrete + [latest])
    // Folded for this thing (`latest type == refresh and …`), or for this version: here the event is never forced.
    if condition == .false { return }
    let moment = try moment(of: condition, in: event.latest!.range)
    if moment.bound != TimeBound(0) { processes[process].locations[Process.idle].invariants.append(moment) }
    try stopTime(at: moment, process, event.latest!.range)
    let times = when.writtenConjuncts.filter { $0.mentionsClock && !isCertain($0, at: moment) }
    guard executor != nil || !times.isEmpty else { return }
    forced.events.append(MustRun(process: process, moment: moment, executor: executor, times: times, origin: event.latest!.range))
  }

  /// An invariant stops a stopwatch that runs. One that stands still where it has come to the moment stops time all the same;
  /// so does one that is at its moment from the start (`latest s >= 0s`). The edge does nothing, but no time passes before it.
  private func stopTime(at moment: Invariant, _ process: Int, _ range: SourceRange) throws {
    var due = moment.condition
    if moment.bound != TimeBound(0) {
      let rate = clocks[moment.clock.index].rate
      if Set(rate.writtenConjuncts).isSubset(of: moment.condition.writtenConjuncts) { return }
      due = .all([due, rate.negated, .any([try stoppedFlag(at: moment, rate, range), .bound(moment.bound, .lessEqual)])])
    }
    var edge = DraftEdge(source: Process.idle, target: Process.idle, isUrgent: true)
    edge.items = [.action(Action(.assume(due)))]
    edge.mobility = .visible
    processes[process].edges.append(edge)
  }

  /// True while the stopwatch stands still and had come to the moment when it was stopped.
  private func stoppedFlag(at moment: Invariant, _ rate: Term, _ range: SourceRange) throws -> Term {
    let flag = makeFlag("\(clocks[moment.clock.index].name) has come to its moment")
    let reaction: Observers.Reaction = { lowerer, condition, origin in
      lowerer.emit(.assign(flag, .clock(moment.clock, .greaterEqual, moment.bound), condition: condition), origin)
    }
    try hook(turning: rate.negated, reaction, at: range)
    forced.stopped[moment.clock, default: []].append(flag)
    return .equal(.variable(flag), .true)
  }

  /// Refuses a time in the condition of an event that comes at once (`latest true`): the event lets no time pass while it is
  /// possible, so it cannot wait for a time.
  func refuseMoments(_ when: Term, of event: Event) throws {
    guard when.mentionsClock else { return }
    throw LoweringFailure(
      "latest-not-a-moment", "an event that comes at once cannot wait for a stopwatch", at: event.latest!.range,
      help: "say the moment: for example `latest budget >= 25s`")
  }

  /// Whether the moment lies in what the condition allows: the same stopwatch has come at least as far.
  private func isCertain(_ condition: Term, at moment: Invariant) -> Bool {
    guard case .clock(moment.clock, .greaterEqual, let bound) = condition else { return false }
    return least(moment.bound + bound.scaled(by: -1)) >= 0
  }

  /// That time does not pass the moment at which the condition becomes true.
  func moment(of condition: Term, in range: SourceRange) throws -> Invariant {
    var discrete: [Term] = []
    var clocks: [(ClockIndex, TimeBound)] = []
    for part in condition.writtenConjuncts {
      if case .clock(let clock, .greaterEqual, let bound) = part { clocks.append((clock, bound)) } else { discrete.append(part) }
    }
    guard clocks.count == 1, !discrete.contains(where: \.mentionsClock) else {
      throw LoweringFailure(
        "latest-not-a-moment", "this needs exactly one stopwatch that reaches a duration", at: range,
        help: "for example `budget >= 25s`")
    }
    return Invariant(condition: .all(discrete), clock: clocks[0].0, bound: clocks[0].1)
  }

  /// The event must happen now and cannot, since somebody holds its executor and may keep it or its condition says that it is
  /// not the time; and nothing else happens at this instant.
  /// - Parameter nothingIsUrgent: As `nothingIsUrgent(in:)` says it, which is the same for all events.
  func timeLock(_ event: MustRun, where nothingIsUrgent: Term, _ meanings: Meanings) throws -> Term {
    let now = Term.all([
      .at(AutomatonIndex(event.process), [LocationIndex(Process.idle)]), event.moment.condition,
      .clock(event.moment.clock, .greaterEqual, event.moment.bound),
    ])
    let held = try event.executor.map { try holders(of: $0, meanings) } ?? []
    let isNotTheTime = Term.all(event.times).negated
    return .all([
      try meanings.resolve(now), .any(held + [try meanings.resolve(isNotTheTime)]), nothingIsUrgent,
    ])
  }

  /// Where somebody holds the executor and may keep it.
  private func holders(of executor: ExecutorKey, _ meanings: Meanings) throws -> [Term] {
    var holders: [Term] = []
    for process in processes.indices {
      for (number, place) in meanings.kept[process].enumerated() {
        let location = processes[process].locations[place]
        guard location.isStable, location.holds.contains(executor) else { continue }
        let mayStay = try location.invariants.map {
          Term.any([try meanings.resolve($0.condition).negated, .clock($0.clock, .less, $0.bound)])
        }
        holders.append(.all([.at(AutomatonIndex(process), [LocationIndex(number)])] + mayStay))
      }
    }
    return holders + membersThatHold(executor)
  }

  /// No urgent edge can be taken for certain: a moment too many is asked about rather than one too few.
  func nothingIsUrgent(in system: TimedSystem) -> Term {
    var parts: [Term] = []
    for (index, automaton) in system.automata.enumerated() {
      for edge in automaton.edges where edge.isUrgent && !edge.onlyStopsTime {
        parts.append(Term.all([.at(AutomatonIndex(index), [edge.source]), system.sufficientGuard(of: edge)]).negated)
      }
    }
    return .all(parts)
  }
}
