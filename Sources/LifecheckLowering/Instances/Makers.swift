import LifecheckLanguage

/// The code that makes things, and the locals that are given only things made for them.
struct Makers {
  private let model: CheckedModel
  /// `new` stands in their body, or in that of a function that they call.
  private var functions: Set<FunctionID> = []
  /// Functions whose result is none, or was made by the call.
  private var returnNew: Set<FunctionID> = []
  /// Whatever these are given is none, or is made by what is evaluated for it: `var id = none; id = begin { … }`.
  private(set) var holdersOfNew: Set<LocalID> = []
  /// Declared with a plain value, with none, or with what is made for them: never with a thing that may be followed already.
  private(set) var declaredWithout: Set<LocalID> = []

  /// - Parameter bodies: All code.
  init(of model: CheckedModel, bodies: [Block]) {
    self.model = model
    let given = Given(in: bodies)
    let returned = model.functions.map { $0.body.map { returnedValues(of: $0) } ?? [] }
    var known = (-1, -1, -1)
    while known != (functions.count, returnNew.count, holdersOfNew.count) {
      known = (functions.count, returnNew.count, holdersOfNew.count)
      for (number, function) in model.functions.enumerated() {
        if let body = function.body, makes(body) { functions.insert(FunctionID(number)) }
        if !returned[number].isEmpty, returned[number].allSatisfy(isReturnedNew) { returnNew.insert(FunctionID(number)) }
      }
      holdersOfNew = Set(given.values.filter { $0.value.allSatisfy(isNew) }.keys)
    }
    declaredWithout = Set(given.declared.filter { $0.value.map { !$0.type.isReference || isNew($0) } ?? true }.keys)
  }

  /// Whether a thing may be made while the expression is evaluated.
  func makes(_ expression: Expression) -> Bool { finds { $0.walk(expression) } }

  private func makes(_ body: Block) -> Bool { finds { $0.walk(body) } }

  private func finds(_ visit: (ModelWalk) -> Void) -> Bool {
    var found = false
    // Things that a closure makes are made later.
    var walk = ModelWalk(entersClosures: false)
    walk.onExpression = { part in
      switch part.kind {
      case .new: found = true
      case .call(_, let function, _, _): found = found || functions.contains(function)
      default: break
      }
    }
    visit(walk)
    return found
  }

  private func isNew(_ value: Expression) -> Bool {
    switch value.kind {
    case .none, .new: true
    case .call(_, let function, _, _): returnNew.contains(function)
    default: false
    }
  }

  /// A local that nobody has captured is given what is made during the same call.
  private func isReturnedNew(_ value: Expression) -> Bool {
    if case .local(let local) = value.kind {
      !model.locals[local.index].isCaptured && holdersOfNew.contains(local)
    } else {
      isNew(value)
    }
  }

  private func returnedValues(of body: Block) -> [Expression] {
    var result: [Expression] = []
    var walk = ModelWalk(entersClosures: false)
    walk.onStatement = { if case .returns(let value?) = $0.kind { result.append(value) } }
    walk.walk(body)
    return result
  }
}

/// The values that declared locals are given, anywhere in the code. Parameters and loop variables are not among these locals.
private struct Given {
  private(set) var values: [LocalID: [Expression]] = [:]
  /// The value with which each is declared; nil: with none.
  private(set) var declared: [LocalID: Expression?] = [:]

  init(in bodies: [Block]) {
    var values: [LocalID: [Expression]] = [:]
    var declared: [LocalID: Expression?] = [:]
    var assigned: [(LocalID, Expression)] = []
    var walk = ModelWalk()
    walk.onStatement = { statement in
      switch statement.kind {
      case .declare(let local, let value):
        values[local, default: []] += [value].compactMap { $0 }
        declared.updateValue(value, forKey: local)
      case .assign(let target, let value): if case .local(let local) = target.kind { assigned.append((local, value)) }
      default: break
      }
    }
    for body in bodies { walk.walk(body) }
    for (local, value) in assigned where values[local] != nil { values[local]!.append(value) }
    self.values = values
    self.declared = declared
  }
}
