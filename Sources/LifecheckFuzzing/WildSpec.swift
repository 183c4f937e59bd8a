import LifecheckSystem

// Constructs that only wild specs have.

extension SpecWriter {
  mutating func wildDeclarations() {
    add("queue disk")
    add("var job: Job? = none")
    add("var f: () -> Void? = none")
    hasHolds = dice.chance(50)
    if hasHolds { holds() }
    hasRows = dice.chance(40)
    if hasRows { rows() }
    add("func ask(x: 0...1) -> Bool {")
    isInFunction = true
    returns = "return false"
    block(1) { $0.statement(isAsync: false) }
    lines.removeLast()
    depth += 1
    add("return \(dice.pick(["x == 1", "p", "any", "x < a"]))")
    depth -= 1
    add("}")
    isInFunction = false
    returns = "return"
  }

  /// Something that is made by `new`, with sentences of its own.
  private mutating func holds() {
    lines += [
      "  kind hold pool 2 \(dice.pick(["while", "while", "only while"])) open {",
      "    \(dice.pick(["", "durable "]))var open: Bool = false",
      "    var twice: Bool = false",
      "    signal over", "    func begin() { open = true }",
      "    func end() {", "      if not open { twice = true }", "      emit over", "      open = false", "    }",
    ]
    let sentence = dice.pick([
      "never open for 3s", "after begin, end within 2s", "never open and twice", "never end while not open",
      "over only after begin",
      "begin exactly once per end", "after end, never begin until over", "end at most once per begin",
      "after begin, over before dies, or the app dies",
    ])
    lines += ["    property \"kind\": \(sentence)", "  }", "  var h: hold? = none", "  var k: hold? = none"]
  }

  private mutating func useHold() {
    locals += 1
    switch dice.pick(0...7) {
    case 0, 1, 2:
      add("let m\(locals) = new hold")
      if dice.chance(80) { add("m\(locals).begin()") }
      if dice.chance(70) { add("\(dice.pick(["h", "k"])) = m\(locals)") }
      if dice.chance(30) { add("m\(locals).end()") }
    case 3:
      add("let m\(locals) = \(dice.pick(["h", "k"]))")
      add("if m\(locals) != none { m\(locals).\(dice.pick(["end", "begin", "end"]))() }")
    case 4: add("\(dice.pick(["h = k", "k = h", "h = none", "k = none"]))")
    case 5: add("atomic { let m\(locals) = h; h = k; k = m\(locals) }")
    case 6:
      add(
        "atomic { \(dice.pick(["h = new hold", "h = none", "let m\(locals) = new hold"])); \(dice.pick(["k", "h"])) = new hold }")
    default: add("for m\(locals) in hold where m\(locals).open { m\(locals).\(dice.pick(["end()", "open = false"])) }")
    }
  }

  /// Things of which the run says which one is meant.
  private mutating func rows() {
    lines += [
      "  kind row {", "    var isFull: Bool = false; var count: 0...2 = 0", dice.chance(50) ? "    queue own" : "",
      "    func fill() { isFull = true }", "    func look() -> Bool { fill(); return count < 2 }", "  }", "  row rows[2]",
      "  var i: 0...1 = 0",
      "  func give() async -> Bool { await load(); return \(dice.pick(["true", "p", "not q"])) }",
      "  func makeLate() -> Bool { work(); return \(dice.pick(["true", "q", "any"])) }",
    ]
  }

  /// Where another may be meant before what is written is there.
  private mutating func useRow(isAsync: Bool) {
    switch dice.pick(0...9) {
    case 0, 1: add("i = \(dice.pick(["0", "1", "1 - i"]))")
    case 2 where isAsync && !isInFunction: add("rows[i].isFull = await give()")
    case 3 where !isInFunction: add("rows[i].isFull = \(dice.pick(["makeLate()", "ask(1)"]))")
    case 4: add("if rows[i].count < 2 { rows[i].count += 1 }")
    case 5, 6:
      locals += 1
      let name = "r\(locals)"
      add("let \(name) = \(dice.pick(["rows[i]", "rows[i]", "if p { rows[0] } else { rows[1] }"]))")
      if dice.chance(70) { statement(isAsync: isAsync) }
      add("\(name).isFull = \(dice.chance(60))")
    case 7 where !isInFunction: add("rows[i].fill()")
    case 8 where !isInFunction: add("\(dice.pick(["p", "q"])) = rows[i].look()")
    default: add("rows[i].isFull = \(dice.chance(60))")
    }
  }

  mutating func wild(isAsync: Bool) {
    if hasHolds, dice.chance(35) { return useHold() }
    if hasRows, dice.chance(35) { return useRow(isAsync: isAsync) }
    switch dice.pick(0...10) {
    case 0 where depth < 4 && !isInFunction: hop(isAsync: isAsync)
    case 1 where depth < 4: deferred()
    case 2 where depth < 4: repeated(isAsync: isAsync)
    case 3 where !isInFunction: add("\(dice.pick(["p", "q"])) = ask(\(dice.pick(0...1)))")
    case 4 where !isInFunction:
      add("if \(dice.pick(["p and ", "not q or ", ""]))ask(\(dice.pick(0...1))) { \(dice.pick(["a", "b"])) = 1 }")
    case 5: keptJob()
    case 6: add(dice.chance(50) ? "job.cancel()" : "if job.running { job.cancel() }")
    case 7 where depth < 4 && !isInFunction: closure()
    case 8: add(!isInFunction && dice.chance(70) ? "f?()" : "f = none")
    case 9:
      add(
        "atomic { \(dice.pick(["p", "q"])) = \(fact(0)); \(dice.pick(["a", "b"])) = \(dice.pick(0...1)); emit \(dice.pick(["s", "t"])) }"
      )
    default: local()
    }
  }

  /// On a queue, beside everything, or in line: where it is on that queue already.
  private mutating func hop(isAsync: Bool) {
    let letsGo = isAsync && dice.chance(60)
    add(dice.pick(letsGo ? ["await on disk {", "await on main {", "await {"] : ["sync on disk {", "sync on disk {", "sync {"]))
    let outside = (isInFunction, returns)
    isInFunction = true
    returns = "return"
    block(dice.pick(1...2)) {
      if $0.depth < 4, $0.dice.chance(25) { $0.hop(isAsync: isAsync) } else { $0.statement(isAsync: isAsync) }
    }
    (isInFunction, returns) = outside
  }

  private mutating func deferred() {
    add("defer {")
    block(1) { $0.simple() }
  }

  private mutating func repeated(isAsync: Bool) {
    add("for i\(lines.count) in 1...2 {")
    block(1) { $0.statement(isAsync: isAsync) }
  }

  private mutating func keptJob() {
    if blocksLeft == 0 || depth > 3 { return simple() }
    blocksLeft -= 1
    add(dice.chance(50) ? "job = async {" : "job = async on main {")
    depth += 1
    add("do {")
    depth += 1
    add(dice.pick(["try await send()", "try await wait 2s", "await load()"]))
    simple()
    depth -= 1
    add("} catch cancelled {")
    depth += 1
    simple()
    depth -= 1
    add("} catch { }")
    depth -= 1
    add("}")
  }

  private mutating func closure() {
    let isNamed = dice.chance(30)
    if isNamed { locals += 1 }
    let name = isNamed ? "g\(locals)" : "f"
    let start = "\(isNamed ? "let " : "")\(name) = {"
    add(captured.isEmpty || dice.chance(60) ? start : "\(start) [\(dice.pick(captured))] in")
    isInFunction = true
    block(dice.pick(1...2)) { $0.statement(isAsync: false) }
    isInFunction = false
    if isNamed { add("\(name)()") }
  }

  /// A local that what comes behind it may read and set.
  private mutating func local() {
    locals += 1
    let name = "x\(locals)"
    add("var \(name): Bool = \(dice.chance(70) ? fact(0) : "any")")
    captured.append(name)
  }

  // MARK: Facts and sentences

  mutating func wildHappening() -> String {
    dice.pick([
      "note", "note returns", "ask", "ask returns", "e0", "left", "opened returns", "left returns", "load", "send returns",
      "a becomes 1", "b becomes 0", "dies", "dies watchdog", "enters away", "job.running becomes false", "back", "sleep",
    ])
  }

  private mutating func wildFact() -> String {
    if dice.chance(40) { return fact(1) }
    if hasRows, dice.chance(40) {
      return dice.pick(["rows[0].isFull", "not rows[1].isFull", "rows[i].isFull", "rows[1].count == 2", "i == 1"])
    }
    return dice.pick([
      "note is running", "load is running", "e0 is running", "ask is running", "job.running", "frozen", "running", "f == none",
      "work is running",
    ])
  }

  mutating func wildSentence() -> String {
    let (first, second) = (happening(), happening())
    let excuse = dice.chance(40) ? ", or the app dies" : ""
    return switch dice.pick(0...9) {
    case 0: "\(first) only after \(second)"
    case 1: "\(wildFact()) before \(first)"
    case 2: "after \(first), \(second) within \(dice.pick(1...6))s unless \(wildFact())"
    case 3: "\(first) exactly once per \(second) within \(dice.pick(1...6))s\(excuse)"
    case 4: "always \(wildFact()) or \(fact(1))"
    case 5: "never \(wildFact()) for \(dice.pick(1...6))s"
    case 6: "never \(wildFact()) and \(wildFact())"
    case 7: "never \(first) while \(wildFact()) and \(wildFact())"
    case 8: "after \(first) while \(wildFact()), never \(second) until \(happening())"
    default: "after \(first), \(second) while \(wildFact()) before \(happening())"
    }
  }
}
