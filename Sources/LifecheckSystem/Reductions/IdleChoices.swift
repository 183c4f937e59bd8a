// Summaries of what is not followed choose anew whenever they read something: "if this is 4 then that, else if …", each part by a
// choice of its own. Together they often say no more than "any value", and whoever tries all choices tries millions for it.

extension Edge {
  /// The same edge with choices only for what matters: a part of a term that can have just the same values whatever the rest is,
  /// by choices that nothing else reads, becomes one choice, and an assumption asks whether such choices can meet it. The states behind
  /// the edge are the same, and so is the number of its actions.
  package func withoutIdleChoices(in variables: [StateVariable]) -> Edge {
    guard !choices.isEmpty, choices.allSatisfy({ $0 > 0 }) else { return self }
    var edge = self
    // Terms made smaller in one pass may make others smaller in the next; a few passes do.
    for _ in 0..<Self.mostPasses {
      var folding = ChoiceFolding(edge, variables)
      let body = edge.body.map { folding.folded($0) }
      let folded = Edge(edge, choices: folding.choices, body: body).withUsedChoicesOnly
      if folded.choices == edge.choices, folded.body == edge.body { break }
      edge = folded
    }
    return edge
  }

  private static let mostPasses = 8

  private init(_ edge: Edge, choices: [Int], body: [Action]) {
    self = edge
    self.choices = choices
    self.body = body
  }

  /// The choices numbered anew, in the order in which they are read.
  private var withUsedChoicesOnly: Edge {
    var numbers: [ChoiceIndex: Int] = [:]
    var domains: [Int] = []
    let body = body.map { action in
      action.mapped { term in
        term.mapped { leaf in
          guard case .choice(let choice) = leaf else { return leaf }
          if numbers[choice] == nil {
            numbers[choice] = domains.count
            domains.append(choices[choice.index])
          }
          return .choice(ChoiceIndex(numbers[choice]!))
        }
      }
    }
    return Edge(self, choices: domains, body: body)
  }
}

/// One pass over the terms of an edge.
private struct ChoiceFolding {
  /// A part of a term, and what is known of its values.
  private enum Part {
    /// By choices that nothing else reads it can have each of these values, and no other, whatever the rest is.
    case free(Set<Int>, Term)
    /// It depends on the rest, or is too large to say; all values that it may have, if they are few.
    case given(Term, Set<Int>?)
  }
  let variables: [StateVariable]
  private(set) var choices: [Int]
  private var uses: [Int]
  /// Larger sets are not looked at.
  private static let mostValues = 64
  private static let truths: Set<Int> = [0, 1]

  init(_ edge: Edge, _ variables: [StateVariable]) {
    self.variables = variables
    choices = edge.choices
    uses = edge.choices.map { _ in 0 }
    for term in edge.body.flatMap(\.terms) {
      term.visit { if case .choice(let choice) = $0 { uses[choice.index] += 1 } }
    }
  }

  mutating func folded(_ action: Action) -> Action {
    guard case .assume(let condition) = action.kind else { return action.mapped { term(part($0)) } }
    switch part(condition) {
    case .free(let values, _): return Action(.assume(values == [0] ? .false : .true), origin: action.origin)
    case .given(let condition, _): return Action(.assume(weakest(condition)), origin: action.origin)
    }
  }

  /// The condition with each choice that nothing else reads made to meet it, or where `isMeant` is false, to fail it. Each stands
  /// in one place, so what is best for one is in no other's way.
  private func weakest(_ condition: Term, isMeant: Bool = true) -> Term {
    switch condition {
    case .choice(let choice): return isIdle(choice) ? (isMeant ? .true : .false) : condition
    case .not(let inner): return weakest(inner, isMeant: !isMeant).negated
    case .and(let parts): return .all(parts.map { weakest($0, isMeant: isMeant) })
    case .or(let parts): return .any(parts.map { weakest($0, isMeant: isMeant) })
    case .ifThenElse(let test, let a, let b):
      let branches = [weakest(a, isMeant: isMeant), weakest(b, isMeant: isMeant)]
      if case .choice(let choice) = test, isIdle(choice) { return isMeant ? .any(branches) : .all(branches) }
      return .choose(test, branches[0], branches[1])
    case .constant, .variable, .at, .clock, .bound, .compare, .add, .subtract: return condition
    }
  }

  /// Nothing else reads it, and it can be true and false.
  private func isIdle(_ choice: ChoiceIndex) -> Bool { uses[choice.index] == 1 && choices[choice.index] > 1 }

  /// The part as a term, with one choice for all of its own.
  private mutating func term(_ part: Part) -> Term {
    switch part {
    case .given(let term, _): return term
    case .free(let values, let written):
      if values.count == 1 { return .constant(values.first!) }
      if case .choice = written { return written }
      guard values == Set(0..<values.count) else { return written }
      choices.append(values.count)
      uses.append(1)
      return .choice(ChoiceIndex(choices.count - 1))
    }
  }

  // MARK: Parts

  private mutating func part(_ term: Term) -> Part {
    switch term {
    case .constant(let value): return .free([value], term)
    case .choice(let choice):
      let values = fewValues(choices[choice.index])
      if uses[choice.index] == 1, let values { return .free(values, term) }
      return .given(term, values)
    case .variable(let variable): return .given(term, fewValues(variables[variable.index].domain))
    case .at, .clock, .bound: return .given(term, Self.truths)
    case .not(let inner):
      switch part(inner) {
      case .free(let values, let written): return .free(Set(values.map { $0 == 0 ? 1 : 0 }), written.negated)
      case .given(let inner, _): return .given(inner.negated, Self.truths)
      }
    case .and(let inner): return junction(inner, absorbing: 0, Term.all)
    case .or(let inner): return junction(inner, absorbing: 1, Term.any)
    case .compare(let comparison, let a, let b):
      return combined(a, b, Self.truths, { comparison.holds($0, $1) ? 1 : 0 }) { .folded(comparison, $0, $1) }
    case .add(let a, let b): return combined(a, b, nil, +) { .add($0, $1) }
    case .subtract(let a, let b): return combined(a, b, nil, -) { .subtract($0, $1) }
    case .ifThenElse(let condition, let a, let b): return choice(part(condition), part(a), part(b))
    }
  }

  private func fewValues(_ domain: Int) -> Set<Int>? { domain <= Self.mostValues ? Set(0..<domain) : nil }

  /// `and` and `or`: one of the parts with the absorbing value decides.
  private mutating func junction(_ terms: [Term], absorbing: Int, _ make: ([Term]) -> Term) -> Part {
    var free: (values: Set<Int>, written: [Term]) = ([1 - absorbing], [])
    var rest: [Term] = []
    for inner in terms {
      switch part(inner) {
      case .free(let values, let written):
        let truths = Set(values.map { $0 == 0 ? 0 : 1 })
        free.values = Set(free.values.flatMap { a in truths.map { b in a == absorbing ? absorbing : b } })
        free.written.append(written)
      case .given(let term, _): rest.append(term)
      }
    }
    if rest.isEmpty || free.values == [absorbing] { return .free(free.values, make(free.written)) }
    if free.values == [1 - absorbing] { return .given(make(rest), Self.truths) }
    return .given(make(rest + [term(.free(free.values, make(free.written)))]), Self.truths)
  }

  /// - Parameter values: What it may come to where that is not known better.
  private mutating func combined(
    _ a: Term, _ b: Term, _ values: Set<Int>?, _ operation: (Int, Int) -> Int, _ make: (Term, Term) -> Term
  ) -> Part {
    let (a, b) = (part(a), part(b))
    switch (a, b) {
    case (.free(let x, let s), .free(let y, let t)):
      let results = Set(x.flatMap { m in y.map { n in operation(m, n) } })
      if results.count <= Self.mostValues { return .free(results, make(s, t)) }
    case (.free(let x, let s), .given(let t, let possible)):
      if let common = common(possible, { n in x.map { operation($0, n) } }) { return .free(common, make(s, t)) }
    case (.given(let s, let possible), .free(let y, let t)):
      if let common = common(possible, { m in y.map { operation(m, $0) } }) { return .free(common, make(s, t)) }
    case (.given, .given): break
    }
    return .given(make(term(a), term(b)), values)
  }

  /// The results for each of the values, if they are the same for all.
  private func common(_ values: Set<Int>?, _ results: (Int) -> [Int]) -> Set<Int>? {
    guard let values, let first = values.first else { return nil }
    let common = Set(results(first))
    return values.allSatisfy { Set(results($0)) == common } ? common : nil
  }

  private mutating func choice(_ condition: Part, _ a: Part, _ b: Part) -> Part {
    if case .free(let values, let written) = condition {
      if !values.contains(0) { return a }
      if values == [0] { return b }
      switch (a, b) {
      case (.free(let x, let s), .free(let y, let t)) where x.union(y).count <= Self.mostValues:
        return .free(x.union(y), .choose(written, s, t))
      // Whatever the one is, the other can be that too.
      case (.given(let s, let possible?), .free(let y, let t)) where possible.isSubset(of: y):
        return .free(y, .choose(written, s, t))
      case (.free(let x, let s), .given(let t, let possible?)) where possible.isSubset(of: x):
        return .free(x, .choose(written, s, t))
      default: break
      }
    }
    if case .given(let condition, _) = condition, case .free(let x, let s) = a, case .free(let y, let t) = b, x == y, x.count > 1 {
      return .free(x, .choose(condition, s, t))
    }
    return .given(.choose(term(condition), term(a), term(b)), possible(a).flatMap { x in possible(b).map { x.union($0) } })
  }

  private func possible(_ part: Part) -> Set<Int>? {
    switch part {
    case .free(let values, _): values
    case .given(_, let values): values
    }
  }
}
