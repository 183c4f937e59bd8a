import LifecheckDiagnostics
import LifecheckEngines
import LifecheckEvidence
import LifecheckLanguage
import LifecheckLowering
import LifecheckReports

/// How a certificate compares with a spec.
package enum CertificateComparison: Sendable {
  /// It shows all that the verdict in it rests on, of the system that the spec stands for.
  case same
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
  for version in versions(certificate.facts["spec"]) {
    let outcome = check(
      path: path, text: text, loader: loader, version: version,
      platformParameters: parameters(certificate.facts["assuming"]))
    let (report, program) = try lowered(outcome, path: path)
    guard let (model, lowered) = program else { return .errors(report) }
    let comparison = compare(certificate, model, lowered)
    guard case .same = comparison else { return comparison }
  }
  return .same
}

private func compare(_ certificate: CertificateForm, _ model: CheckedModel, _ lowered: LoweredModel) -> CertificateComparison {
  let places = Places(files: model.files)
  let answering = Answering(model: model, lowered: lowered, options: VerificationOptions(), limits: Limits())
  let alike = lowered.questions.filter { question in
    let subject = answering.subject(question)
    return CertificateText.sentence(subject.title, subject.identifier) == certificate.facts["sentence"]
  }
  let isSame = alike.contains { question in
    let isPossible = answering.isPossible(question)
    let isVacuous = certificate.facts["verdict"] == "vacuous"
    // What the goals are depends on the verdict, so it must be one that such a sentence can have.
    guard certificate.facts["verdict"] == (isPossible ? "unreachable" : isVacuous ? "vacuous" : "proved") else { return false }
    let goals = Obligations(lowered: lowered, question: question).goals(
      isPossible: isPossible, vacuousFor: isVacuous ? answering.triggerText(question) : nil, places: places)
    return certificate.isAbout(lowered.system, goals, places: places)
  }
  return isSame ? .same : alike.isEmpty ? .noSuchSentence : .different
}

/// Those of `examples/notes.lc, on ios 12...14, 16`; nil for a platform without versions.
private func versions(_ fact: String?) -> [Int?] {
  let parts = (fact ?? "").split(separator: ",")
  guard let start = parts.lastIndex(where: { $0.hasPrefix(" on ") }) else { return [nil] }
  let numbers = parts[start...].flatMap { part -> [Int?] in
    let ends = (part.split(separator: " ").last ?? "").split(separator: ".").map { Int($0) }
    guard let low = ends.first ?? nil, let high = ends.last ?? nil, low <= high else { return [] }
    return Array(low...high)
  }
  return numbers.isEmpty ? [nil] : numbers
}

/// `grace = 4s, refusals = true`
private func parameters(_ fact: String?) -> [String] {
  fact?.split(separator: ",").map { String($0.filter { $0 != " " }) } ?? []
}
