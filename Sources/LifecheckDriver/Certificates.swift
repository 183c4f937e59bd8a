import LifecheckDiagnostics
import LifecheckEngines
import LifecheckEvidence
import LifecheckLowering
import LifecheckReports

/// A report with what its proofs rest on.
struct CheckedSpec {
  var report: CheckReport
  var proofs: [Answering.Supported] = []
  /// The versions of the platform that it holds for, where there are several.
  var versions: [Int] = []
}

extension CheckedSpec {
  /// One certificate for each verdict on all runs, in the order of the answers.
  /// They are made short while there is time for that.
  /// - Throws: When a proof cannot be written: a defect.
  func certificates(within watch: LimitWatch) throws(InternalError) -> [CertificateFile] {
    let short = watch.within { [self] in Result { () throws(InternalError) in try certificates { watch.timeLeft } } }
    if let short { return try short.get() }
    return try certificates { .zero }
  }

  private func certificates(timeLeft: @escaping () -> Duration?) throws(InternalError) -> [CertificateFile] {
    let places = Places(files: report.files, platformFiles: report.platformFiles)
    var result: [CertificateFile] = []
    for supported in proofs {
      guard let proof = supported.proof else { continue }
      let answer = supported.answer
      let writer = CertificateText(subject(answer, supported.following, places), places: places)
      let text: String?
      do { text = try writer.text(of: proof, timeLeft: timeLeft) } catch { throw InternalError(message: "the solver failed: \(error)") }
      guard let text else { throw InternalError(message: "the proof of \"\(answer.title)\" cannot be written down") }
      result.append(CertificateFile(stem: stem(answer), text: text))
    }
    return result
  }

  private func stem(_ answer: Answer) -> String {
    let version = versions.first.map { ["from \($0)"] } ?? []
    return CertificateFile.stem(path: report.path, [answer.identifier ?? answer.title] + version)
  }

  func subject(_ answer: Answer, _ following: Following, _ places: Places) -> CertificateSubject {
    CertificateSubject(
      specPath: report.path, platform: platform, platformParameters: report.assumptions,
      title: answer.title, identifier: answer.identifier, place: places.place(answer.origin),
      sentence: places.wholeExcerpt(answer.origin), verdict: answer.verdict.name,
      following: following.words)
  }

  private var platform: String? {
    guard !versions.isEmpty, let name = report.platform?.split(separator: " ").first else { return report.platform }
    return "\(name) \(text(ofVersions: versions))"
  }
}

extension Following {
  /// How a certificate says it; nil for what need not be said.
  var words: String? {
    switch self {
    case .several: nil
    case .one: "one of each is followed, all further ones are a summary"
    case .oneWithoutBound: "one of each is followed, all further ones are a summary, also of blocks that hold the main thread"
    }
  }

  /// The following that a certificate states in its words; nil: there is none with these words.
  init?(words: String?) {
    guard let found = [Following.several, .one, .oneWithoutBound].first(where: { $0.words == words }) else { return nil }
    self = found
  }
}

extension CheckReport {
  /// `grace = 4s`: what was fixed of the platform.
  var assumptions: [String] { platformParameters.map { "\($0.name) = \($0.value)" } }
}
