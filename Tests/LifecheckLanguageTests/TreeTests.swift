import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// The tree of each construct of the grammar, as `describe` prints it.
@Suite struct TreeTests {
  @Test(arguments: [
    (
      #"param gap, lag: 4s...5s = 5s"#,
      #"parameter(names: [gap, lag], type: range(range(closed, duration(4000), duration(5000))), initial: duration(5000))"#
    ),
    (
      #"durable var sent = false"#,
      #"variable({storage: durable, names: [sent], initial: bool(false)})"#
    ),
    (
      #"system let a, b: Bool"#,
      #"variable({storage: system, isConstant: true, names: [a, b], type: named(Bool)})"#
    ),
    (
      #"phases state: x, y = x"#,
      #"phases(storage: memory, name: state, cases: [x, y], initial: x)"#
    ),
    (
      #"durable phases state: x, y"#,
      #"phases(storage: durable, name: state, cases: [x, y])"#
    ),
    (
      #"def held = a and b"#,
      #"definition(name: held, value: binary(and, name(a), name(b)))"#
    ),
    (
      #"const limit = 25s"#,
      #"constant(name: limit, value: duration(25000))"#
    ),
    (
      #"setting wifiOnly: Bool"#,
      #"setting(name: wifiOnly, type: named(Bool))"#
    ),
    (
      #"stopwatch budget while a and !b"#,
      #"stopwatch(name: budget, condition: binary(and, name(a), not(name(b))))"#
    ),
    (
      #"system thread moves"#,
      #"executor({isSystem: true, name: moves})"#
    ),
    (
      #"queue work latency 0s...forever"#,
      #"executor({name: work, latency: range(closed, duration(0), forever)})"#
    ),
    (
      #"callback a, b(task: Run) on main says "it ends""#,
      #"callback({items: [{name: a}, {name: b, parameters: [{name: task, type: named(Run)}]}], executor: main, says: it ends})"#
    ),
    (
      #"signal lost, found"#,
      #"signal(names: [lost, found])"#
    ),
    (
      #"enum Colour { red, green }"#,
      #"enumeration(name: Colour, cases: [red, green])"#
    ),
    (
      #"kind task(limit: Duration = 5s) pool 3 while open { var open = true }"#,
      #"kind({name: task, parameters: [{name: limit, type: named(Duration), initial: duration(5000)}], pool: integer(3), liveWhile: name(open), members: [variable({storage: memory, names: [open], initial: bool(true)})]})"#
    ),
    (
      #"task upload[3]"#,
      #"instance({kind: task, name: upload, count: integer(3)})"#
    ),
    (
      #"scene editor[1...2](x: 1) { data text }"#,
      #"instance({kind: scene, name: editor, count: range(closed, integer(1), integer(2)), arguments: [{label: x, value: integer(1)}], members: [instance({kind: data, name: text})]})"#
    ),
    (
      #"func send() async takes 2s...40s, may fail"#,
      #"function({name: send, isAsync: true, takes: range(closed, duration(2000), duration(40000)), mayFail: []})"#
    ),
    (
      #"func begin(on q: queue, done: once () -> Void? = none) -> Task? { return none }"#,
      #"function({name: begin, parameters: [{label: on, name: q, type: named(queue)}, {name: done, type: optional(closure()), isOnce: true, initial: none}], result: optional(named(Task)), body: [returns(none)]})"#
    ),
    (
      #"func submit() may fail with a, b { throw a }"#,
      #"function({name: submit, mayFail: [a, b], body: [throwing(a)]})"#
    ),
    (
      #"func read() says "it reads" takes 1s"#,
      #"function({name: read, takes: duration(1000), says: it reads})"#
    ),
    (
      #"event tell by system says none on moves { die quit }"#,
      #"event({name: tell, by: system, says: nothing, executor: moves, body: [die(quit)]})"#
    ),
    (
      #"event leave by user says "you leave" on moves when inactive latest c { die quit }"#,
      #"event({name: leave, by: user, says: phrase(you leave), executor: moves, when: name(inactive), latest: name(c), body: [die(quit)]})"#
    ),
    (
      #"on didEnterBackground { }"#,
      #"handler({callback: name(didEnterBackground), body: []})"#
    ),
    (
      #"on refresh.run(task) on q { }"#,
      #"handler({callback: member(name(refresh), run), parameters: [task], executor: q, body: []})"#
    ),
    (
      #"on dies { }"#,
      #"onDies(body: [])"#
    ),
    (
      #"on dies killed or purged { }"#,
      #"onDies(reasons: [killed, purged], body: [])"#
    ),
    (
      #"since ios 13 signal late"#,
      #"{since: {platform: ios, version: 13}, kind: signal(names: [late])}"#
    ),
    (
      #"allow "rule" because "reason" until 2027-01-31"#,
      #"allow(rule: rule, reason: reason, until: 2027-01-31)"#
    ),
    (
      #"var x: (() -> Void)? = none"#,
      #"variable({storage: memory, names: [x], type: optional(closure()), initial: none})"#
    ),
    (
      #"var n: limit + 1...7"#,
      #"variable({storage: memory, names: [n], type: range(range(closed, binary(add, name(limit), integer(1)), integer(7)))})"#
    ),
  ])
  func declarations(_ text: String, _ tree: String) { checkDeclaration(text, tree) }

  @Test(arguments: [
    (
      #"a = 1 + 2 * 3 - 4"#,
      #"assign(target: name(a), operation: set, value: binary(subtract, binary(add, integer(1), binary(multiply, integer(2), integer(3))), integer(4)))"#
    ),
    (
      #"a += x.y[0].z"#,
      #"assign(target: name(a), operation: add, value: member(index(member(name(x), y), integer(0)), z))"#
    ),
    (
      #"if a { b() } else if c { d() } else { e() }"#,
      #"conditional(condition: name(a), then: [expression(call(callee: name(b)))], otherwise: [conditional(condition: name(c), then: [expression(call(callee: name(d)))], otherwise: [expression(call(callee: name(e)))])])"#
    ),
    (
      #"guard a == none else { return }"#,
      #"guardElse(condition: binary(equal, name(a), none), otherwise: [returns()])"#
    ),
    (
      #"for t in Task where t.open { t.end() }"#,
      #"forIn(name: t, sequence: name(Task), condition: member(name(t), open), body: [expression(call(callee: member(name(t), end)))])"#
    ),
    (
      #"for i in 0..<3 { }"#,
      #"forIn(name: i, sequence: range(halfOpen, integer(0), integer(3)), body: [])"#
    ),
    (
      #"do { try await f() } catch lost { return } catch { throw }"#,
      #"doCatch(body: [expression(trying(awaiting(call(callee: name(f)))))], clauses: [{error: lost, body: [returns()]}, {body: [throwing()]}])"#
    ),
    (
      #"defer { f() }"#,
      #"deferred([expression(call(callee: name(f)))])"#
    ),
    (
      #"wait 5s"#,
      #"wait(duration: duration(5000))"#
    ),
    (
      #"try await wait wall 1s...3s"#,
      #"wait(duration: range(closed, duration(1000), duration(3000)), isWall: true, canThrow: true, isAwaited: true)"#
    ),
    (
      #"await wait 1s"#,
      #"wait(duration: duration(1000), isAwaited: true)"#
    ),
    (
      #"wait until a or b"#,
      #"waitUntil(binary(or, name(a), name(b)))"#
    ),
    (
      #"within any a...25s { call run(t) } else { die late }"#,
      #"within(limit: any(range(closed, name(a), duration(25000))), body: [call(call(callee: name(run), arguments: [{value: name(t)}]))], otherwise: [die(late)])"#
    ),
    (
      #"lock l { }"#,
      #"lock(name(l), [])"#
    ),
    (
      #"atomic { emit draft.lost }"#,
      #"atomic([emit(member(name(draft), lost))])"#
    ),
    (
      #"freeze; thaw; start; reset budget"#,
      #"freeze, thaw, start, reset(name(budget))"#
    ),
    (
      #"let j = async on main { f() }"#,
      #"variable({storage: memory, isConstant: true, names: [j], initial: task(async, executor: name(main), body: [expression(call(callee: name(f)))])})"#
    ),
    (
      #"await on q { }"#,
      #"expression(task(await, executor: name(q), body: []))"#
    ),
    (
      #"sync on moves { wakeUp() }"#,
      #"expression(task(sync, executor: name(moves), body: [expression(call(callee: name(wakeUp)))]))"#
    ),
    (
      #"draft.save() takes 1s...3s"#,
      #"expression(timed(call(callee: member(name(draft), save)), takes: range(closed, duration(1000), duration(3000))))"#
    ),
    (
      #"send takes 2s, may fail with a"#,
      #"expression(timed(name(send), takes: duration(2000), mayFail: [a]))"#
    ),
    (
      #"f() may fail"#,
      #"expression(timed(call(callee: name(f)), mayFail: []))"#
    ),
    (
      #"taskId = begin { [x, weak self] in end(taskId) }"#,
      #"assign(target: name(taskId), operation: set, value: call(callee: name(begin), arguments: [{value: closure({captures: [{name: x}, {name: self, isWeak: true}], body: [expression(call(callee: name(end), arguments: [{value: name(taskId)}]))]})}]))"#
    ),
    (
      #"begin(limit: 3s) { f() }"#,
      #"expression(call(callee: name(begin), arguments: [{label: limit, value: duration(3000)}, {value: closure({body: [expression(call(callee: name(f)))]})}]))"#
    ),
    (
      #"x?()"#,
      #"expression(call(callee: name(x), isOptional: true))"#
    ),
    (
      #"x?.f(a: 1)"#,
      #"expression(call(callee: member(name(x), f), arguments: [{label: a, value: integer(1)}], isOptional: true))"#
    ),
    (
      #"try? r.submit()"#,
      #"expression(trying(call(callee: member(name(r), submit)), isOptional: true))"#
    ),
    (
      #"let t = new Run(x: 1)"#,
      #"variable({storage: memory, isConstant: true, names: [t], initial: new(Run, [{label: x, value: integer(1)}])})"#
    ),
    (
      #"x = if a { 1 } else if b { 2 } else { 3 }"#,
      #"assign(target: name(x), operation: set, value: conditional(name(a), integer(1), conditional(name(b), integer(2), integer(3))))"#
    ),
    (
      #"x = !a == b and not c or d"#,
      #"assign(target: name(x), operation: set, value: binary(or, binary(and, not(binary(equal, name(a), name(b))), not(name(c))), name(d)))"#
    ),
    (
      #"x = a == !b"#,
      #"assign(target: name(x), operation: set, value: binary(equal, name(a), not(name(b))))"#
    ),
    (
      #"x = count t in K where t.open"#,
      #"assign(target: name(x), operation: set, value: quantified(count, t, name(K), member(name(t), open)))"#
    ),
    (
      #"x = "say \"hi\"" == "a""#,
      #"assign(target: name(x), operation: set, value: binary(equal, string("say "hi""), string("a")))"#
    ),
    (
      #"if any { }"#,
      #"conditional(condition: any(), then: [])"#
    ),
    (
      #"x = 2.5s + 1min"#,
      #"assign(target: name(x), operation: set, value: binary(add, duration(2500), duration(60000)))"#
    ),
    (
      #"if f is running and x { }"#,
      #"conditional(condition: binary(and, isTest(name(f), running), name(x)), then: [])"#
    ),
    (
      #"a.b { }"#,
      #"expression(call(callee: member(name(a), b), arguments: [{value: closure({body: []})}]))"#
    ),
  ])
  func statements(_ text: String, _ tree: String) { checkStatement(text, tree) }

  @Test func usesAndDocumentation() {
    let text = """
      use ios 12...18 with scenes
      use "retry.lc" with attempts = 3, delay = 2s
      /// Takes notes.
      ///
      /// Well.
      app A { }
      """
    #expect(
      describe(parse(file(text)).tree) == #"""
        {uses: [{target: platform(ios), version: range(closed, integer(12), integer(18)), features: [scenes]}, \#
        {target: file("retry.lc"), bindings: [{name: attempts, value: integer(3)}, {name: delay, value: duration(2000)}]}], \#
        declarations: [{documentation: "Takes notes.

        Well.", kind: root({name: A})}]}
        """#)
  }

  /// A line goes on where it cannot be complete, and where the next one cannot begin anything.
  @Test(arguments: [
    ("x = a\n  and b", "x = a and b"), ("x = a or\n  b", "x = a or b"), ("x = a\n  .b", "x = a.b"),
    ("if a { }\nelse { }", "if a { } else { }"), ("do { }\ncatch { }", "do { } catch { }"),
    ("f(\n  a,\n  b\n)", "f(a, b)"), ("send\n  takes 5s", "send takes 5s"), ("a(); b()", "a()\nb()"),
  ])
  func lineBreaks(_ broken: String, _ whole: String) {
    checkStatement(broken, statementTree(whole))
  }
}

/// - Parameter tree: what `text` becomes as the only member of an app.
func checkDeclaration(_ text: String, _ tree: String) {
  let parsed = parse(file("app A {\n\(text)\n}"))
  #expect(parsed.diagnostics == [])
  #expect(describe(parsed.tree) == "{declarations: [root({name: A, members: [\(tree)]})]}")
}

private func checkStatement(_ text: String, _ tree: String) {
  #expect(parse(file("app A {\non a {\n\(text)\n}\n}")).diagnostics == [])
  #expect(statementTree(text) == tree)
}

private func statementTree(_ text: String) -> String {
  let whole = describe(parse(file("app A {\non a {\n\(text)\n}\n}")).tree)
  let start = "{declarations: [root({name: A, members: [handler({callback: name(a), body: ["
  return whole.hasPrefix(start) ? String(whole.dropFirst(start.count).dropLast("]})]})]}".count)) : whole
}
