import LifecheckLanguage

/// The functions that some code or some condition calls, whoever's it is.
package func calledFunctions(of model: CheckedModel) -> Set<FunctionID> {
  var called: Set<FunctionID> = []
  var walk = ModelWalk()
  walk.onExpression = { if case .call(_, let function, _, _) = $0.kind { called.insert(function) } }
  let blocks = model.functions.compactMap(\.body) + model.handlers.map(\.body) + model.events.map(\.body)
  for block in blocks { walk.walk(block) }
  let conditions = model.events.compactMap(\.when) + model.definitions.map(\.value) + model.variables.compactMap(\.initial)
  for condition in conditions { walk.walk(condition) }
  return called
}
