import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering

/// Of each sentence in the spec itself about a call that nothing makes: `never f while C` holds of such a spec whatever it does.
func uncalledSubjects(of model: CheckedModel) -> [Diagnostic] {
  let called = calledFunctions(of: model)
  return ownHappenings(of: model).compactMap { happening in
    guard let function = happening.function, !called.contains(function) else { return nil }
    let words = model.files[0].text(of: happening.subjectRange)
    return Diagnostic(
      .warning, "never-runs", "`\(words)` never happens: nothing calls `\(model.functions[function.index].name)`",
      at: happening.subjectRange, help: "name what the code calls, or take the sentence out")
  }
}

/// The functions that sentences in the spec itself speak of.
func subjects(of model: CheckedModel) -> Set<FunctionID> { Set(ownHappenings(of: model).compactMap(\.function)) }

private func ownHappenings(of model: CheckedModel) -> [Happening] {
  model.properties.filter { $0.range.file == FileID(0) && $0.role != .rule }.flatMap(\.sentence.happenings)
}

extension Happening {
  /// Whose call, return or failure it is; nil: it is something else.
  fileprivate var function: FunctionID? {
    switch kind {
    case .calls(_, let function), .returns(_, let function), .fails(_, let function): function
    case .callback, .callbackReturns, .event, .signal, .becomes, .dies: nil
    }
  }
}

extension Sentence {
  fileprivate var happenings: [Happening] {
    switch self {
    case .always, .neverFact, .neverFor, .possibleFact: []
    case .neverHappening(let a), .before(_, let a), .possibleHappening(let a): [a]
    case .afterWithin(let a, let b, _, _), .onlyAfter(let a, let b), .exactlyOnce(let a, let b, _), .atMostOnce(let a, let b):
      [a, b]
    case .afterBefore(let a, let b, let c), .afterNeverUntil(let a, let b, let c): [a, b, c]
    }
  }
}
