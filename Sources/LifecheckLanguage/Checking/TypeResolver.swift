import LifecheckDiagnostics

extension Checker {
  /// The type that was written; nil when a problem was reported.
  func resolve(_ type: TypeSyntax) -> ValueType? {
    switch type {
    case .named(let name): return namedType(name)
    case .closure: return .closure
    case .optional(let inner, let range):
      switch inner {
      case .closure: return .closure
      case .named(let name) where name.text == "Job": return .job
      case .optional: return resolve(inner)
      case .named(let name):
        if case .kind(let id)? = lookUp(name)?.entry.member {
          if kind(id).pool == nil { report(TypeProblem.nothingToReferTo(name.text, range: range)) }
          return .reference(id)
        }
        guard resolve(inner) != nil else { return nil }
        report(TypeProblem.notOptional(name.text, range: range))
        return nil
      case .range:
        report(TypeProblem.notOptional("a number", range: range))
        return nil
      }
    case .range(let syntax, let range):
      guard typeOfRange(syntax) != .durationRange else {
        report(TypeProblem.durationType(range: range))
        return nil
      }
      return integerRange(syntax).map { .integer($0) }
    }
  }

  private func namedType(_ name: NameSyntax) -> ValueType? {
    switch name.text {
    case "Bool": return .bool
    case "Duration": return .duration
    case "Range": return .durationRange
    case "callback": return .callback
    case "queue", "Queue", "thread": return .executor
    case "Job": return .job
    default: break
    }
    switch lookUp(name)?.entry.member {
    case .kind(let id): return kind(id).pool == nil ? .instance(id) : .reference(id)
    case .enumeration(let id): return .enumeration(id)
    case .variable(let id):
      // The name of `phases` is also the name of its enumeration.
      if case .enumeration(let enumeration)? = self.type(of: id) { return .enumeration(enumeration) }
    case .unavailable(let condition):
      reportUnavailable(name.text, condition, name.range)
      return nil
    case .broken: return nil
    default: break
    }
    let known =
      ["Bool", "Duration", "Range", "Job", "callback", "queue"] + model.kinds.filter { !$0.isRoot }.map(\.name)
      + model.enumerations.map(\.name)
    report(TypeProblem.unknown(name.text, known: known, range: name.range))
    return nil
  }

  /// Durations at the ends make a range of durations; anything else is read as integers.
  func typeOfRange(_ syntax: ExpressionSyntax) -> ValueType? {
    guard case .range(_, let low, let high) = syntax.kind else { return nil }
    func isDuration(_ end: ExpressionSyntax) -> Bool {
      switch end.kind {
      case .duration, .forever: return true
      case .name(let name):
        if case .variable(let id)? = find(name.text, name.range)?.entry.member { return type(of: id) == .duration }
        return false
      default: return false
      }
    }
    return isDuration(low) || isDuration(high) ? .durationRange : nil
  }

  /// `0...7`, `0..<3`, `0...limit` with a constant.
  func integerRange(_ syntax: ExpressionSyntax) -> ClosedRange<Int>? {
    guard case .range(let operation, let lowSyntax, let highSyntax) = syntax.kind else {
      report(TypeProblem.notARange(range: syntax.range))
      return nil
    }
    guard let low = constantInteger(lowSyntax), let end = constantInteger(highSyntax) else { return nil }
    guard operation == .closed ? low <= end : low < end else {
      report(ValueProblem.emptyRange("\(low)", "\(end)", range: syntax.range))
      return nil
    }
    let high = operation == .closed ? end : end - 1
    guard high <= mostNumbers, low >= -mostNumbers else {
      report(TypeProblem.tooMany("numbers up to \(mostNumbers)", range: syntax.range))
      return nil
    }
    return low...high
  }

  func constantInteger(_ syntax: ExpressionSyntax) -> Int? {
    guard let checked = value(syntax) else { return nil }
    guard let number = constant(checked)?.integer else {
      report(ValueProblem.notConstant(range: syntax.range))
      return nil
    }
    return number
  }

  /// A type that a variable can have; static values cannot change, so no variable holds them.
  func storableType(_ syntax: TypeSyntax, of name: NameSyntax) -> ValueType? {
    guard let type = resolve(syntax) else { return nil }
    return checkStorable(type, of: name, at: syntax.range) ? type : nil
  }

  func inferredStorableType(_ initial: Expression, of name: NameSyntax) -> ValueType? {
    if case .integer(let range) = initial.type, range.lowerBound == range.upperBound {
      report(UntypedProblem.integerWithoutRange(name.text, value: range.lowerBound, range: name.range))
      return nil
    }
    return checkStorable(initial.type, of: name, at: initial.range) ? initial.type : nil
  }

  private func checkStorable(_ type: ValueType, of name: NameSyntax, at range: SourceRange) -> Bool {
    guard !isStatic(type), type != .void else {
      report(TypeProblem.notStorable(name.text, type: describe(type), isDuration: type == .duration, range: range))
      return false
    }
    return true
  }

  /// Known while lowering, so never the value of a variable.
  func isStatic(_ type: ValueType) -> Bool {
    switch type {
    case .duration, .durationRange, .callback, .executor, .string, .instance: true
    case .bool, .integer, .enumeration, .reference, .closure, .job, .void: false
    }
  }

  /// The type in the user's words.
  func describe(_ type: ValueType) -> String {
    switch type {
    case .bool: "Bool"
    case .integer(let range):
      range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
    case .enumeration(let id): model.enumerations[id.index].name
    case .reference(let id): kind(id).name + "?"
    case .instance(let id): kind(id).name
    case .closure: "a closure"
    case .job: "a job"
    case .duration: "a duration"
    case .durationRange: "a range of durations"
    case .callback: "a callback"
    case .executor: "a queue"
    case .string: "text"
    case .void: "nothing"
    }
  }
}

/// Larger numbers would only make a check slow: what counts in lifecycle code is small.
let mostNumbers = 1_000_000
/// Of one declaration, or in one pool.
let mostInstances = 1_000

/// `250ms`, `5s`, `2min`: the shortest spelling with a whole number.
package func spell(_ milliseconds: Int) -> String {
  for (unit, size) in [("h", 3_600_000), ("min", 60_000), ("s", 1_000)]
  where milliseconds != 0 && milliseconds % size == 0 {
    return "\(milliseconds / size)\(unit)"
  }
  return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
}

/// The mistakes that a written type can contain.
enum TypeProblem: Problem {
  case unknown(String, known: [String], range: SourceRange)
  case notOptional(String, range: SourceRange)
  case durationType(range: SourceRange)
  case notARange(range: SourceRange)
  case tooMany(String, range: SourceRange)
  /// `K?` where no `K` is ever made.
  case nothingToReferTo(String, range: SourceRange)
  /// `pool n per K` where instances of `K` are made while the app runs.
  case notCounted(String, range: SourceRange)
  /// Parameters of a kind whose things `new` makes.
  case parametersOfMade(String, range: SourceRange)
  /// A loop over what is made, of a kind that does not say while what one is there.
  case neverSaidToBeThere(String, range: SourceRange)
  /// `new K` outside of the kinds that each have some of `K`'s entries.
  case madeElsewhere(String, by: [String], range: SourceRange)
  case notDurable(String, isJob: Bool, range: SourceRange)
  case notStorable(String, type: String, isDuration: Bool, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .unknown(let name, let known, let range):
      return suggesting(
        name, from: known, at: range, help: "types are `Bool`, ranges such as `0...7`, enumerations, and `K?` for a kind `K`"
      ) {
        Diagnostic(.error, "unknown-type", "there is no type `\(name)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .notOptional(let name, let range):
      return Diagnostic(
        .error, "not-optional", "\(name) cannot be `none`; `?` is for kinds, closures and jobs", at: range,
        help: "use an enumeration with a case of its own for \"none\"")
    case .durationType(let range):
      return Diagnostic(
        .error, "duration-type", "a range of durations is a type only for `param`", at: range, help: "write `Duration`")
    case .notARange(let range):
      return Diagnostic(.error, "not-a-range", "expected a range such as `0...7`", at: range)
    case .tooMany(let most, let range):
      return Diagnostic(.error, "too-many", "this is more than can be checked: \(most)", at: range)
    case .nothingToReferTo(let name, let range):
      return Diagnostic(
        .error, "kind-without-pool", "`\(name)` has no pool, so none is ever made to be referred to", at: range,
        help: "write `kind \(name) pool 3 { … }`, or use its instances by name")
    case .parametersOfMade(let name, let range):
      return Diagnostic(
        .error, "pool-parameters", "what `new \(name)` makes has no parameters", at: range,
        help: "write a `var` in the kind, and set it where one is made: `let it = new \(name); it.size = 2`")
    case .neverSaidToBeThere(let name, let range):
      return Diagnostic(
        .error, "never-there", "`\(name)` does not say while what one is there, so there is none to go over", at: range,
        help: "write `kind \(name) pool 2 while open { var open = false … }`, and set `open` where one is made")
    case .notCounted(let name, let range):
      return Diagnostic(
        .error, "per-pool", "`per` counts what is declared, and instances of `\(name)` are made while the app runs", at: range,
        help: "name a kind whose instances are all declared, or write the number after `pool`")
    case .madeElsewhere(let name, let makers, let range):
      let list = makers.map { "`\($0)`" }.joined(separator: " or ")
      return Diagnostic(
        .error, "made-elsewhere", "only the code of \(list) makes a `\(name)`: each has entries of its own", at: range,
        help: "call a function of \(list) that makes one")
    case .notDurable(let name, let isJob, let range):
      return Diagnostic(
        .error, "durable-code", "`\(name)` survives the process, and \(isJob ? "a job" : "code that is kept") ends with it",
        at: range,
        help: "keep in a `durable var` what is to be done (a case of an `enum`, a flag), and do it at the next launch")
    case .notStorable(let name, let type, let isDuration, let range):
      return Diagnostic(
        .error, "static-variable", "`\(name)` cannot hold \(type): it would have to be known before the run", at: range,
        help: isDuration ? "use `const`, or `param` for one that is only known to lie in a range" : nil)
    }
  }
}
