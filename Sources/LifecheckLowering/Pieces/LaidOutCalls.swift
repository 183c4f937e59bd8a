import LifecheckDiagnostics
import LifecheckLanguage

/// The first code with so many calls that more than `most` statements are laid out again, which a single call of each function would
/// not need: as its author calls it, and where it stands; nil: there is none. Functions come before what calls them.
package func codeLaidOutTooOften(in model: CheckedModel, countingTo most: Int) -> (name: String, range: SourceRange)? {
  var calls = LaidOutCalls(model: model)
  let functions = model.functions.map { ($0.name, $0.range, $0.body) }
  let handlers = model.handlers.map { (model.callbacks[$0.callback.index].name, $0.range, Optional($0.body)) }
  let events = model.events.map { ($0.name, $0.range, Optional($0.body)) }
  return (functions + handlers + events).first { calls.repeated(by: $0.2) > most }.map { ($0.0, $0.1) }
}

private struct LaidOutCalls {
  private struct Code {
    var statements = 0
    var calls: [Int] = []

    init(_ body: Block?) {
      guard let body else { return }
      var (statements, calls) = (0, [Int]())
      var walk = ModelWalk()
      walk.onStatement = { _ in statements += 1 }
      walk.onExpression = { if case .call(_, let function, _, _) = $0.kind { calls.append(function.index) } }
      walk.walk(body)
      (self.statements, self.calls) = (statements, calls)
    }
  }
  /// By function.
  private let functions: [Code]
  /// By function, with what it calls; of those that are not in it, nothing is known yet.
  private var sizes: [Int: Int] = [:]
  /// Nothing is counted further: sums of sizes must stay numbers.
  private static let most = 1_000_000

  init(model: CheckedModel) { functions = model.functions.map { Code($0.body) } }

  /// How many statements are laid out for what the code calls, beyond those of each function once.
  mutating func repeated(by body: Block?) -> Int {
    let calls = Code(body).calls
    var (seen, pending, once) = (Set<Int>(), calls, 0)
    while let function = pending.popLast() {
      guard seen.insert(function).inserted else { continue }
      once += functions[function].statements
      pending += functions[function].calls
    }
    return added(by: calls) - once
  }

  private mutating func added(by calls: [Int]) -> Int { calls.reduce(0) { min($0 + size(of: $1), Self.most) } }

  private mutating func size(of function: Int) -> Int {
    if let size = sizes[function] { return size }
    // The checker has seen to it that no function calls itself; if it had not, nothing would go round here for ever.
    sizes[function] = 0
    let size = min(functions[function].statements + added(by: functions[function].calls), Self.most)
    sizes[function] = size
    return size
  }
}
