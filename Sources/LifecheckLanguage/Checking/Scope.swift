import LifecheckDiagnostics

/// The meaning of a local name, and how it was declared.
struct LocalBinding {
  enum Role { case variable, constant, parameter, loop }
  enum Meaning {
    case local(LocalID)
    /// A static value under a name: it is put in place of the name.
    case value(Expression)
    /// Its declaration was not understood.
    case unknown
  }
  var meaning: Meaning
  var role: Role
  /// How many closures surround its declaration.
  var closureDepth: Int
  var range: SourceRange
}

/// The context of the code that the checker is in.
struct CodeContext {
  /// Where an uncaught failure goes.
  enum FailureBoundary: Equatable {
    /// Nowhere: a handler, an event, a closure.
    case none
    case function(name: String, declared: [String]?)
    /// An async block, which ends.
    case job
  }
  struct CatchFrame {
    var names: Set<String>
    var catchesAll: Bool
  }
  /// Facts call nothing and change nothing. What is asked of the state again and again, as by a sentence, a definition or `wait until`,
  /// chooses nothing either; the `when` of an event may.
  enum Purpose { case code, fact, factOfState }

  var owner: KindID
  /// Innermost last.
  var frames: [[String: LocalBinding]]
  var purpose = Purpose.code
  var closureDepth = 0
  /// In a branch that this version never takes: names are checked, availability is not.
  var isDead = false
  var isAtomic = false
  var result = ValueType.void
  var boundary = FailureBoundary.none
  var catches: [CatchFrame] = []
  /// The handler around this code.
  var handling: HandledCall?
}

extension Checker {
  /// A member together with what it is a member of.
  struct Found {
    let entry: MemberEntry
    let base: Expression
  }

  /// Runs `body` in the code of `owner`, and returns to the code at hand.
  func inCode<T>(of owner: KindID, _ purpose: CodeContext.Purpose = .code, _ body: () -> T) -> T {
    let saved = code
    defer { code = saved }
    code = CodeContext(owner: owner, frames: [kindBindings[owner] ?? [:], [:]])
    code.purpose = purpose
    return body()
  }

  /// Runs `body` with the context changed by `change`, and changes it back.
  func with<T>(_ change: (inout CodeContext) -> Void, _ body: () -> T) -> T {
    let saved = code
    defer { code = saved }
    change(&code)
    return body()
  }

  func inFrame<T>(_ body: () -> T) -> T { with({ $0.frames.append([:]) }, body) }

  func bind(_ name: NameSyntax, _ meaning: LocalBinding.Meaning, _ role: LocalBinding.Role) {
    names.declare(name, as: role == .parameter ? .parameter : .local)
    code.frames[code.frames.count - 1][name.text] = LocalBinding(
      meaning: meaning, role: role, closureDepth: code.closureDepth, range: name.range)
  }

  func declareLocal(_ name: NameSyntax, _ type: ValueType, _ role: LocalBinding.Role) -> LocalID {
    let id = newLocal(name.text, type, name.range)
    bind(name, .local(id), role)
    return id
  }

  func localBinding(_ name: String) -> LocalBinding? {
    for frame in code.frames.reversed() {
      if let binding = frame[name] { return binding }
    }
    return nil
  }

  /// Where names are looked up after the locals, nearest first.
  private func searchPath(_ range: SourceRange) -> [(kind: KindID, base: Expression)] {
    var kinds = [code.owner]
    if let app = model.app, !isPlatformCode(code.owner), app != code.owner { kinds.append(app) }
    if let platform = model.platform, platform != code.owner { kinds.append(platform) }
    return kinds.map { ($0, selfOrRoot($0, range)) }
  }

  private func selfOrRoot(_ kind: KindID, _ range: SourceRange) -> Expression {
    kind == code.owner ? selfExpression(kind, range) : Expression(.root(kind), .instance(kind), range)
  }

  /// The member `name` that code at this place sees.
  func find(_ name: String, _ range: SourceRange) -> Found? {
    for (kind, base) in searchPath(range) {
      if let found = findMember(name, of: kind, base: base) { return found }
    }
    return nil
  }

  /// The member `name` of `kind`, or of the plain instance inside.
  func findMember(_ name: String, of kind: KindID, base: Expression) -> Found? {
    if let entry = members[kind.index][name] { return Found(entry: entry, base: base) }
    guard let inner = baseInstances[kind] else { return nil }
    let innerKind = model.instances[inner.index].kind
    guard let entry = members[innerKind.index][name] else { return nil }
    return Found(
      entry: entry, base: Expression(.instance(base: base, inner, index: nil), .instance(innerKind), base.range))
  }

  /// Every name that could stand here, for "did you mean".
  func namesInScope() -> [String] {
    var names = Set(code.frames.flatMap(\.keys))
    for (kind, _) in searchPath(kind(code.owner).range) { names.formUnion(memberNames(of: kind)) }
    names.formUnion(builtInFacts)
    return names.sorted()
  }

  func memberNames(of kind: KindID) -> [String] {
    var names = Set(members[kind.index].keys)
    if let inner = baseInstances[kind] { names.formUnion(members[model.instances[inner.index].kind.index].keys) }
    return names.sorted()
  }

  /// The kind of that name, seen from the code at hand; nil when a problem was reported.
  func knownKind(_ name: NameSyntax) -> KindID? {
    switch lookUp(name)?.entry.member {
    case .kind(let id): return id
    case .broken: return nil
    case .unavailable(let condition): reportUnavailable(name.text, condition, name.range)
    default:
      let known = model.kinds.filter { !$0.isRoot && $0.range != name.range }.map(\.name)
      report(DeclarationProblem.unknownKind(name.text, elsewhere: namesElsewhere[name.text], known: known, range: name.range))
    }
    return nil
  }
}

let builtInFacts = ["frozen", "running", "working", "halfway", "atRest"]
