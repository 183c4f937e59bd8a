/// The form of a certificate, which its writer and its checker share.
///
/// A certificate is an SMT-LIB 2 file: comments for people, then sections. Those of an argument are a system, a claim
/// about its states, and queries. The text of the queries follows from the other two, so a file that lacks one, or has
/// another, is recognised.
enum Format {
  static let firstLine = "; lifecheck certificate 1"
  static let logic = "(set-logic QF_LRA)"

  enum Section: String, CaseIterable {
    /// Steps of one process at a time, and an inductive invariant.
    case system = "A.1 the system: where it starts, its steps, and what must never happen"
    case invariant = "A.2 the invariant"
    case queries = "A.3 the queries"
    /// Steps in which every process may act, and a claim that needs several states in a row.
    case largeSystem = "B.1 the system, in steps in which each process may act once"
    case claim = "B.2 the claim"
    case largeQueries = "B.3 the queries"

    var mark: String { "; ==== \(rawValue)" }
  }

  static func end(queries: Int) -> String { "; ==== end, after \(queries) queries" }

  // MARK: Names with a meaning

  static let start = "|the start|"
  static let invariant = "|the invariant|"
  static func step(_ number: Int) -> String { "|step \(number)|" }
  static func isPossible(_ number: Int) -> String { "|step \(number) is possible|" }
  static func bad(_ number: Int) -> String { "|bad \(number)|" }
  /// The name of a symbol's value after a step.
  static func after(_ symbol: String) -> String { String(symbol.dropLast()) + ", after|" }

  /// The first word of what a step leaves open, in both parts.
  static let input = "input"
  /// Which step is taken, in binary.
  static func numberBit(_ bit: Int) -> String { "|number bit \(bit)|" }
  /// Whether a constant of this name is no part of the state.
  static func isOpenInStep(_ name: String) -> Bool { name.hasPrefix("|\(input) ") || name.hasPrefix("|number bit ") }

  static let largeStart = "|the start of B|"
  static let claim = "|the claim|"
  static let largeBad = "|bad in B|"
  /// From one state to the next, counted from 1.
  static func move(_ number: Int) -> String { "|move \(number)|" }
  /// The name of a symbol's value in a state, counted from 0.
  static func at(_ frame: Int, _ symbol: String) -> String { String(symbol.dropLast()) + " at \(frame)|" }

  /// The symbol that has this name in the first state; nil for that of another state.
  static func atStart(_ name: String) -> String? { name.hasSuffix(" at 0|") ? String(name.dropLast(6)) + "|" : nil }

  static func apply(_ function: String, _ arguments: [String]) -> String {
    arguments.isEmpty ? function : "(\(function) \(arguments.joined(separator: " ")))"
  }
}

/// One `(check-sat)`, or what several of them have in common.
enum QueryItem: Hashable, Sendable {
  /// The assumptions of the queries up to `.close`.
  case open([String])
  /// - Parameter about: What it shows if the answer is `unsat`.
  case query(about: String, [String])
  case close

  var commands: String {
    func asserts(_ conditions: [String]) -> String { conditions.map { "(assert \($0))\n" }.joined() }
    switch self {
    case .open(let conditions): return "(push 1)\n" + asserts(conditions)
    case .query(_, let conditions): return "(push 1)\n" + asserts(conditions) + "(check-sat)\n(pop 1)\n"
    case .close: return "(pop 1)\n"
    }
  }
}

/// The queries of one argument, in order.
struct Queries: Hashable, Sendable {
  let items: [QueryItem]
  var count: Int { items.count { if case .query = $0 { true } else { false } } }

  /// - Parameter first: The number of the first query.
  func text(from first: Int) -> String {
    var number = first
    return items.map { item in
      guard case .query(let about, _) = item else { return item.commands }
      defer { number += 1 }
      return "; query \(number): \(about)\n" + item.commands
    }.joined()
  }

  /// That an invariant holds at the start, is kept by every step, and excludes what is bad.
  /// - Parameters:
  ///   - now: the arguments of the invariant; `after` those after a step.
  ///   - steps: how many there are, and `bads` how many things must never happen.
  static func induction(now: [String], after: [String], steps: Int, bads: Int) -> Queries {
    let holds = Format.apply(Format.invariant, now)
    var items: [QueryItem] = [
      .query(about: "the invariant holds at the start", [Format.start, "(not \(holds))"]),
      .open([holds, "(not \(Format.apply(Format.invariant, after)))"]),
    ]
    for step in 0..<steps {
      items.append(.query(about: "step \(step) keeps the invariant", [Format.step(step), Format.isPossible(step)]))
    }
    items.append(.close)
    for bad in 0..<bads {
      items.append(.query(about: "the invariant excludes bad \(bad + 1)", [holds, Format.bad(bad + 1)]))
    }
    return Queries(items: items)
  }

  /// That a claim holds in the first k states, in every state after k states in which it holds, and excludes what is bad.
  /// - Parameter arguments: those of the claim, in each of k + 1 states.
  static func kInduction(arguments: [[String]]) -> Queries {
    let k = arguments.count - 1
    let holds = arguments.map { Format.apply(Format.claim, $0) }
    let moves = (1...k).map(Format.move)
    var items: [QueryItem] = (0..<k).map { depth in
      .query(
        about: "the claim holds \(depth == 0 ? "at the start" : "after \(depth) step\(depth == 1 ? "" : "s")")",
        [Format.largeStart] + moves.prefix(depth) + ["(not \(holds[depth]))"])
    }
    items.append(
      .query(about: "after \(k) states of the claim comes another", holds.prefix(k) + moves + ["(not \(holds[k]))"]))
    items.append(.query(about: "the claim excludes what is bad", [holds[0], Format.largeBad]))
    return Queries(items: items)
  }
}
