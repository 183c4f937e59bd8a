/// The state of a search for a model of clauses.
///
/// Clauses lie one after the other in `arena`: the number of literals and a flag, the activity of one that was learned or the number of
/// another, then the literals' codes. A clause is named by where it begins. Its first two literals are watched.
/// - Source: N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003.
struct SATCore: ~Copyable {
  struct Watch: BitwiseCopyable {
    var clause: UInt32
    /// Some other literal of the clause: where it is true, the clause need not be looked at. The complement of the code, which is
    /// negative, where there is no other than that, so that nothing in the clause need ever be looked at.
    private let code: Int32
    @inline(__always) var isOfTwo: Bool { code < 0 }
    @inline(__always) var blocker: Int32 { code < 0 ? ~code : code }

    @inline(__always) init(clause: UInt32, blocker: Int32, isOfTwo: Bool = false) {
      self.clause = clause
      code = isOfTwo ? ~blocker : blocker
    }
  }
  typealias ClauseName = UInt32
  static let noClause = ClauseName.max
  static let headerSize = 2

  enum Truth {
    static let open: UInt8 = 0
    static let yes: UInt8 = 1
    static let no: UInt8 = 2
  }

  /// By a literal's code.
  var values = Buffer<UInt8>()
  var watches = Buffer<Buffer<Watch>>()
  // By variable.
  var levels = Buffer<Int32>()
  var reasons = Buffer<ClauseName>()
  /// The last value of each variable: it is tried first again.
  var phases = Buffer<UInt8>()
  var marks = Buffer<UInt8>()
  var isDecidable = Buffer<UInt8>()
  var order = ActivityOrder()

  var trail = Buffer<Int32>()
  var levelStarts = Buffer<Int32>()
  var head = 0

  var arena = Buffer<UInt32>()
  var problemClauses = Buffer<ClauseName>()
  var learnedClauses = Buffer<ClauseName>()
  var clauseIncrement: Float = 1
  /// No model is left, whatever is assumed.
  var isContradictory = false
  /// How much of the trail was there when clauses were last tidied up.
  var tidiedCount = 0
  var maximumLearned = 4_000
  /// By number of a clause: 1 where nobody needs it any more, since others say more. 0 is the number of all that stay.
  var isDropped = Buffer<UInt8>()
  /// How many of those may still be there.
  var droppedCount = 0
  /// Switches whose clauses are still there, satisfied; and those that occur in none any more.
  var retiring: [Int] = []
  var retired: [Int] = []

  var model = Buffer<UInt8>()
  /// Assumptions that cannot hold together.
  var conflicting: [Literal] = []
  var conflictCount = 0
  var propagationCount = 0

  // Kept from one conflict to the next, so that nothing is allocated.
  var learning = Buffer<Int32>()
  var toClear = Buffer<Int32>()
  var pending = Buffer<Int32>()

  deinit {
    for index in 0..<watches.count { watches[index].deallocate() }
    for bytes in [values, phases, marks, isDecidable, model, isDropped] { bytes.deallocate() }
    for words in [reasons, arena, problemClauses, learnedClauses] { words.deallocate() }
    for numbers in [levels, trail, levelStarts, learning, toClear, pending] { numbers.deallocate() }
    watches.deallocate()
    order.deallocate()
  }

  var level: Int { levelStarts.count }
  var variableCount: Int { levels.count }

  @inline(__always) func value(_ literal: Int32) -> UInt8 { values[Int(literal)] }

  mutating func addVariable(isDecidable decidable: Bool) -> Int {
    let variable = levels.count
    for _ in 0..<2 {
      values.append(Truth.open)
      watches.append(Buffer<Watch>())
    }
    levels.append(0)
    reasons.append(Self.noClause)
    phases.append(1)
    marks.append(0)
    isDecidable.append(decidable ? 1 : 0)
    order.addVariable()
    if decidable { order.insert(Int32(variable)) }
    return variable
  }

  /// A switch that no clause contains.
  mutating func takeRetired() -> Int? { retired.popLast() }

  mutating func retire(_ literal: Literal) {
    addClause([!literal])
    retiring.append(literal.variable)
  }

  // MARK: Clauses

  /// A number for a clause that can be dropped.
  mutating func nextNumber() -> UInt32 {
    if isDropped.count == 0 { isDropped.append(0) }
    isDropped.append(0)
    return UInt32(isDropped.count - 1)
  }

  mutating func drop(_ number: UInt32) {
    isDropped[Int(number)] = 1
    droppedCount += 1
  }

  @inline(__always) func size(of clause: ClauseName) -> Int { Int(arena[Int(clause)] >> 1) }
  @inline(__always) func literals(of clause: ClauseName) -> UnsafeMutablePointer<UInt32> {
    arena.base + Int(clause) + Self.headerSize
  }
  func isLearned(_ clause: ClauseName) -> Bool { arena[Int(clause)] & 1 == 1 }
  func activity(of clause: ClauseName) -> Float { Float(bitPattern: arena[Int(clause) + 1]) }

  /// Adds a clause. Literals that follow from others are watched first: they may stay open where nobody needs them, and the
  /// clause is not looked at then.
  /// - Parameter number: By which it can be dropped.
  /// - Precondition: Nothing is decided.
  mutating func addClause(_ literals: [Literal], number: UInt32 = 0) {
    if isContradictory { return }
    var kept: [Int32] = []
    for literal in literals.sorted() {
      if value(literal.code) == Truth.yes || kept.last == literal.code ^ 1 { return }
      if value(literal.code) != Truth.no, kept.last != literal.code { kept.append(literal.code) }
    }
    switch kept.count {
    case 0: isContradictory = true
    case 1:
      assign(kept[0], because: Self.noClause)
      if propagate() != Self.noClause { isContradictory = true }
    default:
      if kept.count > 2 {
        kept = kept.filter { isDecidable[Int($0 >> 1)] == 0 } + kept.filter { isDecidable[Int($0 >> 1)] == 1 }
      }
      let clause = store(kept.count, isLearned: false) { kept[$0] }
      arena[Int(clause) + 1] = number
      problemClauses.append(clause)
      watch(clause)
    }
  }

  mutating func store(_ count: Int, isLearned: Bool, _ literal: (Int) -> Int32) -> ClauseName {
    let clause = ClauseName(arena.count)
    arena.append(UInt32(count) << 1 | (isLearned ? 1 : 0))
    arena.append(Float(0).bitPattern)
    for index in 0..<count { arena.append(UInt32(bitPattern: literal(index))) }
    return clause
  }

  func watch(_ clause: ClauseName) {
    let literals = literals(of: clause)
    let (first, second) = (Int32(bitPattern: literals[0]), Int32(bitPattern: literals[1]))
    let isOfTwo = size(of: clause) == 2
    watches.base[Int(first ^ 1)].append(Watch(clause: clause, blocker: second, isOfTwo: isOfTwo))
    watches.base[Int(second ^ 1)].append(Watch(clause: clause, blocker: first, isOfTwo: isOfTwo))
  }

  // MARK: Values

  @inline(__always) mutating func assign(_ literal: Int32, because reason: ClauseName) {
    values[Int(literal)] = Truth.yes
    values[Int(literal ^ 1)] = Truth.no
    levels[Int(literal >> 1)] = Int32(level)
    reasons[Int(literal >> 1)] = reason
    trail.append(literal)
  }

  mutating func beginLevel() { levelStarts.append(Int32(trail.count)) }

  mutating func backtrack(to target: Int) {
    if level <= target { return }
    let start = Int(levelStarts[target])
    var index = trail.count - 1
    while index >= start {
      let literal = trail[index]
      let variable = literal >> 1
      values[Int(literal)] = Truth.open
      values[Int(literal ^ 1)] = Truth.open
      phases[Int(variable)] = UInt8(literal & 1)
      if isDecidable[Int(variable)] == 1 { order.insert(variable) }
      index -= 1
    }
    trail.shrink(to: start)
    levelStarts.shrink(to: target)
    head = start
  }

  /// Draws all conclusions from clauses of which one literal is left.
  /// - Returns: A clause that is false; `noClause` if there is none.
  mutating func propagate() -> ClauseName {
    while head < trail.count {
      let literal = trail[head]
      head += 1
      propagationCount += 1
      let conflict = visitWatches(of: literal)
      if conflict != Self.noClause {
        head = trail.count
        return conflict
      }
    }
    return Self.noClause
  }

  /// Looks at each clause that watches the complement of a literal, which has become true.
  @inline(__always)
  private mutating func visitWatches(of literal: Int32) -> ClauseName {
    let values = self.values.base
    let list = watches.base + Int(literal)
    var walk = WatchWalk(list.pointee.base, count: list.pointee.count)
    defer { list.pointee.shrink(to: walk.keepRest()) }
    while let watch = walk.next() {
      let truth = values[Int(watch.blocker)]
      if truth == Truth.yes {
        walk.keep(watch)
      } else if watch.isOfTwo {
        walk.keep(watch)
        if truth == Truth.no { return watch.clause }
        assign(watch.blocker, because: watch.clause)
      } else if !watchOther(watch, insteadOf: UInt32(bitPattern: literal ^ 1), &walk) {
        return watch.clause
      }
    }
    return Self.noClause
  }

  /// Finds another literal of the clause to watch. If there is none, the first one must be true.
  /// - Returns: False if all literals are.
  @inline(__always)
  private mutating func watchOther(_ watch: Watch, insteadOf falseLiteral: UInt32, _ walk: inout WatchWalk) -> Bool {
    let values = self.values.base
    let clause = arena.base + Int(watch.clause)
    let literals = clause + Self.headerSize
    if literals[0] == falseLiteral {
      literals[0] = literals[1]
      literals[1] = falseLiteral
    }
    let first = Int32(bitPattern: literals[0])
    let rewatched = Watch(clause: watch.clause, blocker: first)
    if first != watch.blocker, values[Int(first)] == Truth.yes {
      walk.keep(rewatched)
      return true
    }
    let size = Int(clause[0] >> 1)
    var other = 2
    while other < size, values[Int(literals[other])] == Truth.no { other += 1 }
    if other < size {
      literals[1] = literals[other]
      literals[other] = falseLiteral
      watches.base[Int(literals[1] ^ 1)].append(rewatched)
      return true
    }
    walk.keep(rewatched)
    if values[Int(first)] == Truth.no { return false }
    assign(first, because: watch.clause)
    return true
  }
}

/// Goes through a list of watches, and moves those that are kept to its beginning.
private struct WatchWalk {
  private let items: UnsafeMutablePointer<SATCore.Watch>
  private let end: Int
  private var following = 0
  private var kept = 0

  @inline(__always) init(_ items: UnsafeMutablePointer<SATCore.Watch>, count: Int) {
    self.items = items
    end = count
  }

  @inline(__always) mutating func next() -> SATCore.Watch? {
    if following == end { return nil }
    defer { following += 1 }
    return items[following]
  }

  @inline(__always) mutating func keep(_ watch: SATCore.Watch) {
    items[kept] = watch
    kept += 1
  }

  /// - Returns: How many are kept, all that were not looked at among them.
  @inline(__always) mutating func keepRest() -> Int {
    while let watch = next() { keep(watch) }
    return kept
  }
}
