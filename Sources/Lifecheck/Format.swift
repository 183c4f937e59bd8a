internal import LifecheckDiagnostics
internal import LifecheckFormatting
internal import LifecheckReports

/// A spec in the house style. Only white space changes: comments stay, line breaks stay, and so does what it means.
/// - Throws: `Refusal` if the text has errors, `Defect` if more than white space would have changed.
public func format(_ spec: Spec) throws -> String {
  let file = SourceFile(id: FileID(0), path: spec.path, text: spec.text)
  let formatted: Formatted
  do throws(FormattingDefect) { formatted = try LifecheckFormatting.format(file) } catch { throw Defect(message: error.message) }
  switch formatted {
  case .text(let text): return text
  case .refused(let diagnostics):
    throw Refusal(
      report: Report(CheckReport(files: [file], path: file.path, platform: nil, diagnostics: diagnostics, answers: [])))
  }
}
