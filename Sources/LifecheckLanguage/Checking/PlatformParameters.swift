import LifecheckDiagnostics

// Parameters that whoever runs the check fixes of the platform, beside what the spec asks for: `grace=4s` fixes a parameter,
// `enterBudget=5s...7s` narrows its range, `refusals=true` sets a switch, that is a `const` declared as `true` or `false`.

extension Checker {
  func givenParameter(_ name: String) -> UseSyntax.Binding? {
    program.platformParameters.first { $0.name.text == name }
  }

  // MARK: Names

  func reportUnknownPlatformParameters() {
    let (known, facts) = (adjustableNames, platformDeclarations.flatMap(\.factNames))
    var seen: [String: SourceRange] = [:]
    for given in program.platformParameters {
      let (name, range) = (given.name.text, given.name.range)
      if seen[name] != nil {
        report(PlatformParameterProblem.givenTwice(name, range: range))
      } else if !program.units.contains(where: \.isPlatform) && model.platform == nil {
        report(PlatformParameterProblem.noPlatform(name, range: range))
      } else if facts.contains(name) {
        report(PlatformParameterProblem.fact(name, platform: platformName, known: known, range: range))
      } else if !known.contains(name) {
        report(PlatformParameterProblem.unknown(name, platform: platformName, known: known, range: range))
      } else if !isDeclaredHere(name) {
        report(PlatformParameterProblem.missingHere(name, platform: platformName, version: program.version, range: range))
      }
      seen[name] = range
    }
  }

  /// `use ios 12 with scenes`: the platform says `since ios 13` of that switch.
  func reportFeaturesOfLaterVersions() {
    for feature in program.features {
      guard let since = platformDeclarations.lazy.compactMap({ $0.beginning(ofSwitch: feature.text) }).first,
        let version = program.version, version < since
      else { continue }
      report(
        PlatformParameterProblem.laterFeature(
          feature.text, platform: platformName, since: since, version: version, range: feature.range))
    }
  }

  private var platformName: String { program.platformName ?? "" }

  var switchNames: [String] { platformDeclarations.flatMap(\.switchNames) }

  private var adjustableNames: [String] { platformDeclarations.flatMap(\.adjustableNames) }

  /// False where the declaration belongs to other versions of the platform, or to specs that ask for more.
  private func isDeclaredHere(_ name: String) -> Bool {
    guard let platform = model.platform, case .variable? = members[platform.index][name]?.member else { return false }
    return true
  }

  // MARK: Values

  /// The value that the switch is set to. After a mistake it is as if none were given, so that code that depends on it has no
  /// further mistake.
  func givenSwitch(_ name: String) -> Expression? {
    guard let given = givenParameter(name)?.value else { return nil }
    if case .bool(let isOn) = given.kind { return Expression(.bool(isOn), .bool, given.range) }
    report(PlatformParameterProblem.notASwitch(name, range: given.range))
    return nil
  }

  /// The parameter takes only these of its values from now on: one, or a range.
  func narrow(_ id: VariableID, of type: ValueType, to syntax: ExpressionSyntax) -> ValueType? {
    if case .range = syntax.kind { return narrowRange(id, of: type, to: syntax) }
    let name = "`\(model.variables[id.index].name)`"
    guard let checked = value(syntax, as: type, for: name) else { return nil }
    guard let literal = folded(checked) else {
      report(ValueProblem.notConstant(range: syntax.range))
      return nil
    }
    if let range = model.variables[id.index].durationRange, let duration = constant(literal)?.duration {
      guard allows(duration...duration, in: range, of: id, at: syntax) else { return nil }
    }
    model.variables[id.index].storage = .constant
    model.variables[id.index].initial = literal
    model.variables[id.index].durationRange = nil
    return type
  }

  private func narrowRange(_ id: VariableID, of type: ValueType, to syntax: ExpressionSyntax) -> ValueType? {
    switch type {
    case .duration:
      guard let given = durationRange(syntax), let range = model.variables[id.index].durationRange,
        allows(given, in: range, of: id, at: syntax)
      else { return nil }
      model.variables[id.index].durationRange = given
      forgetUsualValue(of: id, outside: given)
      return .duration
    case .integer(let range):
      guard let given = integerRange(syntax), allows(given, in: range, of: id, at: syntax) else { return nil }
      forgetUsualValue(of: id, outside: given)
      return .integer(given)
    default:
      report(ValueProblem.misplacedRange(range: syntax.range))
      return nil
    }
  }

  private func durationRange(_ syntax: ExpressionSyntax) -> ClosedRange<Int>? {
    guard let range = value(syntax, as: .durationRange), case .range(let low, let high) = range.kind else { return nil }
    guard let a = constant(low)?.duration, let b = constant(high)?.duration, a <= b else {
      report(ValueProblem.notConstant(range: range.range))
      return nil
    }
    return a...b
  }

  private func allows(
    _ given: ClosedRange<Int>, in declared: ClosedRange<Int>, of id: VariableID, at syntax: ExpressionSyntax
  ) -> Bool {
    if declared.contains(given.lowerBound), declared.contains(given.upperBound) { return true }
    let variable = model.variables[id.index]
    func text(_ number: Int) -> String {
      variable.durationRange == nil ? "\(number)" : number == .max ? "forever" : spell(number)
    }
    func text(_ range: ClosedRange<Int>) -> String {
      range.count == 1 ? text(range.lowerBound) : "\(text(range.lowerBound))...\(text(range.upperBound))"
    }
    report(
      PlatformParameterProblem.outOfRange(
        variable.name, declared: text(declared), given: text(given), range: syntax.range, declaration: variable.range))
    return false
  }

  /// Stories say which value is the usual one; outside what is assumed there is none.
  private func forgetUsualValue(of id: VariableID, outside given: ClosedRange<Int>) {
    guard let usual = model.variables[id.index].initial.flatMap(constant)?.number, !given.contains(usual) else { return }
    model.variables[id.index].initial = nil
  }
}

extension ExpressionSyntax {
  /// As a constant's declared value: that of a switch.
  var isBool: Bool { if case .bool = kind { true } else { false } }
}

extension DeclarationSyntax {
  /// Parameters and switches.
  fileprivate var adjustableNames: [String] {
    switch kind {
    case .parameter(let names, _, _): names.map(\.text)
    case .constant(let name, let value): value.isBool ? [name.text] : []
    case .root(let root): root.members.flatMap(\.adjustableNames)
    default: []
    }
  }

  /// The switches that `with NAME` turns on.
  var switchNames: [String] {
    switch kind {
    case .parameter(let names, .named(let type), _): type.text == "Bool" ? names.map(\.text) : []
    case .constant(let name, let value): value.isBool ? [name.text] : []
    case .root(let root): root.members.flatMap(\.switchNames)
    default: []
    }
  }

  /// The first version that has the switch; nil where the declaration is not about it, or does not say.
  fileprivate func beginning(ofSwitch name: String) -> Int? {
    if case .root(let root) = kind { return root.members.lazy.compactMap { $0.beginning(ofSwitch: name) }.first }
    return switchNames.contains(name) ? since?.version : nil
  }

  /// Constants that are no switches.
  fileprivate var factNames: [String] {
    switch kind {
    case .constant(let name, let value): value.isBool ? [] : [name.text]
    case .root(let root): root.members.flatMap(\.factNames)
    default: []
    }
  }
}

/// Mistakes in a parameter of the platform that is fixed for the run.
private enum PlatformParameterProblem: Problem {
  case givenTwice(String, range: SourceRange)
  case noPlatform(String, range: SourceRange)
  case fact(String, platform: String, known: [String], range: SourceRange)
  case unknown(String, platform: String, known: [String], range: SourceRange)
  case missingHere(String, platform: String, version: Int?, range: SourceRange)
  case notASwitch(String, range: SourceRange)
  case laterFeature(String, platform: String, since: Int, version: Int, range: SourceRange)
  case outOfRange(String, declared: String, given: String, range: SourceRange, declaration: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .givenTwice(let name, let range):
      return Diagnostic(
        .error, "parameter-twice", "`\(name)` is given a second time", at: range, help: "give each parameter once")
    case .noPlatform(let name, let range):
      return Diagnostic(
        .error, "unknown-parameter", "this spec uses no platform, so there is no parameter `\(name)`", at: range)
    case .fact(let name, let platform, let known, let range):
      return Diagnostic(
        .error, "unknown-parameter", "`\(name)` is a fixed value of `\(platform)`, neither a parameter nor a switch", at: range,
        help: list(known))
    case .unknown(let name, let platform, let known, let range):
      return suggesting(name, from: known, at: range) { question, fixIts, _ in
        Diagnostic(
          .error, "unknown-parameter", "`\(platform)` has no parameter `\(name)`\(question)", at: range, fixIts: fixIts,
          help: list(known))
      }
    case .missingHere(let name, let platform, let version, let range):
      let which = platform + (version.map { " \($0)" } ?? "")
      return Diagnostic(.error, "unknown-parameter", "`\(name)` does not exist in this spec's \(which)", at: range)
    case .notASwitch(let name, let range):
      return Diagnostic(.error, "type-mismatch", "`\(name)` is a switch: it is `true` or `false`", at: range)
    case .laterFeature(let name, let platform, let since, let version, let range):
      return Diagnostic(
        .error, "not-available", "`\(name)` exists since \(platform) \(since), this spec uses \(platform) \(version)",
        at: range, help: "leave it out, or write `use \(platform) \(since)`, or a later version")
    case .outOfRange(let name, let declared, let given, let range, let declaration):
      return Diagnostic(
        .error, "value-out-of-range", "`\(name)` lies in \(declared); \(given) is not part of that", at: range
      ).label("declared here", at: declaration)
    }
  }

  private func list(_ known: [String]) -> String {
    known.isEmpty ? "it has no parameters" : "its parameters and switches: " + known.map { "`\($0)`" }.joined(separator: ", ")
  }
}
