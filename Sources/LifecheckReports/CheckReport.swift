import LifecheckDiagnostics
import LifecheckSystem

/// Everything one run of the checker has to say about one spec; what text and JSON are made from.
package struct CheckReport: Sendable {
  /// The files read, indexed by `FileID`.
  package var files: [SourceFile]
  /// Those of them that hold nothing but platform, be it shipped or the user's own.
  package var platformFiles: Set<FileID> = []
  /// The spec's path as the user gave it.
  package var path: String
  /// For example `ios 17`, or `ios 12...18`.
  package var platform: String?
  /// Those asked for one by one, in the order of `Answer.verdictByVersion`; empty where the answers are for all alike.
  package var versions: [Int] = []
  /// The versions that were asked for instead of those in the spec; empty: none were.
  package var chosenVersions: [Int] = []
  /// The platform parameters that were fixed for this run: the answers hold for these values, and say nothing of the rest.
  package var platformParameters: [PlatformParameter] = []
  /// Given up before there were answers, at a limit or an interruption: what `diagnostics` says, and no mistake of the spec.
  package var isUnfinished = false
  /// Not empty with errors: then there are no answers.
  package var diagnostics: [Diagnostic]
  package var answers: [Answer]
  /// The questions that were asked, by title or id; empty: all were.
  package var only: [String] = []
  /// Which of the questions are answered, where others are left to other machines; nil: all are.
  package var portion: Portion?
  /// Of a portion on several versions of the platform: what was found of those that differ, before it was put together.
  package var parts: [CheckReport] = []
  /// Where the time went.
  package var efforts: [Effort] = []
  /// By the id of a rule: how its violations are mended, in a sentence or two.
  package var mends: [String: String] = [:]
  /// Made on request: one for each verdict on all runs.
  package var certificates: [CertificateFile] = []
  /// Of the solver and of the audit of proofs: fixed, so that a run can be repeated.
  package static let seed = 0
  package init(
    files: [SourceFile], path: String, platform: String?, diagnostics: [Diagnostic], answers: [Answer]
  ) {
    self.files = files
    self.path = path
    self.platform = platform
    self.diagnostics = diagnostics
    self.answers = answers
  }
}

/// `grace = 4s`, as it was given.
package struct PlatformParameter: Hashable, Sendable {
  package var name: String
  package var value: String
  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// The verdict on one rule or property.
package struct Answer: Sendable {
  package enum Role: String, Sendable { case property, possible, rule }
  package var role: Role
  /// The sentence's name, as written.
  package var title: String
  /// A rule's id.
  package var identifier: String?
  /// A rule that only advises: its violation does not fail the run.
  package var isAdvice: Bool
  package var origin: SourceRange
  /// The worst, where there are several versions.
  package var verdict: Verdict
  /// One for each of the report's `versions`; nil for a version that has no such rule or property.
  package var verdictByVersion: [Verdict?] = []
  /// The first version that has this verdict, `ios 17`, where others have another one.
  package var onVersion: String?
  /// Set when the app switched the rule off: the written reason.
  package var allowedBecause: String?
  /// That is written beside the spec: in the configuration, or in a baseline.
  package var isAllowedElsewhere = false
  package init(
    role: Role, title: String, identifier: String?, isAdvice: Bool, origin: SourceRange, verdict: Verdict,
    allowedBecause: String? = nil
  ) {
    self.role = role
    self.title = title
    self.identifier = identifier
    self.isAdvice = isAdvice
    self.origin = origin
    self.verdict = verdict
    self.allowedBecause = allowedBecause
  }
}

package enum Verdict: Sendable {
  /// Holds in every run; the invariant was re-checked in a fresh solver.
  case proved
  /// Some run breaks it; the story was replayed by the interpreter.
  case violated(Story)
  /// `possible`: the run exists.
  case reached(Story)
  /// `possible`: no run gets there.
  case unreachable
  /// Holds, but some part of what it speaks of can never be: `reason` says which, "`upload.expired` never happens".
  case vacuous(reason: String)
  /// A rule about something that the spec never uses; `reason` says what would make it apply.
  case notApplicable(reason: String)
  /// Not settled; never green.
  case undecided(Undecided)
}

package struct Undecided: Sendable {
  package enum Reason: Sendable {
    /// For the whole file.
    case givenUp(GivenUp)
    case depthLimit(Int)
    /// A pool is too small for some run: where, how large, and the run that needs one more.
    case instancesExhausted(what: String, bound: Int, origin: SourceRange, Story?)
    /// Code may start itself again without time passing: which, where, and a run in which such a round takes its time.
    case roundsWithoutTime(what: String, origin: SourceRange, Story?)
    /// Why, in the user's words, where there are any.
    case tooHard(String?)
  }
  package var reason: Reason
  /// No run with fewer steps breaks it.
  package var clearedSteps: Int
  package init(reason: Reason, clearedSteps: Int) {
    self.reason = reason
    self.clearedSteps = clearedSteps
  }
}

/// A replayed run, in the user's words.
package struct Story: Sendable {
  /// "the second `upload.begin` overwrites the slot": which part failed, and with what values.
  package var failure: String
  /// Assumptions about the world that differ from the defaults: "if the system grants only 5 s for `debBudget`".
  package var premises: [String]
  /// The sign of it that the user or the crash log would show: "0x8badf00d".
  package var fieldSignature: String?
  /// Length in symbolic steps, the measure of shortness.
  package var length: Int
  /// Of a run without steps, `length` 0, the declarations of what is so from the start.
  package var steps: [StoryStep]
  /// The spans during which something goes on, in the order in which they begin.
  package var spans: [StorySpan]
  /// Where the app's code last changed what the broken sentence speaks of; nil if it speaks of nothing that code changes.
  package var cause: SourceRange?
  /// All of the run, to be replayed; nil where nobody may want to.
  package var run: RecordedRun?
  package init(
    failure: String, premises: [String], fieldSignature: String?, length: Int, steps: [StoryStep], spans: [StorySpan] = [],
    cause: SourceRange? = nil, run: RecordedRun? = nil
  ) {
    self.failure = failure
    self.premises = premises
    self.fieldSignature = fieldSignature
    self.length = length
    self.steps = steps
    self.spans = spans
    self.cause = cause
    self.run = run
  }
}

package struct StoryStep: Sendable {
  /// Time since the start.
  package var time: RationalTime
  package var text: String
  package var origin: SourceRange?
  /// Only what changed, as the user would name it, and what the line set to the value that it had: `from` and `to` are the same.
  package var changes: [Change]
  /// Who takes it, as the spec names them: `didEnterBackground`, `the async block of line 12`; nil: nobody.
  package var actor: String?
  /// The thread or queue that this takes place on; nil: none.
  package var executor: String?
  /// Whether it changes what the sentence speaks of that failed.
  package var concernsSentence: Bool
  package struct Change: Hashable, Sendable {
    package var name: String
    package var from: String
    package var to: String
    package init(name: String, from: String, to: String) {
      self.name = name
      self.from = from
      self.to = to
    }
  }
  package init(
    time: RationalTime, text: String, origin: SourceRange?, changes: [Change], actor: String? = nil, executor: String? = nil,
    concernsSentence: Bool = false
  ) {
    self.time = time
    self.text = text
    self.origin = origin
    self.changes = changes
    self.actor = actor
    self.executor = executor
    self.concernsSentence = concernsSentence
  }
}
