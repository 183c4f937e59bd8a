import LifecheckChecking
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckSystem

/// Which part of a sentence failed, with what values, in the words of the spec.
struct Telling {
  let model: CheckedModel
  let lowered: LoweredModel
  let trace: Trace?
  let states: [State]

  func failure(_ question: Question) -> String {
    guard case .property(let index) = question.subject else { return fault?.message ?? "" }
    let property = model.properties[index]
    let parts = failedParts(question).map { "`\($0.name)`" }
    if let told = RuleWords(of: property, in: model)?.failure(of: parts) { return told }
    let text = deathThatFails(property) ?? failure(of: property.sentence)
    return parts.isEmpty ? text : "\(text), for \(parts.joined(separator: " and "))"
  }

  /// The statement that went wrong in the end, if one did.
  var fault: (message: String, origin: SourceRange)? {
    guard let last = states.last else { return nil }
    let number = last.variables[lowered.fault.index]
    return number > 0 ? lowered.faultMessages[number - 1] : nil
  }

  func failedParts(_ question: Question) -> [Question.Part] {
    guard let last = states.last, let trace else { return [] }
    let interpreter = Interpreter(lowered.system, parameters: trace.parameters)
    return question.parts.filter { (try? interpreter.holds($0.goal, in: last)) == true }
  }

  /// The variables of the fact that failed.
  func subjects(_ question: Question) -> Set<LifecheckSystem.VariableIndex> {
    let facts = question.parts.isEmpty ? [question.about] : failedParts(question).map(\.about)
    return facts.reduce(into: []) { $0.formUnion($1?.readVariables ?? []) }
  }

  /// The variables that a rule is about, of the parts that failed: those of an edit, where it is lost. The system's action at the
  /// end is no place to look at.
  func occasions(_ question: Question) -> Set<LifecheckSystem.VariableIndex> {
    failedParts(question).reduce(into: []) { $0.formUnion($1.occasion?.readVariables ?? []) }
  }

  /// Of what should have come before something: the process has ended first, which the sentence does not excuse.
  private func deathThatFails(_ property: Property) -> String? {
    guard case .afterBefore(let first, let second, let third) = property.sentence, endsInDeath, !property.orDies,
      !third.isDeath
    else { return nil }
    return "after \(quoted(first.range)), the app dies before \(quoted(second.range)) "
      + "(if a death excuses that, end the sentence in `, or the app dies`)"
  }

  private var endsInDeath: Bool { states.suffix(2).map { $0.variables[lowered.running.index] > 0 } == [true, false] }

  private func failure(of sentence: Sentence) -> String {
    switch sentence {
    case .always(let fact): return "\(quoted(fact.range)) is false"
    case .neverFact(let fact): return "\(quoted(fact.range)) is true"
    case .neverHappening(let happening):
      if case .dies = happening.kind { return "the app dies: \(quoted(happening.range))" }
      return "\(quoted(happening.range)) happens"
    case .neverFor(let fact, let limit): return "\(quoted(fact.range)) is true for more than \(source(limit.range))"
    case .before(let fact, let happening): return "\(quoted(fact.range)) is false when \(quoted(happening.range)) happens"
    case .afterWithin(let first, let second, let limit, _):
      return "\(quoted(second.range)) has not followed \(quoted(first.range)) within \(source(limit.range))"
    case .afterBefore(let first, let second, let third):
      return "after \(quoted(first.range)), \(quoted(third.range)) comes before \(quoted(second.range))"
    case .afterNeverUntil(let first, let second, let third):
      return "after \(quoted(first.range)), \(quoted(second.range)) comes before \(quoted(third.range))"
    case .onlyAfter(let second, let first): return "\(quoted(second.range)) comes without \(quoted(first.range)) before it"
    case .exactlyOnce(let counted, let per, _):
      return "\(quoted(counted.range)) comes not exactly once for one \(quoted(per.range))"
    case .atMostOnce(let counted, let per): return "\(quoted(counted.range)) comes twice for one \(quoted(per.range))"
    case .possibleFact(let fact): return "\(quoted(fact.range)) is true"
    case .possibleHappening(let happening): return "\(quoted(happening.range)) happens"
    }
  }

  /// `periodic.ticking` is never true: nothing here brings it about
  func absence(_ occasion: Occasion, of question: Question) -> String {
    let names = namesOfSubjects(of: question)
    var text = source(occasion.range)
    var subjects = ""
    if let local = nameOfSubject(of: question), let name = names.first, names.count == 1, text.hasPrefix("\(local).") {
      text = text.split(separator: " ", omittingEmptySubsequences: false)
        .map { $0.hasPrefix("\(local).") ? name + $0.dropFirst(local.count) : String($0) }
        .joined(separator: " ")
    } else if !names.isEmpty {
      subjects = ", for \(names.map { "`\($0)`" }.joined(separator: " and "))"
    }
    let isNever = occasion.form == .happens ? "never happens" : "is never true"
    return "`\(text)` \(isNever)\(subjects)" + (occasion.isOutOfReach ? ": nothing here brings it about" : "")
  }

  /// `t` of `for each t in task`.
  private func nameOfSubject(of question: Question) -> String? {
    guard case .property(let index) = question.subject, let forEach = model.properties[index].forEach else { return nil }
    return model.locals[forEach.local.index].name
  }

  /// The things that a rule is asked about, where the app has given them names.
  private func namesOfSubjects(of question: Question) -> [String] {
    guard case .property(let index) = question.subject, let kinds = model.properties[index].forEach?.kinds,
      kinds.allSatisfy({ model.kinds[$0.index].pool == nil })
    else { return [] }
    return question.parts.map(\.name)
  }

  /// Unknowns whose value in this run is not the usual one.
  var premises: [String] {
    guard let trace else { return [] }
    var result: [String] = []
    for (parameter, value) in zip(lowered.system.parameters, trace.parameters) {
      let usual = parameter.preferred.map { RationalTime($0) }
      if value == usual { continue }
      result.append("if `\(parameter.name)` is \(value.text)" + (usual.map { " (usually \($0.text))" } ?? ""))
    }
    for (index, variable) in lowered.system.variables.enumerated() where variable.isRigid && !variable.isHidden {
      let value = trace.initialVariables[index]
      result.append(
        "if `\(variable.name)` is \(variable.valueNames.indices.contains(value) ? variable.valueNames[value] : "\(value)")")
    }
    return result
  }

  func fieldSignature(_ question: Question) -> String? {
    guard case .property(let index) = question.subject, let predicts = model.properties[index].predicts else { return nil }
    return string(predicts)
  }

  private func string(_ expression: Expression) -> String? {
    switch expression.kind {
    case .string(let text): text
    case .conditional(let condition, let a, let b): isTrue(condition) ? string(a) : string(b)
    default: nil
    }
  }

  /// Versions are folded by the checker; what is left is a literal.
  private func isTrue(_ condition: Expression) -> Bool {
    if case .bool(let value) = condition.kind { return value }
    return false
  }

  func source(_ range: SourceRange) -> String { model.files[range.file.index].text(of: range) }
  func quoted(_ range: SourceRange) -> String { "`\(source(range))`" }
}
