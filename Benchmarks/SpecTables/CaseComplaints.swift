/// The claims of cases that the checker does not bear out.
func brokenClaims(of cases: [Pair], patterns: [Pair], _ checked: [String: CheckedSpec]) -> [String] {
  let numbers = Set(patterns.compactMap(\.number))
  return cases.flatMap { pair -> [String] in
    let (before, after) = (pair.faulty.flatMap { checked[$0] }, pair.sound.flatMap { checked[$0] })
    let header = CaseHeader(before: before, after: after)
    return ([pattern(header, numbers), caught(before, after)] + leftOver(header.repair, after)).compactMap { $0 }
      .map { "\(casesFolder)/\(pair.name): \($0)" }
  }
}

private func pattern(_ header: CaseHeader, _ numbers: Set<Int>) -> String? {
  if let unknown = header.patterns.first(where: { !numbers.contains($0) }) { return "there is no pattern \(unknown)" }
  if header.family.map(isFamily) ?? false { return nil }
  return "before.lc names no pattern: write `// Pattern: 3`, or `// Pattern: none, ` and a family of CaseHeader.swift"
}

/// By what fails, or by an advice that the repair is free of. Other advice is true of many an app that works.
private func caught(_ before: CheckedSpec?, _ after: CheckedSpec?) -> String? {
  guard let before, !before.failures.isEmpty || !before.adviceMended(by: after).isEmpty else {
    return "before.lc is not caught by a rule or a property, nor by an advice that after.lc is free of"
  }
  return nil
}

private func leftOver(_ repair: Repair?, _ after: CheckedSpec?) -> [String?] {
  guard let after else { return ["there is no after.lc"] }
  switch repair {
  case nil:
    return ["after.lc does not say what the repair is worth: write `// Repair: ` and one of \(Repair.allCases.map(\.rawValue))"]
  case .right, .proposed:
    return after.failures.filter { !after.comment.contains($0.identifier ?? $0.title) }
      .map { "the repair is called right; say in the comment of after.lc why \($0.shownName) fails" }
  case .partial, .regress:
    return [after.answers.contains(where: \.isFailure) ? nil : "the repair is called \(repair!.rawValue), and nothing is left"]
  }
}
