import LifecheckLanguage
import LifecheckLowering
import Testing

/// The timed system of a spec that uses nothing.
func lowered(_ text: String, following: Following = .one) throws -> LoweredModel {
  let outcome = LifecheckLanguage.check(path: "a.lc", text: Array(text.utf8), loader: .nothing, version: nil)
  #expect(outcome.diagnostics.map(\.message) == [])
  return try lower(#require(outcome.model), following: following)
}

extension SourceLoader {
  fileprivate static let nothing = SourceLoader(shipped: { _ in nil }, platformNames: [], file: { _, _ in .failure(.notFound) })
}
