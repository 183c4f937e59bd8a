/// A line for each remark, as compilers write them: Xcode, editors and most CI services turn them into links.
struct XcodeReport {
  func render(_ reports: [CheckReport]) -> String {
    reports.flatMap { report in report.remarks.compactMap { line($0, in: report) } }.joined()
  }

  private func line(_ remark: Remark, in report: CheckReport) -> String? {
    let word: String
    switch remark.level {
    case .error: word = "error"
    case .warning: word = "warning"
    case .note: word = "note"
    case .none: return nil
    }
    let place = remark.place.map { "\($0.path):\($0.start.line):\($0.start.column)" } ?? report.path
    return "\(place): \(word): \(remark.message.onOneLine) [\(remark.rule)]\n"
  }
}

extension String {
  /// Line breaks and control characters become spaces.
  var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}
