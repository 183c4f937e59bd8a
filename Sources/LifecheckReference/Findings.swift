import LifecheckLanguage

/// The reference's finding on one sentence.
package struct Finding: Sendable {
  /// A rule's id, or a property's title.
  package var subject: String
  /// The run that breaks it, or gets there, in the reference's words; nil: none was found.
  package var run: [String]?
  /// All that the sentence is about has happened in some run.
  package var isTriggered = false
  /// All states were seen, with the delays and the values of parameters that the reference tries.
  package var isComplete = false
  /// No parameter has other values than those that were tried.
  package var hasAllValues = true
}

/// How far runs of a spec are looked for.
package struct ReferenceLimits: Sendable {
  /// States of one search in breadth. All sentences are searched together first, then each alone, with so many states for four.
  package var states: Int
  /// Steps of random runs in all.
  package var steps: Int
  /// Activations at once; no more are followed.
  package var activations = 8
  /// Values of all parameters together.
  package var parameterSets = 8
  package init(states: Int, steps: Int) {
    self.states = states
    self.steps = steps
  }
}

/// Runs of a spec, looked for state by state.
/// - Throws: `NotCovered` where the spec has something that the reference does not know.
package func referenceFindings(
  for model: CheckedModel, subjects: Set<String>? = nil, limits: ReferenceLimits, seed: UInt64
) throws -> [Finding] {
  let evaluation = Evaluation(program: try Program(model), choices: Choices())
  var dice = Dice(seed: seed)
  let (sets, areAll) = try evaluation.parameterSets(atMost: limits.parameterSets, dice: &dice)
  let evaluations = try sets.map { try evaluation.with($0) }
  let groups = Dictionary(grouping: try questions(evaluation), by: \.subject)
    .filter { subjects?.contains($0.key) ?? true }.sorted { $0.key < $1.key }
  var findings = groups.map { Finding(subject: $0.key, hasAllValues: areAll) }

  func search(_ chosen: [Int], states: Int) throws {
    let watches = chosen.flatMap { group in groups[group].value.map { (group, $0.watch) } }
    var search = Search(evaluations: evaluations, watches: watches.map(\.1), groups: watches.map(\.0), limits: limits)
    try search.inBreadth(&findings, states: states)
  }
  func open() -> [Int] { findings.indices.filter { findings[$0].run == nil && !findings[$0].isComplete } }

  if groups.count > 1 { try search(Array(groups.indices), states: limits.states) }
  let rest = open()
  for group in rest { try search([group], states: min(limits.states, 4 * limits.states / rest.count)) }
  let watches = open().flatMap { group in groups[group].value.map { (group, $0.watch) } }
  if watches.isEmpty { return findings }
  var walk = Search(evaluations: evaluations, watches: watches.map(\.1), groups: watches.map(\.0), limits: limits)
  try walk.atRandom(&findings, dice: &dice)
  return findings
}

extension Evaluation {
  fileprivate func with(_ parameters: [Int: Value]) throws -> Evaluation {
    var evaluation = self
    evaluation.parameters = parameters
    evaluation.thresholds = try evaluation.comparedTimes()
    return evaluation
  }
}

private struct Question {
  let subject: String
  let watch: Watch
}

private func questions(_ evaluation: Evaluation) throws -> [Question] {
  var questions: [Question] = []
  for property in evaluation.model.properties where property.role != .assume {
    questions += watches(property, evaluation).map { Question(subject: property.identifier ?? property.title, watch: $0) }
  }
  let ranges = Watch(property: nil, environment: Environment(this: 0), evaluation: evaluation)
  return questions + [Question(subject: "values-in-range", watch: ranges)]
}

/// A sentence in a kind is asked of each instance, and `for each` of each thing.
private func watches(_ property: Property, _ evaluation: Evaluation) -> [Watch] {
  evaluation.program.things(of: property.owner).flatMap { owner -> [Watch] in
    guard let each = property.forEach else {
      return [Watch(property: property, environment: Environment(this: owner), evaluation: evaluation, thing: owner)]
    }
    return each.kinds.flatMap(evaluation.program.things(of:)).map { thing in
      let environment = Environment(this: owner, locals: [each.local.index: .thing(thing)])
      return Watch(property: property, environment: environment, evaluation: evaluation, thing: thing)
    }
  }
}
