import LifecheckThreads

/// Notes of certificates that a fresh solver refuted: an engine has claimed what does not follow, or the encoder and the solver
/// disagree. No verdict comes of it, so nobody would see it: tests and fuzzing fail where there are any.
package enum Refutations {
  private static let noted = Monitor<[String]>([])

  /// Exploration proposes claims that may turn out to be none. Induction has looked at steps alone: whether its claim holds at the
  /// start is asked by the check for the first time. What was kept may have been tampered with. All else has been proved by the engine
  /// that claims it.
  static func note(_ certificate: Certificate, _ obligation: Certification.Obligation) {
    if certificate.engine == .exploration || certificate.engine == .kept { return }
    if certificate.engine == .kInduction, obligation == .start { return }
    noted.update { $0.append("\(certificate.engine.rawValue), k = \(certificate.k): \(obligation.rawValue)") }
  }

  /// All since the last call, in the order in which they came.
  package static func take() -> [String] {
    noted.update { all in
      defer { all = [] }
      return all
    }
  }
}
