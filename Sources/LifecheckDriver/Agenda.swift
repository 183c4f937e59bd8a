import LifecheckEngines
import LifecheckLowering
import LifecheckSystem

/// Everything that is asked about a spec, and where among the queries each question's part is.
struct Agenda: Sendable {
  /// The queries about one question, as indexes into `queries`.
  struct Asked: Sendable {
    /// The goal that decides it on runs without a crowd; where proofs alone are looked for, on all runs.
    let goal: Int
    /// The goal on runs that a crowd may have made up; nil if there are no crowds.
    let loose: Int?
    /// The occasions that the question speaks of, in its order.
    var occasions: [Int]
    var all: [Int] { [goal] + [loose].compactMap { $0 } + occasions }
  }
  private(set) var queries: [Query] = []
  /// By the number of the question; nil for one that does not apply, or need not be asked.
  private(set) var asked: [Asked?] = []
  /// Whether more is needed of something than is followed; nil if nothing is limited.
  private(set) var exhaustion: Int?
  private(set) var timeLocks = 0..<0
  /// Asked by the way: for each piece of code, what comes before it first runs. nil: nobody begins it.
  private(set) var asides: [Query] = []
  /// The number of each piece's aside.
  private(set) var asideOfPiece: [Int?] = []

  /// - Parameter isWanted: Of a question, by its number.
  init(_ lowered: LoweredModel, where isWanted: (Int) -> Bool = { _ in true }) {
    // First, since no other proof counts without them.
    if !lowered.exhaustion.isEmpty { exhaustion = add(Query(name: "exhaustion", goal: lowered.isComplete.negated)) }
    let firstLock = queries.count
    for index in lowered.timeLocks.indices { _ = add(Query(name: "time lock \(index)", goal: lowered.timeLockGoal(index))) }
    timeLocks = firstLock..<queries.count
    for (index, question) in lowered.questions.enumerated() {
      let isAsked = question.notApplicable == nil && isWanted(index)
      asked.append(isAsked ? ask(index, question, Obligations(lowered: lowered, question: question)) : nil)
    }
    for (index, beginning) in lowered.beginnings().enumerated() {
      asideOfPiece.append(beginning.map { _ in asides.count })
      if let beginning { asides.append(Query(name: "piece \(index)", goal: .all([beginning, lowered.isComplete]))) }
    }
  }

  /// The queries that every proof rests on.
  var foundations: [Int] { [exhaustion].compactMap { $0 } + timeLocks }

  /// The queries that are asked for the sake of other questions alone.
  func leftToOthers(by share: Set<Int>) -> [Int] {
    let needed = Set(foundations + share.flatMap { asked[$0]?.all ?? [] })
    return Set(asked.compactMap { $0?.all }.joined()).subtracting(needed).sorted()
  }

  private mutating func ask(_ index: Int, _ question: Question, _ obligations: Obligations) -> Asked {
    let isForProofs = obligations.lowered.following.isForProofs
    let decisive = isForProofs ? obligations.loose ?? obligations.exact : obligations.exact
    if var same = alreadyAsked(decisive, watching: question.watches) {
      same.occasions = occasions(index, obligations)
      return same
    }
    let wider = isForProofs ? nil : obligations.loose
    let goal = add(
      Query(name: "goal \(index)", goal: decisive, watches: question.watches, wider: wider.map { _ in queries.count + 1 }))
    let loose = wider.map { add(Query(name: "loose goal \(index)", goal: $0, watches: question.watches)) }
    return Asked(goal: goal, loose: loose, occasions: occasions(index, obligations))
  }

  /// Two questions may ask for the same, as a sentence and the `possible` that denies it do.
  private func alreadyAsked(_ goal: Term, watching watches: Set<VariableIndex>) -> Asked? {
    asked.lazy.compactMap { $0 }.first { queries[$0.goal].goal == goal && queries[$0.goal].watches == watches }
  }

  private mutating func occasions(_ index: Int, _ obligations: Obligations) -> [Int] {
    obligations.occasions.enumerated().map { number, term in
      known(term) ?? add(Query(name: "occasion \(index).\(number)", goal: term))
    }
  }

  /// Several sentences may speak of the same.
  private func known(_ goal: Term) -> Int? { queries.firstIndex { $0.goal == goal } }

  private mutating func add(_ query: Query) -> Int {
    queries.append(query)
    return queries.count - 1
  }
}
