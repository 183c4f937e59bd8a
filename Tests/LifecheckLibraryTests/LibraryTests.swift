import Lifecheck
import Testing

/// The library as a program sees it that embeds it: by what is public alone.
struct LibraryTests {
  private static let spec = Spec(
    path: "door.lc",
    text: """
      app Door {
        var open = false
        event enter when not open { open = true }
        property "shut": never open
        property "either": always open or not open
        possible "inside": open
      }

      """)

  @Test func givesVerdictsAsValues() throws {
    let report = try verify(Self.spec)
    #expect(report.outcome == .violated)
    #expect(report.answers.map(\.title) == ["shut", "either", "inside"])
    #expect(report.answers.map(\.failsTheCheck) == [true, false, false])
    guard case .violated(let story) = report.answers[0].verdict else { throw Unexpected() }
    #expect(story.steps.contains { $0.changes.contains { $0.name == "open" && $0.to == "true" } })
    #expect(report.answers[0].place.line == 4 && report.answers[0].lineToMend?.line == 3)
    guard case .proved = report.answers[1].verdict, case .reached = report.answers[2].verdict else { throw Unexpected() }
  }

  @Test func checkAsksNothing() {
    let sound = Lifecheck.check(Self.spec)
    #expect(sound.problems.isEmpty && sound.answers.isEmpty && sound.outcome == .allGood)
    let report = Lifecheck.check(Spec(path: "a.lc", text: "app A { property \"p\": never opne }"))
    #expect(report.outcome == .specHasErrors)
    #expect(report.problems.first?.code == "unknown-name" && report.problems.first?.place.line == 1)
    #expect(report.renderedProblems().contains("a.lc:1"))
  }

  /// `é` is one scalar and one code unit, `🚪` one scalar and two code units.
  @Test func columnsAreAlsoGivenInUTF16() throws {
    let report = Lifecheck.check(Spec(path: "a.lc", text: "app A { property \"é🚪\": never opne }"))
    let place = try #require(report.problems.first { $0.code == "unknown-name" }).place
    #expect((place.column, place.utf16Column) == (30, 31))
    #expect((place.endColumn, place.utf16EndColumn) == (34, 35))
  }

  @Test func loadsWhatASpecUses() throws {
    let text = "use \"lamp.lc\"\napp A { var on = false; property \"p\": never on and lit }"
    let lamp = "def lit = false\n"
    let alone = Lifecheck.check(Spec(path: "a.lc", text: text))
    #expect(alone.outcome == .specHasErrors)
    let spec = Spec(path: "a.lc", text: text, loader: .texts(["lamp.lc": lamp]))
    #expect(Lifecheck.check(spec).problems.filter { $0.severity == .error }.isEmpty)
  }

  @Test func namesAreFoundWithTheirUses() throws {
    let text = """
      use ios 12
      app A {
        /// Written, and not saved.
        data note
        on didEnterBackground { note.save() }
        on oops { }
      }
      """
    let names = Lifecheck.names(in: Spec(path: "a.lc", text: text))
    let note = try #require(names.first { $0.text == "note" && $0.role == .thing })
    #expect(note.documentation == "Written, and not saved.")
    #expect((note.declaration.line, note.declaration.column) == (4, 8))
    #expect(note.uses.map(\.line) == [5] && note.uses.map(\.column) == [27])
    // Declared in the platform, and used here; and what other versions have.
    let callback = try #require(names.first { $0.role == .callback && $0.uses.contains { $0.path == "a.lc" } })
    #expect(callback.text == "didEnterBackground")
    #expect(callback.declaration.path.hasPrefix("ios"))
    #expect(names.contains { $0.text == "scene" && $0.role == .kind })
  }

  @Test func sentencesCanBeAskedAlone() throws {
    var options = Options()
    options.only = ["either"]
    let report = try verify(Self.spec, options)
    #expect(report.answers.map(\.title) == ["either"] && report.outcome == .allGood)
  }

  @Test func whatIsCancelledIsUndecided() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let report = try verify(Self.spec, cancellation: cancellation)
    #expect(cancellation.isCancelled && report.outcome == .undecided)
  }

  @Test func severalChecksGoOnAtATime() async throws {
    let outcomes = try await withThrowingTaskGroup(of: Report.Outcome.self) { group in
      for _ in 0..<4 { group.addTask { try verify(Self.spec).outcome } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .violated, count: 4))
  }

  @Test func runsAreReplayed() throws {
    let report = try verify(Self.spec)
    let runs = try recordedRuns(in: Array(report.rendered(as: .json).utf8))
    #expect(runs.map(\.title) == ["shut", "inside"] && runs.map(\.isReached) == [false, true])
    for run in runs {
      guard case .confirmed(moved: nil) = try replay(run, on: Self.spec) else { throw Unexpected() }
    }
    var changed = Self.spec
    changed.text = Array("app Door { var open = false; property \"shut\": never open }".utf8)
    guard case .refused = try replay(runs[0], on: changed) else { throw Unexpected() }
    #expect(throws: UnreadableReport.self) { try recordedRuns(in: Array("[]".utf8)) }
  }

  @Test func formatsAndExports() throws {
    #expect(try format(Spec(path: "a.lc", text: "app A {\nvar on = false\n}\n")) == "app A {\n  var on = false\n}\n")
    #expect(throws: Refusal.self) { try format(Spec(path: "a.lc", text: "app {")) }
    #expect(try export(Self.spec, to: .system).hasPrefix("system 1"))
    #expect(try export(Self.spec, to: .smtlib(question: 1)).contains("(check-sat)"))
    #expect(throws: Refusal.self) { try export(Self.spec, to: .smtlib(question: 9)) }
  }

  @Test func everyFormIsWritten() throws {
    let report = try verify(Self.spec)
    let forms: [ReportForm] = [.text(), .json, .sarif, .junit, .github, .checkstyle, .markdown, .html, .xcode]
    for form in forms { #expect(report.rendered(as: form).contains("shut"), "\(form)") }
    #expect([report, report].rendered(as: .text()).contains("2 files"))
  }

  @Test func pagesComeWithIt() {
    #expect(platformNames.contains("ios"))
    #expect(explanation(of: "task-ended") != nil && explanation(of: "unknown-name") != nil && explanation(of: "nonsense") == nil)
  }
}

private struct Unexpected: Error {}
