import LifecheckLanguage

extension Lowerer {
  /// Whether code of the platform starts the app's process, itself or in what it calls in line. Only such code has anything to do on a
  /// thread of the app's while there is no process.
  func startsProcess(_ block: Block) -> Bool {
    var starts = ProcessStarts(model: model)
    return starts.happens(in: block)
  }
}

private struct ProcessStarts {
  let model: CheckedModel
  private var functions: Set<FunctionID> = []

  init(model: CheckedModel) { self.model = model }

  mutating func happens(in block: Block) -> Bool {
    var isFound = false
    var called: [FunctionID] = []
    // Code that it starts beside itself is no part of it.
    var walk = ModelWalk(entersClosures: false)
    walk.onStatement = { if case .start = $0.kind { isFound = true } }
    walk.onExpression = { if case .call(_, let function, _, _) = $0.kind { called.append(function) } }
    walk.walk(block)
    return isFound || called.contains { happens(in: $0) }
  }

  private mutating func happens(in function: FunctionID) -> Bool {
    guard let body = model.functions[function.index].body, functions.insert(function).inserted else { return false }
    return happens(in: body)
  }
}
