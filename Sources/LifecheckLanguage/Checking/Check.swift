import LifecheckDiagnostics

/// Where the text of platforms and imported files comes from. The checker itself opens nothing.
package struct SourceLoader: Sendable {
  /// The text of a file that ships with the tool (`ios.lc` for `use ios`, and the parts that it uses); nil if there is none.
  package var shipped: @Sendable (_ path: String) -> [UInt8]?
  /// The names that can be written after `use`.
  package var platformNames: [String]
  /// The text of `use "x.lc"`, its path being relative to the file that imports it.
  package var file: @Sendable (_ path: String, _ from: String) -> Result<(path: String, text: [UInt8]), LoadProblem>

  package init(
    shipped: @escaping @Sendable (_ path: String) -> [UInt8]?, platformNames: [String],
    file: @escaping @Sendable (_ path: String, _ from: String) -> Result<(path: String, text: [UInt8]), LoadProblem>
  ) {
    self.shipped = shipped
    self.platformNames = platformNames
    self.file = file
  }
}

/// Why an imported file gave no text.
package enum LoadProblem: Error, Hashable, Sendable {
  case notFound
  /// The reason in the system's words.
  case unreadable(String)
}

package struct CheckOutcome: Sendable {
  /// What was understood of the spec, which is all of it where there is no error. Code that was not understood is missing in it, so
  /// only a `model` may be translated.
  package let understood: CheckedModel
  /// In order of file and place.
  package let diagnostics: [Diagnostic]
  /// Every file read, the checked one first.
  package let files: [SourceFile]
  /// The versions written after `use`, for example 12...18; nil when none were.
  package let requestedVersions: ClosedRange<Int>?
  /// The platform used or declared, also when it could not be read.
  package let platformName: String?
  /// The platform parameters that whoever runs the check has fixed, as written.
  package let platformParameters: [(name: String, value: String)]

  /// nil exactly when `diagnostics` holds an error.
  package var model: CheckedModel? { diagnostics.contains { $0.severity == .error } ? nil : understood }
}

/// Reads `text` and everything that it uses, resolves names and types, and folds the platform's version.
///
/// The version is `version`, or the lower end of the versions written after `use`, or the platform's newest.
/// - Parameter platformParameters: each as `grace=4s`, `enterBudget=5s...7s` or `refusals=true`.
package func check(
  path: String, text: [UInt8], loader: SourceLoader, version: Int?, platformParameters: [String] = []
) -> CheckOutcome {
  let program = loadProgram(path: path, text: text, loader: loader, version: version, platformParameters: platformParameters)
  let checker = Checker(program)
  checker.run()
  let found = program.isIncomplete ? checker.diagnostics.filter { !isFollowUp($0) } : checker.diagnostics
  let diagnostics = ordered(program.diagnostics + found)
  return CheckOutcome(
    understood: checker.model, diagnostics: diagnostics,
    files: program.files, requestedVersions: program.requestedVersions, platformName: program.platformName,
    platformParameters: program.platformParameters.map { binding in
      (binding.name.text, program.files[binding.value.range.file.index].text(of: binding.value.range))
    })
}

/// After an unreadable declaration its name is unknown wherever it is used: that is the same mistake again.
///
/// And where the rest of a sentence was not understood, nobody knows what it is about.
private func isFollowUp(_ diagnostic: Diagnostic) -> Bool {
  diagnostic.code.hasPrefix("unknown-") || diagnostic.code == "property-about-nothing"
}

/// Each diagnostic once, sorted by place.
private func ordered(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
  var seen: Set<Diagnostic> = []
  return
    diagnostics
    .filter { seen.insert($0).inserted }
    .enumerated()
    .sorted { a, b in
      let (x, y) = (a.element.range, b.element.range)
      return (x.file.index, x.start, x.end, a.offset) < (y.file.index, y.start, y.end, b.offset)
    }
    .map(\.element)
}
