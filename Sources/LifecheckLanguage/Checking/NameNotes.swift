import LifecheckDiagnostics

// The table of names is written where names are looked up, so that both always mean the same.

extension Checker {
  /// The member that the name means here, which is noted as used.
  func lookUp(_ name: NameSyntax) -> Found? {
    let found = find(name.text, name.range)
    if let found { noteUse(name, of: found.entry) }
    return found
  }

  /// The member of that name of a thing, which is noted as used.
  func lookUpMember(_ name: NameSyntax, of kind: KindID, base: Expression) -> Found? {
    let found = findMember(name.text, of: kind, base: base)
    if let found { noteUse(name, of: found.entry) }
    return found
  }

  /// `base` is declared by the name of the thing that it is in, under no name of its own.
  private func noteUse(_ name: NameSyntax, of entry: MemberEntry) {
    if case .instance(let id) = entry.member, model.instances[id.index].isBase { return }
    names.use(name.range, of: entry.range)
  }

  /// The number of the case, which is noted as used.
  func lookUpCase(_ name: NameSyntax, of id: EnumerationID) -> Int? {
    let enumeration = model.enumerations[id.index]
    guard let index = enumeration.cases.firstIndex(of: name.text) else { return nil }
    names.use(name.range, of: enumeration.caseRanges[index])
    return index
  }

  /// Notes the use of an app's or platform's own name.
  func noteUse(_ name: NameSyntax, of root: KindID) { names.use(name.range, of: kind(root).range) }

  /// `ios` of `use ios 17`, the features after its `with`, and the constants that `use "retry.lc" with attempts = 3` sets.
  func noteWordsOfUses() {
    for use in program.units.flatMap(\.syntax.uses) {
      use.features.forEach(noteFeature)
      switch use.target {
      case .platform(let name):
        if let platform = model.platform, name.text == kind(platform).name { noteUse(name, of: platform) }
      case .file:
        for binding in use.bindings {
          let roots = [model.app, model.platform].compactMap(\.self)
          guard let entry = roots.lazy.compactMap({ self.members[$0.index][binding.name.text] }).first else { continue }
          names.use(binding.name.range, of: entry.range)
        }
      }
    }
  }

  /// A parameter of the platform where it says what there is: `with scenes`.
  func noteFeature(_ feature: NameSyntax) {
    guard let platform = model.platform, let entry = members[platform.index][feature.text] else { return }
    names.use(feature.range, of: entry.range)
  }

  /// The conditions under which a declaration exists.
  func noteConditions(of declaration: DeclarationSyntax) {
    if let since = declaration.since, let platform = model.platform, since.platform.text == kind(platform).name {
      noteUse(since.platform, of: platform)
    }
    if let feature = declaration.feature { noteFeature(feature) }
  }

  /// A property is known by its title, a rule also by its `id`.
  func noteTitle(of property: PropertySyntax, _ documentation: String) {
    names.declare(property.title, as: .property, documentation: documentation)
    if let identifier = property.identifier { names.declare(identifier, as: .property, documentation: documentation) }
  }

  /// What an `allow` is about, by the rule's title or its `id`.
  func noteAllowances() {
    for item in declared {
      guard case .allowance(let rule) = item.item else { continue }
      let meant = declared.lazy.compactMap { other -> SourceRange? in
        guard case .property(let syntax) = other.item, syntax.role == .rule else { return nil }
        if syntax.title.text == rule.text { return syntax.title.range }
        return syntax.identifier.flatMap { $0.text == rule.text ? $0.range : nil }
      }
      if let place = meant.first { names.use(rule.range, of: place) }
    }
  }
}

extension Checker.Member {
  /// nil: it does not exist in this check.
  var role: NameTable.Role? {
    switch self {
    case .variable: .variable
    case .function: .function
    case .callback: .callback
    case .event: .event
    case .signal: .signal
    case .instance: .thing
    case .executor: .executor
    case .stopwatch: .stopwatch
    case .definition: .definition
    case .kind: .kind
    case .enumeration: .enumeration
    case .phaseCases: .enumCase
    case .unavailable, .broken: nil
    }
  }
}
