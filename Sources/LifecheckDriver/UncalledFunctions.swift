import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering

/// Of each function of the spec itself that nothing calls: its author believes that it does something. Often it has the name of a
/// callback, which Swift declares as a method, and a spec answers by `on`. One that a sentence speaks of is told of there
/// (`uncalledSubjects`). A file without an app, in which nothing begins by itself, is one that others use: they call what it has.
func uncalledFunctions(of model: CheckedModel) -> [Diagnostic] {
  let beginnings = model.app.map { [model.kinds[$0.index].range] } ?? (model.handlers.map(\.range) + model.events.map(\.range))
  guard beginnings.contains(where: { $0.file == FileID(0) }) else { return [] }
  let known = calledFunctions(of: model).union(subjects(of: model))
  return model.functions.enumerated().compactMap { number, function in
    guard function.body != nil, function.range.file == FileID(0), !known.contains(FunctionID(number)) else { return nil }
    let callback = callback(meantBy: function.name, in: model)
    return Diagnostic(
      .warning, "never-runs", "this never runs: nothing calls `\(function.name)`", at: function.range,
      help: callback.map { "a callback is answered by `on \($0) { … }`" } ?? "call it where it is meant to run, or take it out")
  }
}

/// Where an app is written, the name of a callback may have that of its owner before it.
private func callback(meantBy name: String, in model: CheckedModel) -> String? {
  let written = name.lowercased()
  return model.callbacks.filter { $0.owner == model.platform }.map(\.name).filter { written.hasSuffix($0.lowercased()) }
    .max { $0.count < $1.count }
}
