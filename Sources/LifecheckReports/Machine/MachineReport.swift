/// Reports that other programs read or show, each in a form of its own. All are made from the same remarks, so that they say the same.
package enum MachineReport: String, CaseIterable, Sendable {
  case sarif
  case codeScanning = "code-scanning"
  case junit, github, checkstyle, markdown, html, json, xcode

  package func render(_ reports: [CheckReport]) -> String {
    switch self {
    case .sarif: SARIFReport().render(reports)
    case .codeScanning: SARIFReport(isForCodeScanning: true).render(reports)
    case .junit: JUnitReport().render(reports)
    case .github: GitHubReport().render(reports)
    case .checkstyle: CheckstyleReport().render(reports)
    case .markdown: MarkdownReport().render(reports)
    case .html: HTMLReport().render(reports)
    case .json: JSONReport().render(reports)
    case .xcode: XcodeReport().render(reports)
    }
  }
}
