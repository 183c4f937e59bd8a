import ArgumentParser
import LifecheckReports

/// How verdicts are told, and to whom.
struct TellingOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }
  enum StoryStyle: String, ExpressibleByArgument, CaseIterable { case short, full }

  @Option(help: "How to write the report.")
  var format = Format.text

  @Option(help: "Use colors. `auto`: on a terminal, unless NO_COLOR is set.")
  var color = ColorChoice.auto

  @Option(help: "Link places to their files. `auto`: on a terminal that can, unless NO_HYPERLINKS is set.")
  var hyperlinks = LinkChoice.auto

  @Flag(help: "Also tell the runs that reach what is `possible`.")
  var showReached = false

  @Flag(help: "List the verdict on every rule and property, and tell every violation, not one for each cause. Text only.")
  var all = false

  @Option(help: "How to tell a run: `short`, or `full` with every step, time, place and change. Text only.")
  var story = StoryStyle.short

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Also write a report for machines, or a page for a browser (html); can be repeated. KIND: sarif, code-scanning (SARIF with only what is to be looked at, as GitHub wants it), junit, github, checkstyle, markdown, html, json, xcode. `-` as the file is standard output, instead of the text.",
      valueName: "kind=file"),
    completion: .list(MachineReport.allCases.map { "\($0.rawValue)=" }))
  var reportFiles: [ReportFile] = []

  @Option(
    help: ArgumentHelp(
      "Also write each run into this folder, a file for each; can be repeated. KIND: itf (for Apalache and Quint), svg (its timeline), mermaid, plantuml (sequence diagrams).",
      valueName: "kind=folder"),
    completion: .list(RunForm.allCases.map { "\($0.rawValue)=" }))
  var runs: [RunFolder] = []

  @Flag(help: "Print only what fails the check, and nothing if all is good.")
  var quiet = false

  func validate() throws {
    guard !all || format == .text else { throw ValidationError("'--all' is for text reports; JSON has all.") }
    guard story == .short || format == .text else { throw ValidationError("'--story' is for text reports; JSON has all steps.") }
    guard !quiet || format == .text else { throw ValidationError("'--quiet' is for text reports.") }
    let onOutput = reportFiles.count { $0.path == "-" }
    guard onOutput == 0 || onOutput == 1 && format == .text && !quiet else {
      throw ValidationError("'--report …=-' is instead of the text: only one report can go to standard output.")
    }
  }

  /// - Parameter tellsTime: Whether the text also tells where the time went.
  func outletFormat(tellsTime: Bool) -> Outlet.Format {
    if format == .json { return .json }
    if reportFiles.contains(where: { $0.path == "-" }) { return .none }
    var text = TextReport(
      usesColor: color.isOn, width: System.columns(of: .output).map { min($0, 120) }, tellsReachedRuns: showReached,
      tellsTime: tellsTime)
    (text.tellsAll, text.tellsWholeStories, text.links) = (all, story == .full, hyperlinks.links)
    return quiet ? .quiet(text) : .text(text)
  }
}
