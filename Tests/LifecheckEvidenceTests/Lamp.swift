import LifecheckEncoding
import LifecheckEngines
import LifecheckEvidence
import LifecheckReports
import LifecheckSystem
import Testing

enum Lamp {
  /// A lamp that is lit for as long as its timer allows, and may be broken from the start.
  static var system: TimedSystem {
    var system = TimedSystem()
    system.variables = [
      StateVariable(name: "broken", domain: 2, valueNames: ["false", "true"], initial: nil, isRigid: true),
      StateVariable(name: "colour", domain: 3, valueNames: ["none", "red", "green"], initial: 0),
    ]
    system.parameters = [RigidParameter(name: "patience", range: 1_000...3_000, preferred: nil)]
    system.clocks = [Clock(name: "lit for", rate: .at(AutomatonIndex(0), [LocationIndex(1)]))]
    let patience = TimeBound(0, [.init(parameter: ParameterIndex(0), factor: 1)])
    let on = [
      Action(.assume(.equal(.variable(VariableIndex(0)), .false))), Action(.reset(ClockIndex(0), condition: .true)),
      Action(.assign(VariableIndex(1), .add(.choice(ChoiceIndex(0)), .constant(1)), condition: .true)),
    ]
    let off = [Action(.assign(VariableIndex(1), .constant(0), condition: .true))]
    system.automata = [
      Automaton(
        name: "lamp",
        locations: [
          Location(name: "off"), Location(name: "lit", invariants: [Invariant(clock: ClockIndex(0), bound: patience)]),
        ],
        initial: LocationIndex(0),
        edges: [
          Edge(source: LocationIndex(0), target: LocationIndex(1), isUrgent: false, choices: [2], body: on, label: EdgeLabel()),
          Edge(source: LocationIndex(1), target: LocationIndex(0), isUrgent: false, body: off, label: EdgeLabel()),
        ])
    ]
    return system
  }

  /// A broken lamp is lit, which never happens.
  static let goal = Term.all([.equal(.variable(VariableIndex(0)), .true), .at(AutomatonIndex(0), [LocationIndex(1)])])
  /// The lamp is lit, which happens.
  static let reachedGoal = Term.at(AutomatonIndex(0), [LocationIndex(1)])

  /// "A broken lamp is off", or that `goal` is never reached, claimed with `claim`.
  static func proof(claim: Term, k: Int, goal: Term = goal) -> Proof {
    var encoded = encode(system)
    let formulas = (encoded.formula(goal), encoded.formula(claim))
    let certificate = Certificate(encoded: encoded, goal: formulas.0, claim: formulas.1, k: k, engine: .kInduction)
    return Proof(system: system, parts: [.init(goal: .init(what: "a broken lamp is lit", term: goal), certificate: certificate)])
  }

  static let subject = CertificateSubject(
    specPath: "lamp.lc", platform: nil, platformParameters: [], title: "a broken lamp is never lit", identifier: nil,
    place: "lamp.lc:1", sentence: "", verdict: "proved")

  static let claim = Term.any([.equal(.variable(VariableIndex(0)), .false), .at(AutomatonIndex(0), [LocationIndex(0)])])

  static func text(_ claim: Term, k: Int, goal: Term = goal, timeLeft: Duration? = nil) throws -> String {
    let writer = CertificateText(subject, places: Places(files: []))
    return try #require(try writer.text(of: proof(claim: claim, k: k, goal: goal)) { timeLeft })
  }

  /// Whether the file is taken for a proof that the lamp never reaches the goal.
  static func isAccepted(_ text: String, goal: Term = goal) throws -> Bool {
    guard let form = try? CertificateForm(text) else { return false }
    let isAbout = form.isAbout(system, [proof(claim: .true, k: 1, goal: goal).parts[0].goal], places: Places(files: []))
    return try isAbout && form.check(patience: .seconds(60)) == .holds
  }
}
