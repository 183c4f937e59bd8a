import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// Copies that had been asked to stop, and were given up in the middle of work to follow the next one instead (`UnnoticedPlaces`).
///
/// Until they would have had their turn they may still be at work, and whoever asks whether the app is gets an open answer.
struct GivenUpAtWork {
  /// Its flag is true from the first of them on, for good.
  let site: ExhaustionSite
  let isSomeoneLeft: VariableIndex
  /// The flags that are set as one is given up.
  var flags: [VariableIndex] { [isSomeoneLeft, site.flag] }
}

extension Lowerer {
  /// Whether work can be given up where a cancel is the only way on: nobody reacts to its being over.
  var givesUpAtWork: Bool {
    let asked = [Macro.working, .halfway].compactMap { macros.variable(for: $0) }
    return !observers.becoming.contains { hook in asked.contains { hook.fact.reads($0) } }
  }

  /// Nil where nobody gives up work, or can be asked to stop.
  func makeGivenUpAtWork(_ shown: String, _ copies: [Int], at range: SourceRange) -> GivenUpAtWork? {
    guard givesUpAtWork, processes[copies[0]].cancelFlag != nil else { return nil }
    return GivenUpAtWork(
      site: ExhaustionSite(
        what: shown, bound: copies.count, origin: range, flag: makeFlag("once \(shown) was given up at work")),
      isSomeoneLeft: makeFlag("\(shown) is given up at work", storage: .memory))
  }

  var someoneIsGivenUpAtWork: Term {
    .any(crowds.compactMap(\.givenUp).map { .equal(.variable($0.isSomeoneLeft), .true) })
  }

  /// Where nobody asks whether the app is at work, it does not matter.
  var sitesOfGivenUp: [ExhaustionSite] { isAskedForWork ? crowds.compactMap(\.givenUp?.site) : [] }

  private var isAskedForWork: Bool { macros.mentions(.working) || macros.mentions(.halfway) }

  /// They leave as they would have done: at once, unless they stand still, or wait behind others.
  func addLeaving(of crowd: Crowd, to system: inout TimedSystem, _ meanings: Meanings) throws {
    guard isAskedForWork, let givenUp = crowd.givenUp else { return }
    let isLeft = Term.equal(.variable(givenUp.isSomeoneLeft), .true)
    let queues = processes[crowd.copies[0]].locations.compactMap(\.queuedOn).withoutRepetitions
    let areFree = try queues.map { try isFree($0, meanings) }
    let edge = Edge(
      source: LocationIndex(0), target: LocationIndex(0), isUrgent: true,
      body: [
        Action(.assume(.all([isLeft, .equal(.variable(frozen), .false)] + areFree))),
        Action(.assign(givenUp.isSomeoneLeft, .false, condition: .true)),
      ], label: EdgeLabel())
    system.automata.append(
      Automaton(
        name: "\(givenUp.site.what) that is given up", locations: [Location(name: "any", origin: crowd.site.origin)],
        initial: LocationIndex(0), edges: [edge]))
  }
}
