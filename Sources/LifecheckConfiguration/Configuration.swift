import LifecheckDiagnostics

/// The contents of `.lifecheck.yml`: how the specs of a project are checked, so that everybody and CI check them alike.
/// Options on the command line are stronger.
package struct Configuration: Sendable, Equatable {
  /// Files, or patterns as a shell expands them, relative to the folder of the configuration.
  package var specs: [PlacedText] = []
  package var versions: PlacedText?
  package var platformParameters: [String] = []
  package var timeoutSeconds: Double?
  /// Of the processor.
  package var cpuSeconds: Double?
  package var megabytes: Int?
  package var mostSteps: Int?
  package var failOn: String?
  /// Rules switched off, with the reason; in the order of the file.
  package var rulesOff: [RuleOff] = []
  /// `sarif: out/lifecheck.sarif`
  package var reports: [Report] = []
  /// `svg: out/runs`
  package var runs: [Runs] = []
  package var certificates: String?
  package var baseline: String?
  /// A folder for the evidence that later runs use.
  package var cache: String?

  /// What can turn out to be wrong only later, with its place for the message.
  package struct PlacedText: Sendable, Equatable {
    package var text: String
    package var place: SourceRange
    package init(_ text: String, at place: SourceRange) { (self.text, self.place) = (text, place) }
  }

  package struct RuleOff: Sendable, Equatable {
    package var rule: String
    package var reason: String
    package var place: SourceRange
    package init(rule: String, reason: String, place: SourceRange) {
      (self.rule, self.reason, self.place) = (rule, reason, place)
    }
  }

  package struct Report: Sendable, Equatable {
    package var kind: String
    package var path: String
    package init(kind: String, path: String) { (self.kind, self.path) = (kind, path) }
  }

  package struct Runs: Sendable, Equatable {
    package var kind: String
    /// A folder.
    package var path: String
    package init(kind: String, path: String) { (self.kind, self.path) = (kind, path) }
  }

  package init() {}

  package static let fileName = ".lifecheck.yml"

  /// All that can stand in it.
  package static let keys = [
    "specs", "platform-versions", "platform-parameters", "timeout", "cpu-limit", "memory", "max-depth", "fail-on", "rules-off",
    "reports", "runs", "certificates", "baseline", "cache",
  ]
}
