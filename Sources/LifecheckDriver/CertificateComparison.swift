import LifecheckDiagnostics
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

/// Makes the system of a certificate anew from the spec, and compares it letter by letter.
/// - Throws: `InternalError` when the spec cannot be lowered for a reason that is no mistake of it.
package func compare(
  _ certificate: CertificateForm, path: String, text: [UInt8], loader: SourceLoader
) throws(InternalError) -> CertificateComparison {
  let outcome = check(
    path: path, text: text, loader: loader, version: version(certificate.facts["spec"]),
    platformParameters: parameters(certificate.facts["assuming"]))
  let (report, program) = try lowered(outcome, path: path)
  guard let (model, lowered) = program else { return .errors(report) }
  let places = Places(files: model.files)
  let answering = Answering(model: model, lowered: lowered, options: VerificationOptions(), limits: VerificationOptions().limits)
  let alike = lowered.questions.filter { question in
    let subject = answering.subject(question)
    return CertificateText.sentence(subject.title, subject.identifier) == certificate.facts["sentence"]
  }
  let isSame = alike.contains { question in
    let vacuousFor = certificate.facts["verdict"] == "vacuous" ? answering.triggerText(question) : nil
    let goals = Obligations(lowered: lowered, question: question).goals(
      isPossible: answering.isPossible(question), vacuousFor: vacuousFor, places: places)
    return certificate.isAbout(lowered.system, goals, places: places)
  }
  return isSame ? .same : alike.isEmpty ? .noSuchSentence : .different
}

/// `examples/notes.lc, on ios 12...14` is first of all about 12.
private func version(_ fact: String?) -> Int? {
  guard let platform = fact?.split(separator: ",").dropFirst().last(where: { $0.hasPrefix(" on ") }) else { return nil }
  return platform.split(separator: " ").last.flatMap { Int($0.prefix(while: \.isNumber)) }
}

/// `grace = 4s, refusals = true`
private func parameters(_ fact: String?) -> [String] {
  fact?.split(separator: ",").map { String($0.filter { $0 != " " }) } ?? []
}
