import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

/// Facts about a state variable that the timed system does not need.
struct VariableRole {
  var storage: LifecheckLanguage.Variable.Storage
  /// Refers to entries of this kind.
  var refersTo: KindID?
  /// The node that owns it, if any.
  var node: Int?
  /// The box pool whose entries it refers to.
  var boxPool: Int?
  /// It refers to the box that the code itself has declared.
  var isOfDeclaration = false
  /// The content of this entry of a box pool.
  var boxEntry: (pool: Int, entry: Int)?
  /// The thing of which a function is called: the function's own code goes on to see it when it is over.
  var isReceiver = false
  /// Holds a job.
  var isJob = false
  /// Which other variable must have which value for this one to count (closure tags and their captures).
  var countsWhile: Term = .true

  /// It refers to a thing, a box or a job, and so holds it.
  var isReferring: Bool { refersTo != nil || boxPool != nil || isJob }
}

/// The variables, clocks and parameters that the timed system will have. They only become more.
struct SystemTables {
  private(set) var variables: [StateVariable] = []
  /// By variable.
  private(set) var roles: [VariableRole] = []
  private(set) var clocks: [Clock] = []
  private(set) var parameters: [RigidParameter] = []

  mutating func add(_ variable: StateVariable, _ role: VariableRole) -> VariableIndex {
    variables.append(variable)
    roles.append(role)
    return VariableIndex(variables.count - 1)
  }

  /// A hidden Boolean of the checker's own.
  mutating func addFlag(
    _ name: String, storage: LifecheckLanguage.Variable.Storage = .system, isTrueAtFirst: Bool = false
  ) -> VariableIndex {
    add(
      StateVariable(
        name: name, domain: 2, valueNames: ["false", "true"], initial: isTrueAtFirst ? 1 : 0, isHidden: true),
      VariableRole(storage: storage))
  }

  mutating func noteReceiver(_ variable: VariableIndex) { roles[variable.index].isReceiver = true }

  mutating func add(_ clock: Clock) -> ClockIndex {
    clocks.append(clock)
    return ClockIndex(clocks.count - 1)
  }

  mutating func add(_ parameter: RigidParameter) -> ParameterIndex {
    parameters.append(parameter)
    return ParameterIndex(parameters.count - 1)
  }

  /// For a clock that was made before it could be said when it runs.
  mutating func setRate(_ rate: Term, of clock: ClockIndex) { clocks[clock.index].rate = rate }

  /// The least that a duration can be, whatever the parameters are.
  func least(_ bound: TimeBound) -> Milliseconds {
    bound.summands.reduce(bound.constant) { sum, part in
      let range = parameters[part.parameter.index].range
      return sum + part.factor * (part.factor > 0 ? range.lowerBound : range.upperBound)
    }
  }
}

/// Variables that every system has.
struct BuiltIns {
  let running: VariableIndex
  let frozen: VariableIndex
  /// Which fault there has been; 0: none.
  let fault: VariableIndex

  init(of model: CheckedModel, in tables: inout SystemTables) {
    func add(_ name: String, initial: Int) -> VariableIndex {
      tables.add(
        StateVariable(name: name, domain: 2, valueNames: ["no", "yes"], initial: initial), VariableRole(storage: .system))
    }
    // Without a platform there is nothing that could start the app, and nothing that could end it.
    running = add("the app runs", initial: model.platform == nil ? 1 : 0)
    frozen = add("the app is frozen", initial: 0)
    fault = tables.add(
      StateVariable(name: "fault", domain: 1, valueNames: [], initial: 0, isHidden: true), VariableRole(storage: .system))
  }
}
