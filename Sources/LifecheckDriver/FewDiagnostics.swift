import LifecheckDiagnostics

// Beyond the first pages nobody reads errors, and what follows from the first may be all that the rest is.

/// At most so many errors of one file are told: of the spec itself, and of each file that it uses.
private let mostErrors = (own: 20, used: 3)

extension Sequence<Diagnostic> {
  /// The first errors of each file, then how many more there are. Warnings and notes all stay.
  func atMostAFewOfEachFile() -> [Diagnostic] {
    var seen: [FileID: Int] = [:]
    var left: [FileID: (count: Int, first: SourceRange)] = [:]
    var result: [Diagnostic] = []
    for diagnostic in self {
      let file = diagnostic.range.file
      let most = file == FileID(0) ? mostErrors.own : mostErrors.used
      if diagnostic.severity == .error {
        seen[file, default: 0] += 1
        if seen[file]! > most {
          left[file] = ((left[file]?.count ?? 0) + 1, left[file]?.first ?? diagnostic.range)
          continue
        }
      }
      result.append(diagnostic)
    }
    return result + left.sorted { $0.key < $1.key }.map { moreErrors($0.value.count, from: $0.value.first) }
  }
}

private func moreErrors(_ count: Int, from place: SourceRange) -> Diagnostic {
  let these = count == 1 ? "one more error in this file is" : "\(count) more errors in this file are"
  return Diagnostic(
    .note, "more-errors", "\(these) not shown, from here on", at: place, help: "mend the first ones and check again; the rest may go with them")
}
