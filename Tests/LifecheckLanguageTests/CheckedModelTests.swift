import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckTestSupport
import Testing

/// The form of checked constructs.
@Suite struct CheckedModelTests {
  @Test func versionsPinnedByTheCallerWin() throws {
    let text = Array("use tiny 2...4\napp A { const n = if tiny >= 4 { 1 } else { 0 } }".utf8)
    #expect(checkText("a.lc", text).requestedVersions == 2...4)
    #expect(try #require(checkText("a.lc", text).model).versions == 2...2)
    let newest = try #require(checkText("a.lc", text, version: 4).model)
    #expect(newest.versions == 4...4)
    #expect(describe(try newest.variable("n").initial as Any) == "{kind: integer(1), type: integer(1...1)}")
  }

  @Test func withoutVersionTheNewestIsMeant() throws {
    #expect(try checked("app A { }", use: "use tiny").versions == 5...5)
  }

  @Test func constantConditionsKeepTheTakenBranch() throws {
    let body = try checked("app A { var x = false; on opened { if tiny >= 3 { x = true } else { x = false } } }").handlers[0].body
    #expect(body.statements.count == 1)
    guard case .assign(_, let value) = body.statements[0].kind, case .bool(false) = value.kind else {
      Issue.record("expected the `else`")
      return
    }
  }

  @Test func aBareCaseIsAFactUnlessItsTypeIsExpected() throws {
    let model = try checked("app A { phases p: a, b = a\n var q: p = b\n def f = b\n def g = q == b\n on opened { p = b } }")
    guard case .binary(.equal, let left, _) = try model.definition("f").value.kind, case .variable = left.kind,
      case .binary(.equal, _, let right) = try model.definition("g").value.kind, case .enumCase = right.kind,
      case .assign(_, let value) = model.handlers[0].body.statements[0].kind, case .enumCase = value.kind
    else {
      Issue.record("wrong reading of a case")
      return
    }
  }

  @Test func anInstanceWithMembersHoldsAPlainOne() throws {
    let model = try checked(
      "app A { doc text(shared: true) { var shown = false; on opened { edit(); shown = dirty } }\n def f = text.dirty and text.shown }"
    )
    let outer = try #require(model.instances.first { $0.name == "text" })
    let inner = try #require(model.instances.first { $0.name == "base" })
    #expect(model.kinds[outer.kind.index].name == "text")
    #expect(model.kinds[inner.kind.index].name == "doc")
    #expect(model.kinds[inner.owner.index].name == "text")
    #expect(outer.arguments.isEmpty)
    #expect(inner.arguments.count == 2)
    guard case .binary(.and, let dirty, let shown) = try model.definition("f").value.kind,
      case .variable(let dirtyBase, _) = dirty.kind, case .instance(let textBase, _, nil) = dirtyBase.kind,
      case .instance = textBase.kind, case .variable(let shownBase, _) = shown.kind, case .instance = shownBase.kind
    else {
      Issue.record("wrong path to a member")
      return
    }
  }

  @Test func closuresCopyOrShare() throws {
    let model = try checked(
      """
      app A { on opened {
        var copied = false
        var shared = false
        var alone = false
        let done = take { [copied] in if copied and shared { give(none) } }
        alone = true
      } }
      """)
    let captured = model.locals.filter(\.isCaptured).map(\.name)
    #expect(captured == ["shared"])
    #expect(model.locals.filter { $0.name == "copied" }.count == 2)
  }

  @Test func arithmeticComputesItsRange() throws {
    let model = try checked("app A { var x: 0...3 = 0; def f = x + 2 == 5; on opened { x += 1; x = x * 2 - 1 } }")
    guard case .assign(_, let sum) = model.handlers[0].body.statements[0].kind,
      case .assign(_, let product) = model.handlers[0].body.statements[1].kind
    else {
      Issue.record("expected assignments")
      return
    }
    #expect(sum.type == .integer(1...4))
    #expect(product.type == .integer(-1...5))
  }

  @Test func parametersOfDurationsKeepTheirRange() throws {
    let gap = try checked("app A { param gap: 4s...5s = 5s }").variable("gap")
    #expect(gap.durationRange == 4000...5000)
    #expect(gap.type == .duration)
    #expect(gap.storage == .rigid)
    #expect(describe(gap.initial as Any) == "{kind: duration(5000), type: duration}")
  }

  @Test func argumentsAreMatchedAndDefaultsFilledIn() throws {
    let model = try checked(
      "app A { func f(a: 0...3, b: Bool = true) { }\n slot s(limit: 3s)\n slot t\n on opened { f(b: false, a: 2); f(1) } }")
    let calls = model.handlers[0].body.statements.map { statement -> [String] in
      guard case .expression(let call) = statement.kind, case .call(_, _, let arguments, _) = call.kind else { return [] }
      return arguments.map { describe($0.kind) }
    }
    #expect(calls == [["integer(2)", "bool(false)"], ["integer(1)", "bool(true)"]])
    let limits = model.instances.filter { $0.owner == model.app }.map { describe($0.arguments[0].kind) }
    #expect(limits == ["duration(3000)", "duration(5000)"])
  }

  @Test func undeclaredWorkNeedsOnlyItsTime() throws {
    let model = try checked("app A { on opened { async { try? await send takes 2s...40s, may fail } } }")
    guard case .expression(let task) = model.handlers[0].body.statements[0].kind,
      case .task(.async, _, let closure, _) = task.kind,
      case .expression(let work) = closure.body.statements[0].kind, case .work("send", _, let failures, let mode) = work.kind
    else {
      Issue.record("expected work")
      return
    }
    #expect(failures == [])
    #expect(mode.isAwait && mode.isTryOptional && !mode.isTry)
  }

  // MARK: Sentences

  @Test(arguments: [
    ("never x", "neverFact"), ("never d.save while x", "neverHappening"), ("never d.lost", "neverHappening"),
    ("always x or on", "always"), ("never x for 5s", "neverFor"), ("d is saved before away", "before"),
    ("opened before left", "onlyAfter"), ("after x, opened within 5s", "afterWithin"),
    ("after left returns, never d.edit until opened", "afterNeverUntil"), ("d.save at most once per left", "atMostOnce"),
    ("x becomes true only after dies lost", "onlyAfter"),
  ])
  func phrasesAreFactsOrHappenings(_ sentence: String, _ expected: String) throws {
    let model = try checked("app A { var x = false; doc d\n property \"p\": \(sentence) }")
    let property = try #require(model.properties.first { $0.title == "p" })
    #expect(Mirror(reflecting: property.sentence).children.first?.label == expected)
  }

  @Test func whileMeansBothAfterNeverAndWheneverAfterAlways() throws {
    let model = try checked(
      "app A { var x = false\n property \"n\": never x while on\n property \"a\": always x while on\n property \"b\": after x while on, left within 3s }"
    )
    guard case .neverFact(let never) = model.properties[0].sentence, case .binary(.and, _, _) = never.kind,
      case .always(let always) = model.properties[1].sentence, case .binary(.or, let not, _) = always.kind, case .not = not.kind,
      case .afterWithin(let trigger, _, _, _) = model.properties[2].sentence, case .becomes(let fact) = trigger.kind,
      case .variable = fact.kind, trigger.condition != nil
    else {
      Issue.record("wrong reading of `while`")
      return
    }
  }

  @Test func aRuleAboutSeveralKindsIsOneForEach() throws {
    let text =
      "platform p { kind a pool 2 { signal s }\n kind b { signal t }\n rule \"r\" for each x in a or b: never x.s or x.t }\napp A { }"
    let rules = try checked(text, use: "").properties
    #expect(rules.map(\.title) == ["r", "r"])
    #expect(rules.map { $0.forEach?.kinds.count } == [1, 1])
  }

  @Test func aCallbackParameterBindsWhatIsCountedPerCallback() throws {
    let text = "app A { signal done\n on asked(ticket, urgent) { }\n property \"p\": ticket.givenAgain at most once per asked }"
    let model = try checked(text)
    guard case .atMostOnce(let counted, _)? = model.properties.first(where: { $0.title == "p" })?.sentence,
      case .signal(let target, _) = counted.kind, case .local(let local) = target.kind
    else {
      Issue.record("expected a count per callback")
      return
    }
    #expect(model.callbacks.first { $0.name == "asked" }?.parameters.first == local)
  }
}

private struct NoModel: Error { let messages: [String] }

private func checked(_ text: String, use: String = "use tiny 2") throws -> CheckedModel {
  let outcome = checkText("a.lc", Array("\(use)\n\(text)\n".utf8))
  guard let model = outcome.model else { throw NoModel(messages: outcome.diagnostics.map(\.message)) }
  return model
}

extension CheckedModel {
  fileprivate func variable(_ name: String) throws -> Variable { try #require(variables.first { $0.name == name }) }
  fileprivate func definition(_ name: String) throws -> Definition { try #require(definitions.first { $0.name == name }) }
}
