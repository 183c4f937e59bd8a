import LifecheckDiagnostics

// Where failures go: to the nearest `catch`, out of a function that may fail, or to the end of an async block.

extension Checker {
  /// - Parameter failures: nil when the call cannot fail; empty when its failure has no name.
  func checkFailure(of name: String, _ failures: [String]?, _ mode: CallMode, _ range: SourceRange) {
    guard let failures, !mode.isTryOptional else { return }
    guard mode.isTry else {
      report(CallProblem.unhandledFailure(name, isTried: false, boundary: "", range: range))
      return
    }
    checkEscape(of: name, failures, range)
  }

  /// Checks that those of `failures` that no `catch` around takes are allowed to leave.
  func checkEscape(of name: String, _ failures: [String], _ range: SourceRange) {
    var left = failures
    for frame in code.catches.reversed() {
      if frame.catchesAll { return }
      left.removeAll { frame.names.contains($0) }
      if left.isEmpty, !failures.isEmpty { return }
    }
    switch code.boundary {
    case .job, .function(_, declared: []?): return
    case .none:
      report(CallProblem.unhandledFailure(name, isTried: true, boundary: "this code", range: range))
    case .function(let function, nil):
      report(CallProblem.unhandledFailure(name, isTried: true, boundary: "`\(function)`, which cannot fail", range: range))
    case .function(let function, let declared?):
      for error in left where !declared.contains(error) {
        report(CallProblem.undeclaredFailure(error, function: function, range: range))
      }
    }
  }

  /// What a call or a `throw` can fail with.
  func noteFailures(_ failures: [NameSyntax]?) {
    for failure in failures ?? [] {
      names.note(failure, as: .failure)
      thrownNames.insert(failure.text)
    }
  }

  /// A `catch` of a name that nothing throws is a misspelling.
  func checkCaughtNames() {
    let known = thrownNames.union(["cancelled"]).sorted()
    for name in caughtNames where !known.contains(name.text) {
      report(StatementProblem.unknownError(name.text, known: known, range: name.range))
    }
  }
}
