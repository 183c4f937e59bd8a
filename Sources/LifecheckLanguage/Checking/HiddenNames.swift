import LifecheckDiagnostics

// A name of the app that is also one of the platform's, of something of the same sort: in the app it means the app's own, which a
// reader may not expect. (Names of different sorts are not mistaken for each other without an error.)

extension Checker {
  func checkHiddenNames() {
    warnOfBuiltInFacts()
    guard let app = model.app, let platform = model.platform else { return }
    let hidden = members[app.index].filter { name, entry in
      guard let sort = sort(of: entry.member) else { return false }
      return members[platform.index][name].flatMap { self.sort(of: $0.member) } == sort
    }
    for (name, entry) in hidden.sorted(by: { $0.value.range.start < $1.value.range.start }) {
      report(
        HiddenName(
          name: name, platform: kind(platform).name, range: entry.range, declared: members[platform.index][name]!.range))
    }
  }

  /// `frozen`, `running` and the like are known without a platform, and have no other name.
  private func warnOfBuiltInFacts() {
    guard let app = model.app else { return }
    let hidden = members[app.index].filter { builtInFacts.contains($0.key) && sort(of: $0.value.member) == .fact }
    for (name, entry) in hidden.sorted(by: { $0.value.range.start < $1.value.range.start }) {
      report(HiddenFact(name: name, range: entry.range))
    }
  }

  fileprivate enum Sort { case fact, executor, happening, kind, function }

  /// The sort of a member's name; nil where an app has no use for the platform's: events and functions of its own, stopwatches.
  fileprivate func sort(of member: Member) -> Sort? {
    switch member {
    case .variable, .instance, .definition, .phaseCases: .fact
    case .executor: .executor
    case .callback, .signal: .happening
    case .kind, .enumeration: .kind
    case .function(let id):
      isPlatformCode(model.functions[id.index].owner) && model.functions[id.index].says == nil ? nil : .function
    case .event, .stopwatch, .unavailable, .broken: nil
    }
  }
}

extension Checker {
  /// A queue, kind or the like of the app, where the platform has a fact of that name and a fact is wanted.
  func hiddenOfPlatform(_ expression: Expression, wanted type: ValueType) -> ValueProblem? {
    guard type == .bool, case .executor(_, let id) = expression.kind, let platform = model.platform else { return nil }
    let name = model.executors[id.index].name
    guard let member = members[platform.index][name]?.member, sort(of: member) == .fact else { return nil }
    let found = describe(expression.type)
    return .hidden(name, expected: describe(type), found: found, platform: kind(platform).name, range: expression.range)
  }
}

private struct HiddenFact: Problem {
  let name: String
  let range: SourceRange

  var diagnostic: Diagnostic {
    Diagnostic(
      .warning, "hides-platform-name", "`\(name)` is a fact of every app; in this one it means the app's own", at: range,
      help: "choose another name: the fact has no other")
  }
}

private struct HiddenName: Problem {
  let name: String
  let platform: String
  let range: SourceRange
  let declared: SourceRange

  var diagnostic: Diagnostic {
    Diagnostic(
      .warning, "hides-platform-name", "`\(name)` hides that of the platform: in this app it means the app's own", at: range,
      help: "choose another name; or write `\(platform).\(name)` wherever the platform's is meant"
    ).label("the platform's is declared here", at: declared)
  }
}
