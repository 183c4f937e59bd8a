import LifecheckDiagnostics

/// A network of timed automata with stopwatches over shared finite variables: what a spec means.
///
/// Time is dense. A run alternates delays and single edges; any number of edges may share an instant. During a delay of
/// `d`, every clock whose rate condition holds grows by `d`. A delay is allowed only if (1) no urgent edge is enabled
/// before it, unless d = 0, and (2) every invariant of a current location holds after it (invariants are upper bounds on
/// clocks, so they then hold throughout). Edges are otherwise never forced. Urgent edges are looked at where the delay
/// starts, so time alone must not enable one (`locationsWithLateUrgency`).
package struct TimedSystem: Hashable, Sendable {
  package var variables: [StateVariable] = []
  package var clocks: [Clock] = []
  package var parameters: [RigidParameter] = []
  /// In the fixed order in which the encoder lets them act within one step.
  package var automata: [Automaton] = []
  /// Holds in every initial state, besides the variables' initial values (constraints between rigid values).
  package var initial: Term = .true
  /// Runs that leave this are not considered (from `assume`); true when there are none.
  package var assumption: Term = .true
  package init() {}
}

/// A variable with values 0 ..< domain.
package struct StateVariable: Hashable, Sendable {
  /// As the user would name it, for example `upload.id`.
  package var name: String
  /// Its name in stories; nil: `name`.
  package var label: String?
  /// Number of values; 2 for Booleans.
  package var domain: Int
  /// How the values read in a story: `["false", "true"]`, `["none", "task 1"]`, case names.
  package var valueNames: [String]
  /// nil: any value.
  package var initial: Int?
  /// Never assigned: unknown, but fixed for the run.
  package var isRigid: Bool
  /// Machinery of the checker (queue order, monitors) that no story shows.
  package var isHidden: Bool
  package var origin: SourceRange?
  package init(
    name: String, label: String? = nil, domain: Int, valueNames: [String], initial: Int?, isRigid: Bool = false,
    isHidden: Bool = false, origin: SourceRange? = nil
  ) {
    self.name = name
    self.label = label
    self.domain = domain
    self.valueNames = valueNames
    self.initial = initial
    self.isRigid = isRigid
    self.isHidden = isHidden
    self.origin = origin
  }

  /// How a value reads in a story.
  package func nameOfValue(_ value: Int) -> String {
    valueNames.indices.contains(value) ? valueNames[value] : "\(value)"
  }
}

/// A real-valued clock, 0 at the start. It grows at rate 1 while `rate` holds, and stands still otherwise.
package struct Clock: Hashable, Sendable {
  package var name: String
  package var rate: Term
  /// While it stands still its value does not matter, and it is reset before it runs again.
  package var isDeadWhileStopped = false
  package init(name: String, rate: Term, isDeadWhileStopped: Bool = false) {
    self.name = name
    self.rate = rate
    self.isDeadWhileStopped = isDeadWhileStopped
  }
}

/// An unknown duration, fixed for the run.
package struct RigidParameter: Hashable, Sendable {
  package var name: String
  package var range: ClosedRange<Milliseconds>
  /// The value that a report assumes unless a violation needs another one.
  package var preferred: Milliseconds?
  package var origin: SourceRange?
  package init(name: String, range: ClosedRange<Milliseconds>, preferred: Milliseconds?, origin: SourceRange? = nil) {
    self.name = name
    self.range = range
    self.preferred = preferred
    self.origin = origin
  }
}

package struct Automaton: Hashable, Sendable {
  /// As a story names the actor: `didEnterBackground`, `async block, line 12`.
  package var name: String
  package var locations: [Location]
  package var initial: LocationIndex
  package var edges: [Edge]
  package init(name: String, locations: [Location], initial: LocationIndex, edges: [Edge]) {
    self.name = name
    self.locations = locations
    self.initial = initial
    self.edges = edges
  }
}

/// The cause for which code waits at a location, where a story tells it.
package enum Pause: Hashable, Sendable {
  /// For its turn on its executor.
  case turn
  /// For time to pass, or for a condition.
  case condition
  /// For a lock, named by the statement that takes it: `lock store`.
  case lock(String)
  /// For the end of work, named by what was called: `send`.
  case work(String)

  /// How a location of this kind is called.
  package var name: String {
    switch self {
    case .turn: "queued"
    case .condition: "waiting"
    case .lock(let lock): "waiting for `\(lock)`"
    case .work(let work): "`\(work)`"
    }
  }
}

package struct Location: Hashable, Sendable {
  package var name: String
  package var pause: Pause?
  /// Upper bounds that time may not pass while here, each while its condition holds. The condition mentions no clock.
  package var invariants: [Invariant]
  package var origin: SourceRange?
  package init(name: String, pause: Pause? = nil, invariants: [Invariant] = [], origin: SourceRange? = nil) {
    self.name = name
    self.pause = pause
    self.invariants = invariants
    self.origin = origin
  }
  package init(pause: Pause, invariants: [Invariant] = [], origin: SourceRange? = nil) {
    self.init(name: pause.name, pause: pause, invariants: invariants, origin: origin)
  }
}

/// `condition → clock ≤ bound`
package struct Invariant: Hashable, Sendable {
  package var condition: Term
  package var clock: ClockIndex
  package var bound: TimeBound
  package init(condition: Term = .true, clock: ClockIndex, bound: TimeBound) {
    self.condition = condition
    self.clock = clock
    self.bound = bound
  }
}

/// An indivisible step of one automaton: `body` runs in order, in no time, if all its assumptions hold.
package struct Edge: Hashable, Sendable {
  package var source: LocationIndex
  package var target: LocationIndex
  /// No time passes while this edge could be taken.
  package var isUrgent: Bool
  /// Domain size of each choice used in `body`.
  package var choices: [Int]
  package var body: [Action]
  /// The words of a story for the step as a whole; may be empty.
  package var label: EdgeLabel
  /// Numbers of the pieces of code that begin with it, as whoever made the system counts them.
  package var begins: [Int] = []
  package init(
    source: LocationIndex, target: LocationIndex, isUrgent: Bool, choices: [Int] = [], body: [Action],
    label: EdgeLabel
  ) {
    self.source = source
    self.target = target
    self.isUrgent = isUrgent
    self.choices = choices
    self.body = body
    self.label = label
  }
}

/// Where a step comes from, and how it reads.
package struct EdgeLabel: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    /// A phrase of the spec's or the platform's (`says`), or one made from the construct: "`send` fails".
    package var text: String
    package var origin: SourceRange
    /// How many of the body's actions come before those that the line is about.
    package var start: Int
    /// Where the value that is written now has been kept since an earlier step, which read for it.
    package var computed: VariableIndex?
    package init(text: String, origin: SourceRange, start: Int = 0, computed: VariableIndex? = nil) {
      self.text = text
      self.origin = origin
      self.start = start
      self.computed = computed
    }

    /// The same line about other actions, of which so many come before.
    package func starting(at start: Int) -> Line { Line(text: text, origin: origin, start: start, computed: computed) }
  }
  /// In the order of what happened; empty for bookkeeping that a story leaves out.
  package var lines: [Line]
  /// The step changes what the checker follows, and not the app: a story leaves that out too.
  package var isAboutFollowing: Bool
  package init(_ lines: [Line] = [], isAboutFollowing: Bool = false) {
    self.lines = lines
    self.isAboutFollowing = isAboutFollowing
  }
}

package struct Action: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The edge cannot be taken unless this holds here.
    case assume(Term)
    /// Where `condition` holds, the variable becomes the value. A value outside the domain must have been excluded by
    /// an assumption before: engines take the edge for impossible otherwise, which the audit refuses.
    case assign(VariableIndex, Term, condition: Term)
    /// Where `condition` holds, the automaton (another one than the edge's own) jumps to the location.
    case move(AutomatonIndex, LocationIndex, condition: Term)
    /// Where `condition` holds, the clock becomes 0.
    case reset(ClockIndex, condition: Term)
  }
  package var kind: Kind
  package var origin: SourceRange?
  package init(_ kind: Kind, origin: SourceRange? = nil) {
    self.kind = kind
    self.origin = origin
  }
}
