extension Expression {
  /// Whether it names the same thing whenever it is looked at, unlike `rows[i]`, `if isNew { first } else { second }`, or a call.
  var isFixedThing: Bool {
    switch kind {
    case .root, .selfInstance, .local: return true
    case .parameter(let base, _): return base.isFixedThing
    case .instance(let base, _, let index):
      guard let index else { return base.isFixedThing }
      if case .integer = index.kind { return base.isFixedThing }
      return false
    default: return false
    }
  }
}
