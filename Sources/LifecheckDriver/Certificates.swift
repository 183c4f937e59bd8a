import LifecheckDiagnostics
import LifecheckEvidence
import LifecheckReports

/// A report with what its proofs rest on.
struct CheckedSpec {
  var report: CheckReport
  var proofs: [(answer: Answer, proof: Proof)] = []
  /// The versions of the platform that it holds for, where there are several.
  var versions: [Int] = []
}

extension CheckedSpec {
  /// One certificate for each verdict on all runs, in the order of the answers.
  /// - Parameter end: When there is no more time to make them short.
  /// - Throws: When a proof cannot be written: a defect.
  func certificates(until end: ContinuousClock.Instant?) throws(InternalError) -> [CertificateFile] {
    let places = Places(files: report.files, platformFiles: report.platformFiles)
    var result: [CertificateFile] = []
    for (answer, proof) in proofs {
      let writer = CertificateText(subject(answer, places), places: places)
      let text: String?
      do { text = try writer.text(of: proof, until: end) } catch { throw InternalError(message: "the solver failed: \(error)") }
      guard let text else { throw InternalError(message: "the proof of \"\(answer.title)\" cannot be written down") }
      result.append(CertificateFile(stem: stem(answer), text: text))
    }
    return result
  }

  private func stem(_ answer: Answer) -> String {
    let version = versions.first.map { ["from \($0)"] } ?? []
    return CertificateFile.stem(path: report.path, [answer.identifier ?? answer.title] + version)
  }

  func subject(_ answer: Answer, _ places: Places) -> CertificateSubject {
    CertificateSubject(
      specPath: report.path, platform: platform, platformParameters: report.assumptions,
      title: answer.title, identifier: answer.identifier, place: places.place(answer.origin),
      sentence: places.wholeExcerpt(answer.origin), verdict: answer.verdict.name)
  }

  private var platform: String? {
    guard !versions.isEmpty, let name = report.platform?.split(separator: " ").first else { return report.platform }
    return "\(name) \(text(ofVersions: versions))"
  }
}

extension CheckReport {
  /// `grace = 4s`: what was fixed of the platform.
  var assumptions: [String] { platformParameters.map { "\($0.name) = \($0.value)" } }
}
