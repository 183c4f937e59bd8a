import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// Blocks that wait for their executor have done nothing yet, and each does the same as the next. So how many wait behind those
// that are followed need not be known: when one of these ends, the next begins in its place, and there may be another behind it.
// A guard at the beginning of a block, or a block that never lets its executor go, so needs no more copies than run at once.

/// The further copies of a block that are posted, while all that are followed are under way.
struct WaitingCopies {
  /// Its flag is true from the first of them on, for good.
  let site: ExhaustionSite
  /// True while there is one, which is until a copy that is followed ends.
  let isSomeoneWaiting: VariableIndex
  /// The flags that the start of one sets.
  var flags: [VariableIndex] { [isSomeoneWaiting, site.flag] }
}

extension Lowerer {
  /// Nil where the next one is not like those before: it is given something, somebody keeps its job, or it does not wait.
  func makeWaitingCopies(
    _ shown: String, _ copies: [Int], isGivenNothing: Bool, executor: ExecutorKey?, at range: SourceRange
  ) -> WaitingCopies? {
    guard followed.areWaitingCopiesTold(of: range), isGivenNothing, let executor, isApp(executor), latency(of: executor) == nil,
      !processes[copies[0]].isSystem, processes[copies[0]].jobNumber == nil
    else { return nil }
    let waiting = WaitingCopies(
      site: ExhaustionSite(what: shown, bound: copies.count, origin: range, flag: makeFlag("once more of \(shown)")),
      isSomeoneWaiting: makeFlag("more of \(shown) wait", storage: .memory))
    for (number, copy) in zip(1..., copies) {
      processes[copy].next = NextCopy(
        isWaiting: waiting.isSomeoneWaiting, isUnordered: makeFlag("copy \(number) of \(shown) waits somewhere", storage: .memory)
      )
    }
    return waiting
  }

  /// One that begins while all that are followed have begun and are not over is a member of the crowd.
  func addBeginning(of crowd: Crowd, to system: inout TimedSystem) {
    guard let waiting = crowd.waiting else { return }
    let places = [LocationIndex(Process.idle), LocationIndex(Process.beginning)]
    let haveBegun = crowd.copies.map { Term.at(AutomatonIndex($0), places).negated }
    let isWaiting = Term.equal(.variable(waiting.isSomeoneWaiting), .true)
    var choices = [2]
    let isOneLeft = Term.equal(.choice(ChoiceIndex(0)), .true)
    let left = leaveBehind(crowd, isOneLeft: isOneLeft, choices: &choices)
    let edge = Edge(
      source: LocationIndex(0), target: LocationIndex(0), isUrgent: false, choices: choices,
      body: [
        Action(.assume(.all([isWaiting] + haveBegun))),
        Action(.assign(waiting.isSomeoneWaiting, isOneLeft, condition: .true)),
      ] + left + crowd.flags.map { Action(.assign($0, .true, condition: .true)) },
      label: EdgeLabel())
    system.automata.append(
      Automaton(
        name: "more of \(crowd.site.what)", locations: [Location(name: "any", origin: crowd.site.origin)],
        initial: LocationIndex(0), edges: [edge]))
  }
}

/// The successor of a followed copy of a block: when the copy ends, it goes on as the next of those that wait, if there is one.
struct NextCopy {
  let isWaiting: VariableIndex
  /// True while it waits as one of these: nobody knows who was posted before it, and who behind.
  let isUnordered: VariableIndex
}

extension Flow {
  /// Ends the activation; the next one begins if somebody waits for that.
  func finish() {
    guard let place = cursor else { return }
    if let next = currentProcess.next {
      goOn(as: next)
      cursor = place
      lowerer.emit(.assume(.equal(.variable(next.isWaiting), .false)))
    }
    commit(to: Process.idle, mobility: .local)
    cursor = nil
  }

  private func goOn(as next: NextCopy) {
    lowerer.emit(.assume(.equal(.variable(next.isWaiting), .true)))
    lowerer.emit(.assign(next.isWaiting, lowerer.choice(2), condition: .true))
    lowerer.emit(.assign(next.isUnordered, .true, condition: .true))
    lowerer.unit.items.append(.endOf(process: process))
    commit(to: Process.beginning, mobility: .visible)
  }
}
