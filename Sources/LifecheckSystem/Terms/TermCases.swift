extension Term {
  /// Conditions of which one holds wherever this one does, and that hold nowhere else: those of its first alternatives, each with
  /// all the rest.
  package var cases: [Term] {
    switch self {
    case .or(let alternatives): return alternatives
    case .and(let parts):
      for (number, part) in parts.enumerated() {
        guard case .or(let alternatives) = part else { continue }
        return alternatives.map { .all(parts[..<number] + [$0] + parts[(number + 1)...]) }
      }
      return [self]
    default: return [self]
    }
  }
}
