import LifecheckDiagnostics
import LifecheckEngines
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports

/// How a certificate compares with a spec.
package enum CertificateComparison: Sendable {
  /// It shows all that the verdict in it rests on, of the system that the spec stands for.
  /// - Parameter remark: That the spec is about other versions than the certificate, if it is.
  case same(remark: String?)
  /// The spec, or its platform, is another one now; or the certificate was changed.
  case different
  /// The spec has no such sentence.
  case noSuchSentence
  /// The spec has errors.
  case errors(CheckReport)
}

/// Makes the system of a certificate anew from the spec, for each version of the platform that the certificate names, and
/// compares it command by command.
/// - Throws: `InternalError` when the spec cannot be lowered for a reason that is no mistake of it.
package func compare(
  _ certificate: CertificateForm, path: String, text: [UInt8], loader: SourceLoader
) throws(InternalError) -> CertificateComparison {
  let platform = ClaimedPlatform(certificate.facts["spec"] ?? "")
  var asked: ClosedRange<Int>?
  for version in platform.versions {
    let outcome = check(
      path: path, text: text, loader: loader, version: version,
      platformParameters: parameters(certificate.facts["assuming"]))
    asked = outcome.requestedVersions
    guard let following = Following(words: certificate.facts["counting"]) else { return .different }
    let (report, program) = try lowered(outcome, path: path, following: following)
    guard let (model, lowered) = program else { return .errors(report) }
    // The certificate's words about itself are what the reader is told, so they must match what was compared.
    guard platform.includes(report.platform), CertificateText.assumptions(report.assumptions) == certificate.facts["assuming"]
    else { return .different }
    let comparison = compare(certificate, model, lowered)
    guard case .same = comparison else { return comparison }
  }
  return .same(remark: asked.flatMap(platform.remark))
}

private func compare(_ certificate: CertificateForm, _ model: CheckedModel, _ lowered: LoweredModel) -> CertificateComparison {
  let places = Places(files: model.files)
  let answering = Answering(model: model, lowered: lowered, options: VerificationOptions())
  let alike = lowered.questions.filter { question in
    let subject = answering.subject(question)
    return CertificateText.sentence(subject.title, subject.identifier) == certificate.facts["sentence"]
  }
  let isSame = alike.contains { question in
    // Of a rule that does not apply, there is no verdict on all runs.
    guard question.notApplicable == nil else { return false }
    let isPossible = answering.isPossible(question)
    // The goals depend on the verdict, so it must be one that such a sentence can have.
    let verdict = certificate.facts["verdict"]
    let isVacuous = verdict == "vacuous" && !isPossible
    guard isVacuous || verdict == (isPossible ? "unreachable" : "proved") else { return false }
    let absences: [Int?] = isVacuous ? Array(question.occasions.indices) : [nil]
    let obligations = Obligations(lowered: lowered, question: question)
    return absences.contains { absent in
      certificate.isAbout(lowered.system, obligations.goals(isPossible: isPossible, absent: absent, places: places), places: places)
    }
  }
  return isSame ? .same(remark: nil) : alike.isEmpty ? .noSuchSentence : .different
}

/// The platform that a certificate states: the end of `examples/notes.lc, on ios 12...14, 16`.
struct ClaimedPlatform {
  /// One for each check to make; nil: the version that the spec names, if there are any.
  let versions: [Int?]
  /// `ios`
  private let name: Substring
  /// `ios 17`, where there is at most one version.
  private let whole: Substring

  init(_ fact: String) {
    whole = fact.ranges(of: ", on ").last.map { fact[$0.upperBound...] } ?? ""
    let words = whole.split(separator: " ", maxSplits: 1)
    name = words.first ?? ""
    let numbers = words.count == 2 ? VersionList(words[1])?.numbers : nil
    versions = numbers ?? [nil]
  }

  /// A proof for one version says nothing of the others that the spec is for.
  func remark(_ asked: ClosedRange<Int>) -> String? {
    let shown = versions.compactMap { $0 }
    guard !shown.isEmpty, Set(asked) != Set(shown) else { return nil }
    return "It is about \(whole); the spec is for \(name) \(text(ofVersions: Array(asked))). Of other versions it says nothing."
  }

  /// - Parameter checked: The platform of one of the checks, with its version.
  func includes(_ checked: String?) -> Bool {
    // Without a platform, such words belong to the name of the file.
    guard let checked else { return versions == [nil] }
    return versions.contains { version in version.map { "\(name) \($0)" == checked } ?? (whole == checked) }
  }
}

/// `grace = 4s, refusals = true`
private func parameters(_ fact: String?) -> [String] {
  fact?.split(separator: ",").map { String($0.filter { $0 != " " }) } ?? []
}
