import LifecheckEngines
import LifecheckSystem

/// All that a verdict on all runs rests on: each thing that must never happen, with the claim that excludes it.
package struct Proof: Sendable {
  /// Something that must never happen.
  package struct Goal: Sendable {
    /// As the end of "no run reaches a state in which …". Unique within a proof.
    package let what: String
    package let term: Term
    package init(what: String, term: Term) {
      self.what = what
      self.term = term
    }
  }
  package struct Part: Sendable {
    package let goal: Goal
    package let certificate: Certificate
    package init(goal: Goal, certificate: Certificate) {
      self.goal = goal
      self.certificate = certificate
    }
  }
  package let system: TimedSystem
  package let parts: [Part]
  package init(system: TimedSystem, parts: [Part]) {
    self.system = system
    self.parts = parts
  }
}

/// The description of a certificate in its own text, for people.
package struct CertificateSubject: Sendable {
  package var specPath: String
  /// For example `ios 17`; nil: the spec is its own platform.
  package var platform: String?
  /// `grace = 4s`: what was fixed for the run.
  package var platformParameters: [String]
  package var title: String
  package var identifier: String?
  /// `notes.lc:12`
  package var place: String
  /// The sentence as it stands there.
  package var sentence: String
  /// `proved`, `unreachable` or `vacuous`.
  package var verdict: String
  /// How much of what there may be any number of is followed, in words; nil: what is usual.
  package var following: String?
  package init(
    specPath: String, platform: String?, platformParameters: [String], title: String, identifier: String?, place: String,
    sentence: String, verdict: String, following: String? = nil
  ) {
    self.specPath = specPath
    self.platform = platform
    self.platformParameters = platformParameters
    self.title = title
    self.identifier = identifier
    self.place = place
    self.sentence = sentence
    self.verdict = verdict
    self.following = following
  }
}
