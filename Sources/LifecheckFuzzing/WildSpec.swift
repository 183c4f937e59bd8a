import LifecheckSystem

// What only wild specs have.

extension SpecWriter {
  mutating func wildDeclarations() {
    add("queue disk")
    add("var job: Job? = none")
    add("var f: () -> Void? = none")
    add("func ask(x: 0...1) -> Bool {")
    block(1) { $0.statement(isAsync: false) }
    lines.insert(String(repeating: "  ", count: depth + 1) + "return \(dice.pick(["x == 1", "p", "any", "x < a"]))", at: lines.count - 1)
  }

  mutating func wild(isAsync: Bool) {
    switch dice.pick(0...10) {
    case 0 where depth < 4: hop(isAsync: isAsync)
    case 1 where depth < 4: deferred()
    case 2 where depth < 4: repeated(isAsync: isAsync)
    case 3 where !isInFunction: add("\(dice.pick(["p", "q"])) = ask(\(dice.pick(0...1)))")
    case 4 where !isInFunction: add("if \(dice.pick(["p and ", "not q or ", ""]))ask(\(dice.pick(0...1))) { \(dice.pick(["a", "b"])) = 1 }")
    case 5: keptJob()
    case 6: add(dice.chance(50) ? "job.cancel()" : "if job.running { job.cancel() }")
    case 7 where depth < 4: closure()
    case 8: add(dice.chance(70) ? "f?()" : "f = none")
    case 9: add("atomic { \(dice.pick(["p", "q"])) = \(fact(0)); \(dice.pick(["a", "b"])) = \(dice.pick(0...1)); emit \(dice.pick(["s", "t"])) }")
    default: local()
    }
  }

  private mutating func hop(isAsync: Bool) {
    add(isAsync && dice.chance(60) ? "await on \(dice.pick(["disk", "main"])) {" : "sync on disk {")
    block(dice.pick(1...2)) { $0.statement(isAsync: isAsync) }
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
    add(captured.isEmpty || dice.chance(60) ? "f = {" : "f = { [\(dice.pick(captured))] in")
    block(dice.pick(1...2)) { $0.statement(isAsync: false) }
  }

  /// A local that what comes behind it may read and set.
  private mutating func local() {
    locals += 1
    let name = "x\(locals)"
    add("var \(name) = \(dice.chance(70) ? fact(0) : "any")")
  }
}
