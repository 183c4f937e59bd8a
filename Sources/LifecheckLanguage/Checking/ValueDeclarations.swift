import LifecheckDiagnostics

// Constants, parameters, settings, variables, phases and definitions: named values, typed when first needed.

extension Checker {
  func collectValue(_ declaration: DeclarationKindSyntax, owner: KindID, documentation: String) {
    switch declaration {
    case .constant(let name, let value): collectConstant(name, value, owner, documentation)
    case .parameter(let names, let type, let initial):
      for name in names { collectParameter(name, type, initial, owner, documentation) }
    case .setting(let name, let type):
      newVariable(name, .durable, owner, documentation) { [unowned self] id in
        model.variables[id.index].isSetting = true
        return storableType(type, of: name)
      }
    case .variable(let syntax):
      for name in syntax.names { collectVariable(name, syntax, owner, documentation) }
    case .phases(let storage, let name, let cases, let initial):
      collectPhases(storage, name, cases, initial, owner, documentation)
    case .definition(let name, let value):
      model.definitions.append(
        Definition(
          name: name.text, owner: owner, type: .bool, value: Expression(.bool(false), .bool, value.range),
          range: name.range))
      let id = DefinitionID(model.definitions.count - 1)
      definitionStates.append(
        .pending { [unowned self] in
          guard let checked = inCode(of: owner, .factOfState, { self.value(value) }) else { return nil }
          model.definitions[id.index].value = checked
          model.definitions[id.index].type = checked.type
          return checked.type
        })
      add(.definition(id), named: name, to: owner)
    default: break
    }
  }

  /// - Parameter resolve: finds the type, and sets what else the variable needs.
  @discardableResult
  private func newVariable(
    _ name: NameSyntax, _ storage: Variable.Storage, _ owner: KindID, _ documentation: String,
    resolve: @escaping (VariableID) -> ValueType?
  ) -> VariableID {
    model.variables.append(
      Variable(
        name: name.text, owner: owner, storage: storage, type: .bool, initial: nil, range: name.range,
        documentation: documentation))
    let id = VariableID(model.variables.count - 1)
    variableStates.append(.pending { [unowned self] in inCode(of: owner, .fact) { resolve(id) } })
    add(.variable(id), named: name, to: owner)
    return id
  }

  private func collectConstant(_ name: NameSyntax, _ value: ExpressionSyntax, _ owner: KindID, _ documentation: String) {
    newVariable(name, .constant, owner, documentation) { [unowned self] id in
      let given = owner == model.platform && value.isBool ? givenSwitch(name.text) : nil
      guard let checked = given ?? bindingValue(name) ?? self.value(value) else { return nil }
      return setConstant(id, checked)
    }
  }

  /// Folds `value` into the constant, or says that it is none.
  private func setConstant(_ id: VariableID, _ value: Expression) -> ValueType? {
    guard let folded = folded(value) else {
      report(ValueProblem.notConstant(range: value.range))
      return nil
    }
    model.variables[id.index].initial = folded
    return folded.type
  }

  /// The value that `use … with name = value` gives, or `with name` for a feature of the platform.
  private func bindingValue(_ name: NameSyntax, expecting type: ValueType? = nil) -> Expression? {
    let isAskedFor = switchNames.contains(name.text) && program.features.contains { $0.text == name.text }
    if isAskedFor, name.range.file != program.units[0].file.id {
      return Expression(.bool(true), .bool, name.range)
    }
    guard let binding = bindings[name.text] else { return nil }
    return inCode(of: appOrPlatform, .fact) {
      type.map { value(binding.value, as: $0) } ?? value(binding.value)
    }
  }

  private func collectParameter(
    _ name: NameSyntax, _ type: TypeSyntax, _ initial: ExpressionSyntax?, _ owner: KindID, _ documentation: String
  ) {
    newVariable(name, .rigid, owner, documentation) { [unowned self] id in
      guard let resolved = parameterType(type, id) else { return nil }
      if let initial {
        model.variables[id.index].initial = value(initial, as: resolved, for: "`\(name.text)`").flatMap { preferred($0, id) }
      }
      if owner == model.platform, let given = givenParameter(name.text) { return narrow(id, of: resolved, to: given.value) }
      if let bound = bindingValue(name, expecting: resolved), let constant = folded(bound) {
        model.variables[id.index].storage = .constant
        model.variables[id.index].initial = constant
        model.variables[id.index].durationRange = nil
      }
      return resolved
    }
  }

  /// `5s...10s` gives a duration with a range; the rest are storable types.
  private func parameterType(_ type: TypeSyntax, _ id: VariableID) -> ValueType? {
    guard case .range(let syntax, _) = type, case .durationRange? = typeOfRange(syntax) else {
      return storableType(type, of: NameSyntax(model.variables[id.index].name, type.range))
    }
    guard let range = value(syntax, as: .durationRange), case .range(let low, let high) = range.kind else { return nil }
    guard let a = constant(low)?.duration, let b = constant(high)?.duration else {
      report(ValueProblem.notConstant(range: range.range))
      return nil
    }
    model.variables[id.index].durationRange = a...max(a, b)
    return .duration
  }

  /// A parameter's preferred value has to be constant and inside its range.
  private func preferred(_ value: Expression, _ id: VariableID) -> Expression? {
    guard let folded = folded(value) else {
      report(ValueProblem.notConstant(range: value.range))
      return nil
    }
    if let range = model.variables[id.index].durationRange, let duration = constant(folded)?.duration, !range.contains(duration) {
      report(
        ValueProblem.outOfRange(
          "`\(model.variables[id.index].name)`", type: "\(spell(range.lowerBound))...\(spell(range.upperBound))",
          value: spell(duration), range: value.range))
    }
    return folded
  }

  private func collectVariable(_ name: NameSyntax, _ syntax: VariableSyntax, _ owner: KindID, _ documentation: String) {
    let storage: Variable.Storage = syntax.isConstant ? .constant : Variable.Storage(syntax.storage)
    let id = newVariable(name, storage, owner, documentation) { [unowned self] id in
      let declaredType = syntax.type.flatMap { storableType($0, of: name) }
      if syntax.type != nil, declaredType == nil { return nil }
      if storage == .durable, let type = syntax.type, declaredType == .closure || declaredType == .job {
        report(TypeProblem.notDurable(name.text, isJob: declaredType == .job, range: type.range))
      }
      guard let initialSyntax = syntax.initial else {
        if declaredType == nil { report(UntypedProblem.noType(name.text, range: name.range)) }
        return declaredType
      }
      guard let initial = declaredType.map({ value(initialSyntax, as: $0, for: "`\(name.text)`") }) ?? value(initialSyntax) else {
        return declaredType
      }
      if syntax.isConstant { return setConstant(id, initial) }
      model.variables[id.index].initial = initial
      return declaredType ?? inferredStorableType(initial, of: name)
    }
    switch syntax.says {
    case .phrase(let phrase): model.variables[id.index].says = phrase.text
    case .nothing: model.variables[id.index].isTold = false
    case nil: break
    }
  }

  private func collectPhases(
    _ storage: StorageSyntax, _ name: NameSyntax, _ cases: [NameSyntax], _ initial: NameSyntax?, _ owner: KindID,
    _ documentation: String
  ) {
    let enumeration = newEnumeration(name, cases)
    let id = newVariable(name, Variable.Storage(storage), owner, documentation) { _ in .enumeration(enumeration) }
    for (index, item) in cases.enumerated() {
      if case .phaseCases(let others)? = members[owner.index][item.text]?.member {
        members[owner.index][item.text]?.member = .phaseCases(others + [(id, index)])
      } else {
        add(.phaseCases([(id, index)]), named: item, to: owner)
      }
    }
    var index = 0
    if let initial {
      if let found = cases.firstIndex(where: { $0.text == initial.text }) {
        names.use(initial.range, of: cases[found].range)
        index = found
      } else {
        report(
          NameProblem.unknownMember(
            initial.text, owner: "`\(name.text)`", known: cases.map(\.text), range: initial.range))
      }
    }
    model.variables[id.index].initial = Expression(
      .enumCase(enumeration, index), .enumeration(enumeration), initial?.range ?? name.range)
  }

  // MARK: Types when first needed

  func type(of id: VariableID) -> ValueType? {
    switch variableStates[id.index] {
    case .done(let type): return type
    case .running:
      reportCircle(model.variables[id.index].name, model.variables[id.index].range)
      return nil
    case .pending(let resolve):
      variableStates[id.index] = .running
      let type = resolve()
      variableStates[id.index] = .done(type)
      if let type { model.variables[id.index].type = type }
      return type
    }
  }

  func type(of id: DefinitionID) -> ValueType? {
    switch definitionStates[id.index] {
    case .done(let type): return type
    case .running:
      reportCircle(model.definitions[id.index].name, model.definitions[id.index].range)
      return nil
    case .pending(let resolve):
      definitionStates[id.index] = .running
      let type = resolve()
      definitionStates[id.index] = .done(type)
      return type
    }
  }

  private func reportCircle(_ name: String, _ range: SourceRange) {
    report(UntypedProblem.circular(name, range: range))
  }
}

extension Variable.Storage {
  init(_ storage: StorageSyntax) {
    switch storage {
    case .memory: self = .memory
    case .durable: self = .durable
    case .system: self = .system
    }
  }
}
