import LifecheckDiagnostics

// Things that are declared by name, of a kind that may be declared later.

extension Checker {
  func collectInstance(_ syntax: InstanceSyntax, owner: KindID, _ documentation: String) {
    model.instances.append(
      Instance(
        name: syntax.name.text, owner: owner, kind: owner, count: 1, isArray: syntax.count != nil, arguments: [],
        range: syntax.name.range))
    let id = InstanceID(model.instances.count - 1)
    add(.instance(id), named: syntax.name, to: owner)
    var extended: KindID?
    if !syntax.members.isEmpty {
      extended = collectExtended(syntax, owner: owner, documentation)
    }
    declared.append(
      DeclaredItem(
        owner: owner, item: .instance(id, extended: extended, syntax), documentation: documentation))
  }

  /// `scene editor { … }`: a kind `editor` with the members, and a plain `scene` called `base` inside.
  private func collectExtended(_ syntax: InstanceSyntax, owner: KindID, _ documentation: String) -> KindID {
    let root = kind(owner).isRoot ? owner : kind(owner).parent ?? owner
    let id = newKind(
      syntax.name.text, syntax.name.range, documentation, isRoot: false, isPlatformCode: isPlatformCode(owner),
      parent: root)
    model.instances.append(
      Instance(
        name: "base", owner: id, kind: id, count: 1, isArray: false, arguments: [], range: syntax.name.range,
        isBase: true))
    let base = InstanceID(model.instances.count - 1)
    baseInstances[id] = base
    members[id.index]["base"] = MemberEntry(member: .instance(base), range: syntax.name.range)
    for member in syntax.members { collect(member, owner: id) }
    return id
  }

  /// Instances are declared with a kind's name; now that all kinds have names, find it.
  func resolveInstanceKinds() {
    for item in declared {
      guard case .instance(let id, let extended, let syntax) = item.item else { continue }
      guard let found = inCode(of: item.owner, .code, { knownKind(syntax.kind) }) else {
        members[item.owner.index][syntax.name.text]?.member = .broken
        if let extended {
          baseInstances[extended] = nil
          members[extended.index]["base"]?.member = .broken
        }
        continue
      }
      if let extended, let base = baseInstances[extended] {
        model.instances[base.index].kind = found
        model.instances[id.index].kind = extended
      } else {
        model.instances[id.index].kind = found
      }
    }
  }

  /// A thing that contains one of its own kind would contain things without end.
  func breakEndlessInstances() {
    for index in model.instances.indices {
      let instance = model.instances[index]
      guard !isBroken(instance), instance.kind == instance.owner || contains(instance.kind, instance.owner) else { continue }
      report(DeclarationProblem.endless(instance.name, kind: kind(instance.kind).name, range: instance.range))
      members[instance.owner.index][instance.name]?.member = .broken
      // Of no kind that can be counted again.
      model.instances[index].kind = kind(instance.owner).parent ?? instance.owner
    }
  }

  /// Whether instances of `outer` have, somewhere inside, one of `inner`.
  private func contains(_ outer: KindID, _ inner: KindID) -> Bool {
    var seen: Set<KindID> = [outer]
    var open = [outer]
    while let next = open.popLast() {
      for instance in model.instances where instance.owner == next && !isBroken(instance) {
        if seen.insert(instance.kind).inserted { open.append(instance.kind) }
      }
    }
    return outer != inner && seen.contains(inner)
  }

  /// It has been reported that it cannot be what it is declared to be.
  func isBroken(_ instance: Instance) -> Bool {
    if case .broken? = members[instance.owner.index][instance.name]?.member { true } else { false }
  }
}
