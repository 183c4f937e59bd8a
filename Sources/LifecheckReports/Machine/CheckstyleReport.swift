/// The Checkstyle format, which many CI services and code review tools read: each file with its remarks.
/// - Source: the output of Checkstyle's `XMLLogger`.
struct CheckstyleReport {
  func render(_ reports: [CheckReport]) -> String {
    var xml = XMLText()
    xml.element("checkstyle", [("version", "4.3")]) { xml in
      for report in reports { add(report, to: &xml) }
    }
    return xml.text
  }

  /// The remarks of a spec may lie in files that it uses.
  private func add(_ report: CheckReport, to xml: inout XMLText) {
    let remarks = report.remarks.filter { severity($0.level) != nil }
    var paths = [report.path]
    for path in remarks.map({ $0.place?.path ?? report.path }) where !paths.contains(path) { paths.append(path) }
    for path in paths {
      xml.element("file", [("name", path)]) { xml in
        for remark in remarks where (remark.place?.path ?? report.path) == path { add(remark, to: &xml) }
      }
    }
  }

  private func add(_ remark: Remark, to xml: inout XMLText) {
    let start = remark.place?.start
    xml.element(
      "error",
      [
        ("line", "\(start?.line ?? 1)"), ("column", "\(start?.column ?? 1)"), ("severity", severity(remark.level) ?? "info"),
        ("message", remark.message), ("source", "lifecheck.\(remark.rule)"),
      ])
  }

  private func severity(_ level: Remark.Level) -> String? {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "info"
    case .none: nil
    }
  }
}
