import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckSystem
import LifecheckTestSupport

/// A fingerprint of the questions about a test's system, whatever the places in the text.
///
/// A mutant that leaves the fingerprint of a test as it is cannot be noticed by it: the same questions get the same answers.
struct Fingerprint: Equatable, Sendable {
  /// Of everything that answers depend on; comparable within one run of the program.
  let hash: Int
  /// Steps of the system, for guessing how long the answers take.
  let size: Int
}

/// nil if the test is no spec with this mutant, or asks for several versions.
/// - Parameter reads: is told of each platform file that the test reads.
func fingerprint(of test: Fixture, with mutant: Mutant?, reads: @escaping @Sendable (String) -> Void = { _ in }) -> Fingerprint? {
  var loader = loader(with: mutant)
  let shipped = loader.shipped
  loader.shipped = { path in
    reads(path)
    return shipped(path)
  }
  let outcome = check(path: test.file.path, text: test.file.text, loader: loader, version: nil)
  guard !outcome.diagnostics.contains(where: { $0.severity == .error }),
    outcome.requestedVersions?.count ?? 1 == 1, let model = outcome.model, let lowered = try? lower(model)
  else { return nil }
  return fingerprint(of: lowered)
}

private func fingerprint(of model: LoweredModel) -> Fingerprint {
  var hasher = Hasher()
  hash(model.system, into: &hasher)
  for question in model.questions { hash(question, into: &hasher) }
  for site in model.exhaustion + model.crowds { hasher.combine([site.bound, site.flag.index]) }
  hasher.combine(model.timeLocks.map(\.goal))
  return Fingerprint(hash: hasher.finalize(), size: model.system.automata.reduce(0) { $0 + $1.edges.count })
}

private func hash(_ system: TimedSystem, into hasher: inout Hasher) {
  for variable in system.variables {
    hasher.combine([variable.domain, variable.initial ?? -1, variable.isRigid ? 1 : 0])
    hasher.combine(variable.name)
  }
  for clock in system.clocks {
    hasher.combine(clock.rate)
    hasher.combine(clock.isDeadWhileStopped)
  }
  for parameter in system.parameters { hasher.combine(parameter.range) }
  for automaton in system.automata { hash(automaton, into: &hasher) }
  hasher.combine([system.initial, system.assumption])
}

private func hash(_ automaton: Automaton, into hasher: inout Hasher) {
  hasher.combine(automaton.name)
  hasher.combine(automaton.initial)
  for invariants in automaton.locations.map(\.invariants) {
    hasher.combine(invariants.count)
    for invariant in invariants {
      hasher.combine(invariant.condition)
      hasher.combine(invariant.clock)
      hasher.combine(invariant.bound)
    }
  }
  for edge in automaton.edges {
    hasher.combine([edge.source, edge.target])
    hasher.combine(edge.isUrgent)
    hasher.combine(edge.choices)
    for action in edge.body { hash(action.kind, into: &hasher) }
  }
}

private func hash(_ action: Action.Kind, into hasher: inout Hasher) {
  switch action {
  case .assume(let condition):
    hasher.combine("assume")
    hasher.combine(condition)
  case .assign(let variable, let value, let condition):
    hasher.combine("assign")
    hasher.combine(variable)
    hasher.combine([value, condition])
  case .move(let automaton, let location, let condition):
    hasher.combine("move")
    hasher.combine(automaton)
    hasher.combine(location)
    hasher.combine(condition)
  case .reset(let clock, let condition):
    hasher.combine("reset")
    hasher.combine(clock)
    hasher.combine(condition)
  }
}

private func hash(_ question: Question, into hasher: inout Hasher) {
  hasher.combine([question.goal, question.about ?? .false] + question.occasions.map(\.goal))
  for part in question.parts {
    hasher.combine(part.name)
    hasher.combine([part.goal, part.about ?? .false])
  }
  hasher.combine(question.watches)
  hasher.combine(question.notApplicable)
  if case .property(let index) = question.subject { hasher.combine(index) }
}
