/// Workflow commands, which GitHub shows as annotations beside the changed lines.
/// - Source: GitHub Docs, “Workflow commands for GitHub Actions”; the escapes are those of `@actions/core`, `command.ts`.
struct GitHubReport {
  func render(_ reports: [CheckReport]) -> String {
    reports.flatMap { report in report.remarks.compactMap { line($0, in: report) } }.joined()
  }

  private func line(_ remark: Remark, in report: CheckReport) -> String? {
    let command: String
    switch remark.level {
    case .error: command = "error"
    case .warning: command = "warning"
    case .note: command = "notice"
    case .none: return nil
    }
    var properties = [("file", remark.place?.path ?? report.path)]
    if let place = remark.place {
      properties += [("line", "\(place.start.line)"), ("col", "\(place.start.column)"), ("endLine", "\(place.end.line)")]
      // A column of another line means nothing there.
      if place.end.line == place.start.line { properties.append(("endColumn", "\(place.end.column)")) }
    }
    properties.append(("title", remark.name))
    let list = properties.map { "\($0)=\(escaped($1, in: [":", ","]))" }.joined(separator: ",")
    return "::\(command) \(list)::\(escaped(remark.message, in: []))\n"
  }

  private func escaped(_ text: String, in more: [Character]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar.value < 0x20 || more.contains(Character(scalar)) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
