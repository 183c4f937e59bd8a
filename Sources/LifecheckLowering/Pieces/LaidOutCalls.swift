import LifecheckDiagnostics
import LifecheckLanguage

/// How many statements each function has with those of what it calls laid out in their place, as lowering does; more than `most` count
/// as one more than that. The checker has seen to it that no function calls itself.
package func laidOutStatements(of model: CheckedModel, countingTo most: Int) -> [Int] {
  var sizes = LaidOutSizes(model: model, most: most)
  return model.functions.indices.map { sizes.size(of: $0) }
}

private struct LaidOutSizes {
  let model: CheckedModel
  let most: Int
  /// By function; of those that are not in it, nothing is known yet.
  private var known: [Int: Int] = [:]

  init(model: CheckedModel, most: Int) { (self.model, self.most) = (model, most) }

  mutating func size(of function: Int) -> Int {
    if let size = known[function] { return size }
    // What is not well-founded after all is no reason to go round for ever.
    known[function] = 0
    var (statements, calls) = (0, [FunctionID]())
    var walk = ModelWalk()
    walk.onStatement = { _ in statements += 1 }
    walk.onExpression = { if case .call(_, let function, _, _) = $0.kind { calls.append(function) } }
    if let body = model.functions[function].body { walk.walk(body) }
    var total = statements
    for call in calls where total <= most { total += size(of: call.index) }
    known[function] = min(total, most + 1)
    return min(total, most + 1)
  }
}
