extension Sequence<Diagnostic> {
  /// By file and position, each message once; the order does not depend on who found what first.
  package func inReadingOrder() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return filter { seen.insert($0).inserted }.sorted { isBefore($0, $1) }
  }
}

private func isBefore(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
  if a.range.file != b.range.file { return a.range.file < b.range.file }
  if a.range.start != b.range.start { return a.range.start < b.range.start }
  if a.range.end != b.range.end { return a.range.end < b.range.end }
  if a.code != b.code { return a.code < b.code }
  return a.message < b.message
}
