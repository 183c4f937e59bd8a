import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckTestSupport

/// What is asked of a test's system, whatever the places in the text; nil if the test is no spec with this mutant, or asks for several versions.
///
/// A mutant that leaves the fingerprint of a test as it is cannot be noticed by it: the same questions get the same answers.
/// - Parameter reads: is told of each platform file that the test reads.
func fingerprint(of test: Fixture, with mutant: Mutant?, reads: @escaping @Sendable (String) -> Void = { _ in }) -> [UInt8]? {
  var loader = loader(with: mutant)
  let shipped = loader.shipped
  loader.shipped = { path in
    reads(path)
    return shipped(path)
  }
  let outcome = check(path: test.file.path, text: test.file.text, loader: loader, version: nil)
  guard !outcome.diagnostics.contains(where: { $0.severity == .error }),
    outcome.requestedVersions?.count ?? 1 == 1, let model = outcome.model, let lowered = try? lower(model)
  else { return nil }
  let hidden = "\(lowered.timeLocks)\(lowered.exhaustion)\(lowered.crowds)"
  return withoutPlaces(Array("\(lowered.system)\(lowered.questions)\(hidden)".utf8))
}

/// Leaves out every `SourceRange(…)`.
private func withoutPlaces(_ text: [UInt8]) -> [UInt8] {
  let word = Array("SourceRange(".utf8)
  var result: [UInt8] = []
  result.reserveCapacity(text.count)
  var index = 0
  while index < text.count {
    guard text[index] == word[0], text[index...].starts(with: word) else {
      result.append(text[index])
      index += 1
      continue
    }
    index = endOfParentheses(in: text, from: index + word.count)
  }
  return result
}

private func endOfParentheses(in text: [UInt8], from start: Int) -> Int {
  var (depth, index) = (1, start)
  while depth > 0, index < text.count {
    if text[index] == UInt8(ascii: "(") { depth += 1 } else if text[index] == UInt8(ascii: ")") { depth -= 1 }
    index += 1
  }
  return index
}
