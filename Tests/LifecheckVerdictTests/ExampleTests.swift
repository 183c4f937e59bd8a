import Foundation
import LifecheckDriver
import LifecheckEngines
import LifecheckReports
import LifecheckTestSupport
import Testing

/// The specs that are shown to readers: the apps in examples/, the documents' claims in specs/seeds/, and each platform's
/// well-known bugs.
@Suite struct ExampleTests {
  @Test(arguments: shownSpecs)
  func theCheckerConfirmsWhatIsShown(_ spec: ShownSpec) throws {
    let text = try Data(contentsOf: repositoryFolder.appendingPathComponent(spec.path))
    let report = try verify(
      path: spec.path, text: [UInt8](text), loader: shippedPlatformsAndFixtures,
      options: VerificationOptions(limits: Limits(wallTime: .seconds(600))))
    #expect(report.diagnostics.map(\.message) == [])
    #expect(spec.violated.subtracting(violatedSubjects(report)) == [])
    #expect(ExitCode(for: [report]) == (spec.violated.isEmpty ? .allGood : .violated))
  }

  /// Several platforms have a rule of that name, and each a repair of its own.
  @Test func noRepairIsToldThatIsAnotherPlatforms() throws {
    for (path, callback) in [
      ("specs/platforms/examples/android/draft-broken.lc", "onStop"), ("examples/letters/broken.lc", "didEnterBackground"),
    ] {
      let text = try Data(contentsOf: repositoryFolder.appendingPathComponent(path))
      let report = try verify(
        path: path, text: [UInt8](text), loader: shippedPlatformsAndFixtures, options: VerificationOptions())
      #expect(violatedSubjects(report).contains("data-saved"))
      #expect(report.mends["data-saved"]?.contains(callback) == true, "\(path)")
    }
  }

  @Test func everySpecIsListed() throws {
    let shown = Set(shownSpecs.map(\.path))
    // The cases say themselves what they show; `make tables` checks them.
    let all = try ["examples", "specs/seeds", "specs/platforms/examples"].flatMap(specs).filter {
      !$0.hasPrefix("examples/cases/")
    }
    #expect(Set(all) == shown)
  }
}

struct ShownSpec: Sendable, CustomTestStringConvertible {
  let path: String
  /// Ids of rules and titles of properties; empty: the checker has nothing against the app but advice.
  let violated: Set<String>
  var testDescription: String { path }

  init(_ path: String, _ violated: String...) {
    self.path = path
    self.violated = Set(violated)
  }
}

private let shownSpecs = [
  ShownSpec("examples/chat-client/broken.lc", "task-forgotten"),
  ShownSpec("examples/chat-client/mended.lc"),
  ShownSpec("examples/event-archive/broken.lc", "main-answers"),
  ShownSpec("examples/event-archive/mended.lc"),
  ShownSpec("examples/health-diary/broken.lc", "the diary is readable once the app is active again"),
  ShownSpec("examples/health-diary/mended.lc"),
  ShownSpec("examples/image-store/broken.lc", "task-ended"),
  ShownSpec("examples/image-store/mended.lc"),
  ShownSpec("examples/letters/broken.lc", "data-saved", "task-ended"),
  ShownSpec("examples/letters/mended.lc"),
  ShownSpec("examples/notes/broken.lc", "task-forgotten", "task-ended"),
  ShownSpec("examples/notes/mended.lc"),
  ShownSpec("examples/offline-reader/broken.lc", "lock-released"),
  ShownSpec("examples/offline-reader/mended.lc"),
  ShownSpec("examples/parcel-tracker/broken.lc", "task-ended"),
  ShownSpec("examples/parcel-tracker/mended.lc"),
  ShownSpec("examples/photo-cache/broken.lc", "the app is never suspended half-way through the removal"),
  ShownSpec("examples/photo-cache/mended.lc"),
  ShownSpec("examples/podcast-sync/broken.lc", "task-forgotten"),
  ShownSpec("examples/podcast-sync/mended.lc"),
  ShownSpec("examples/sketchbook/broken.lc", "the journal is written when `willTerminate` returns"),
  ShownSpec("examples/sketchbook/mended.lc"),
  ShownSpec("examples/usage-reports/broken.lc", "no task is open without work"),
  ShownSpec("examples/usage-reports/mended.lc"),

  ShownSpec("specs/seeds/background-task-completion.lc"),
  ShownSpec("specs/seeds/callback-order.lc"),
  ShownSpec("specs/seeds/cpu-limit.lc", "wrong: one go keeps the limit"),
  ShownSpec("specs/seeds/execution-states.lc"),
  ShownSpec("specs/seeds/exit-on-suspend.lc", "data-saved"),
  ShownSpec("specs/seeds/fetch-completion.lc"),
  ShownSpec("specs/seeds/last-shot.lc"),
  ShownSpec("specs/seeds/purge-without-notice.lc", "wrong: what `willTerminate` saves is never lost"),
  ShownSpec("specs/seeds/recorder-misses.lc", "wrong: a suspension is announced at the next tick"),
  ShownSpec("specs/seeds/recorder-takes-time.lc", "wrong: the hold covers the saving"),
  ShownSpec("specs/seeds/save-before-background.lc", "wrong: what `willResignActive` saved stays saved"),
  ShownSpec("specs/seeds/scheduled-tasks.lc"),
  ShownSpec("specs/seeds/silence.lc", "wrong: whoever comes back was in the background"),
  ShownSpec(
    "specs/seeds/suspend-recorder.lc", "wrong: a suspension is announced only after one",
    "wrong: the observers are never suspended half-way"),

  ShownSpec("specs/platforms/examples/android/article-broken.lc", "no-late-commit", "state-kept"),
  ShownSpec("specs/platforms/examples/android/article-mended.lc"),
  ShownSpec("specs/platforms/examples/android/backup-broken.lc", "service-stopped"),
  ShownSpec("specs/platforms/examples/android/backup-mended.lc"),
  ShownSpec("specs/platforms/examples/android/draft-broken.lc", "data-saved"),
  ShownSpec("specs/platforms/examples/android/draft-mended.lc"),
  ShownSpec("specs/platforms/examples/android/podcast-broken.lc", "service-in-foreground", "main-answers"),
  ShownSpec("specs/platforms/examples/android/podcast-mended.lc"),
  ShownSpec("specs/platforms/examples/page/drawing-broken.lc", "freeze-in-time"),
  ShownSpec("specs/platforms/examples/page/drawing-mended.lc"),
  ShownSpec("specs/platforms/examples/page/letter-broken.lc", "data-saved"),
  ShownSpec("specs/platforms/examples/page/letter-mended.lc"),
  ShownSpec("specs/platforms/examples/page/sync-broken.lc", "lock-released"),
  ShownSpec("specs/platforms/examples/page/sync-mended.lc"),
  ShownSpec("specs/platforms/examples/watchos/steps-broken.lc", "refresh-completed"),
  ShownSpec("specs/platforms/examples/watchos/steps-mended.lc"),
]

private func violatedSubjects(_ report: CheckReport) -> Set<String> {
  Set(
    report.answers.compactMap { answer in
      guard case .violated = answer.verdict else { return nil }
      return answer.identifier ?? answer.title
    })
}

private func specs(below folder: String) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: repositoryFolder.appendingPathComponent(folder).path)
    .filter { $0.hasSuffix(".lc") }.map { "\(folder)/\($0)" }
}
