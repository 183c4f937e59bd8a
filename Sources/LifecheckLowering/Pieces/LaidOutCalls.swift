import LifecheckDiagnostics
import LifecheckLanguage

/// Code that is laid out with all that it calls in the place of each call.
package struct LaidOutCode {
  /// As its author calls it: `f`, `didEnterBackground`.
  package let name: String
  package let range: SourceRange
  /// The statements of all that it calls, counted for each call.
  package let added: Int
}

/// The first code that gets more than so many statements by its calls; nil: none does. Functions come before what calls them.
package func codeLaidOutTooOften(in model: CheckedModel, countingTo most: Int) -> LaidOutCode? {
  var sizes = LaidOutSizes(model: model, most: most)
  let functions = model.functions.map { ($0.name, $0.range, $0.body) }
  let handlers = model.handlers.map { (model.callbacks[$0.callback.index].name, $0.range, Optional($0.body)) }
  let events = model.events.map { ($0.name, $0.range, Optional($0.body)) }
  for (name, range, body) in functions + handlers + events {
    let added = sizes.added(to: body)
    if added > most { return LaidOutCode(name: name, range: range, added: added) }
  }
  return nil
}

private struct LaidOutSizes {
  let model: CheckedModel
  let most: Int
  /// By function, with its own statements; of those that are not in it, nothing is known yet.
  private var known: [Int: Int] = [:]

  init(model: CheckedModel, most: Int) { (self.model, self.most) = (model, most) }

  mutating func added(to body: Block?) -> Int {
    var calls: [FunctionID] = []
    var walk = ModelWalk()
    walk.onExpression = { if case .call(_, let function, _, _) = $0.kind { calls.append(function) } }
    if let body { walk.walk(body) }
    var total = 0
    for call in calls where total <= most { total += size(of: call.index) }
    return min(total, most + 1)
  }

  private mutating func size(of function: Int) -> Int {
    if let size = known[function] { return size }
    // The checker has seen to it that no function calls itself; if it had not, nothing would go round here for ever.
    known[function] = 0
    let body = model.functions[function].body
    var statements = 0
    var walk = ModelWalk()
    walk.onStatement = { _ in statements += 1 }
    if let body { walk.walk(body) }
    let size = statements + added(to: body)
    known[function] = size
    return size
  }
}
