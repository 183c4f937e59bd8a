/// Specs that were not checked because nothing about them has changed.
struct SkippedSpecs: Sendable {
  /// As it was given: since when.
  let reference: String
  let specs: [String]
  /// Of all specs, with those that were checked.
  let count: Int

  private static let mostNamed = 5

  /// One line. Nobody is to take what was not checked for proved.
  var note: String? {
    if specs.isEmpty { return nil }
    let names = specs.prefix(Self.mostNamed).joined(separator: ", ")
    let more = specs.count > Self.mostNamed ? " and \(specs.count - Self.mostNamed) more" : ""
    let verb = specs.count == 1 ? "was" : "were"
    return
      "\(specs.count) of \(count) \(count == 1 ? "spec" : "specs") \(verb) not checked, being unchanged since \(reference): \(names)\(more)"
  }
}
