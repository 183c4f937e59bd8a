import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering

// Facts are laid out with each `def` that they use written out in its place. Forty that each use the one before twice are a
// thousand bytes of spec and a million million parts: refused where they stand, before anybody begins to write.

/// Larger facts take longer than any limit allows.
private let mostParts = 4_000_000
/// What is called is laid out for each call, too, and what calls so much takes longer than anybody waits.
private let mostStatements = 2_000

/// Lays out the meaning of the model.
/// - Throws: A `Diagnostic` where something is too large to be laid out.
func lowerUnlessTooLarge(_ model: CheckedModel, following: Following = .several) throws -> LoweredModel {
  var sizes = WrittenOutSizes(model: model)
  if let large = model.definitions.indices.first(where: { sizes.size(of: $0) > mostParts }) {
    throw refusal(of: model.definitions[large])
  }
  if let large = codeLaidOutTooOften(in: model, countingTo: mostStatements) { throw refusal(of: large) }
  return try lower(model, following: following)
}

private func refusal(of code: (name: String, range: SourceRange)) -> Diagnostic {
  Diagnostic(
    .error, "too-large", "`\(code.name)` calls the same so often that more than \(mostStatements) statements are laid out again",
    at: code.range, help: "leave calls out: a function that calls another one twice has its statements twice")
}

private func refusal(of definition: Definition) -> Diagnostic {
  Diagnostic(
    .error, "too-large", "`\(definition.name)` has more than \(mostParts) parts when all that it uses is written out",
    at: definition.range,
    help: "it uses another `def` several times, which does the same: keep what they say in a variable, or use fewer of them")
}

private struct WrittenOutSizes {
  let model: CheckedModel
  /// nil: not known yet.
  private var known: [Int?]

  init(model: CheckedModel) {
    self.model = model
    known = Array(repeating: nil, count: model.definitions.count)
  }

  /// The checker has seen to it that no definition uses itself.
  mutating func size(of definition: Int) -> Int {
    if let size = known[definition] { return size }
    let size = size(of: model.definitions[definition].value)
    known[definition] = size
    return size
  }

  private mutating func size(of expression: Expression) -> Int {
    var total = 1
    if case .definition(_, let id) = expression.kind { total += size(of: id.index) }
    for child in expression.children {
      total = min(total + size(of: child), mostParts + 1)
    }
    return min(total, mostParts + 1)
  }
}
