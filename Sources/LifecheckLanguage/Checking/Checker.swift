import LifecheckDiagnostics

/// A problem with a spec, as facts; each check keeps its own list of them beside it, with the words.
protocol Problem {
  var diagnostic: Diagnostic { get }
}

/// The working state of one check. Its parts are extensions, one file each, in the order in which they run:
/// declarations, types and signatures, bodies, properties, and what concerns the whole program.
final class Checker {
  let program: LoadedProgram
  var model = CheckedModel()
  var diagnostics: [Diagnostic] = []
  var names = NameTable()
  /// Of the declaration that is being collected.
  var documentationAtHand = ""

  /// By kind: its members by name.
  var members: [[String: MemberEntry]] = []
  /// Every declaration with the ids that it got, in order.
  var declared: [DeclaredItem] = []
  /// For instances with members of their own: the plain instance inside.
  var baseInstances: [KindID: InstanceID] = [:]
  /// The kinds with a pool that do not say while what one is there.
  var saysNotWhileWhat: Set<KindID> = []
  /// Values given by `use … with`, by name.
  var bindings: [String: UseSyntax.Binding] = [:]

  var variableStates: [LazyState] = []
  var definitionStates: [LazyState] = []
  /// Of those that have been asked for: definitions that use each other twice would be folded over and over.
  var definitionConstants: [DefinitionID: Constant?] = [:]
  /// Static values a kind's code sees as locals.
  var kindBindings: [KindID: [String: LocalBinding]] = [:]

  /// The label that a caller writes before the colon, where that is not the parameter's name.
  var labels: [LocalID: NameSyntax] = [:]
  /// Where the parameters of functions come from that a call may leave out: the callbacks' own.
  var sources: [LocalID: [HandedParameter]] = [:]

  /// Names that have been thrown or declared as failures, and those caught, with their places.
  var thrownNames: Set<String> = []
  var caughtNames: [NameSyntax] = []
  /// Names after `dies` in sentences and in `on dies`.
  var namedDeaths: [NameSyntax] = []
  /// Calls with an `await`, of functions that do not say `async`.
  var awaitedCalls: [(callee: FunctionID, range: SourceRange)] = []
  /// The variable of the `for each` at hand, and the kinds that it goes through.
  var forEachScope: (name: String, kinds: [KindID])?
  /// How many names of the spec the property at hand has used.
  var namesUsed = 0
  /// Advice on what is written here, by the name that real code on the platform has for it.
  var namesElsewhere: [String: String] = [:]
  /// Of the locals whose first value is being checked, the innermost last.
  var namesBegun: [String] = []

  /// The code at hand.
  var code = CodeContext(owner: KindID(0), frames: [[:]])

  init(_ program: LoadedProgram) {
    self.program = program
  }

  func run() {
    model.files = program.files
    model.platformName = program.platformName
    model.versions = program.version.map { $0...$0 }
    collectDeclarations()
    checkSignatures()
    checkBodies()
    checkProperties()
    checkWholeProgram()
  }

  func report(_ problem: some Problem) { diagnostics.append(problem.diagnostic) }

  /// A member's name, with the place where it was declared.
  struct MemberEntry {
    var member: Member
    var range: SourceRange
  }

  enum Member {
    case variable(VariableID)
    case function(FunctionID)
    case callback(CallbackID)
    case event(EventID)
    case signal(SignalID)
    case instance(InstanceID)
    case executor(ExecutorID)
    case stopwatch(StopwatchID)
    case definition(DefinitionID)
    case kind(KindID)
    case enumeration(EnumerationID)
    /// The cases of that name of the `phases` of one kind.
    case phaseCases([(variable: VariableID, index: Int)])
    /// `since ios 13`, checked below 13, or `with scenes`, which the spec did not ask for.
    case unavailable(ExistenceCondition)
    /// Declared, but not understood: silent wherever it is used.
    case broken
  }

  /// A type that is found when first needed.
  enum LazyState {
    case pending(() -> ValueType?)
    case running
    case done(ValueType?)
  }

  // MARK: Facts about the model

  func kind(_ id: KindID) -> Kind { model.kinds[id.index] }

  var appOrPlatform: KindID { model.app ?? model.platform ?? KindID(0) }

  func isPlatformCode(_ owner: KindID) -> Bool { kind(owner).isPlatformCode }

  /// The thing that names of `kind`'s own belong to in its code.
  func selfExpression(_ kind: KindID, _ range: SourceRange) -> Expression {
    Expression(self.kind(kind).isRoot ? .root(kind) : .selfInstance, .instance(kind), range)
  }

  func newLocal(_ name: String, _ type: ValueType, _ range: SourceRange) -> LocalID {
    model.locals.append(Local(name: name, type: type, range: range))
    return LocalID(model.locals.count - 1)
  }

  /// How many instances and pool entries of `kind` there can be.
  func population(of kind: KindID) -> Int {
    guard !self.kind(kind).isRoot else { return 1 }
    return model.instances.filter { $0.kind == kind }.reduce(entries(of: self.kind(kind))) {
      min(mostNumbers, $0 + $1.count * population(of: $1.owner))
    }
  }

  private func entries(of kind: Kind) -> Int {
    guard let size = kind.pool, !kind.poolPer.isEmpty else { return kind.pool ?? 0 }
    return min(mostNumbers, size * max(1, kind.poolPer.map(population).reduce(0, +)))
  }
}
