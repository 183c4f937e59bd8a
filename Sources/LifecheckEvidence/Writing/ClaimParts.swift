import LifecheckEncoding
import LifecheckEngines
import LifecheckFormulas
import LifecheckSystem

extension EncodedSystem {
  /// The conjuncts of the claims, over this system.
  /// - Returns: nil if a claim speaks of something that the system does not have.
  mutating func parts(of certificates: [Certificate]) -> [Formula]? {
    var parts: [Formula] = []
    for certificate in certificates {
      guard let claim = copy(certificate.claim, from: certificate.encoded) else { return nil }
      parts += system.bank.conjuncts(of: claim)
    }
    return parts
  }

  /// Each part once, and none that says nothing.
  func withoutRepetitions(_ parts: [Formula]) -> [Formula] {
    var seen: Set<Formula> = [system.bank.true]
    return parts.filter { seen.insert($0).inserted }
  }
}
