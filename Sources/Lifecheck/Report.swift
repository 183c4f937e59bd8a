internal import LifecheckReports

/// Everything that a check has to say about one spec. The same spec and options give the same report, unless a limit of time is reached.
public struct Report: Sendable {
  /// The overall result, in the order from best to worst; the raw value is the exit code of the command.
  public enum Outcome: Int, Sendable {
    /// Everything holds, and everything `possible` was reached.
    case allGood = 0
    /// Something is violated, vacuous or unreachable.
    case violated = 1
    /// Something was not settled within the limits, and nothing is violated. Never to be taken for good.
    case undecided = 2
    /// The spec has errors: there are no answers.
    case specHasErrors = 3
  }

  let content: CheckReport

  /// The spec's.
  public var path: String { content.path }
  /// For example `ios 17`; nil: the spec is its own platform.
  public var platform: String? { content.platform }
  /// The overall result.
  public let outcome: Outcome
  /// In the order of the text. With an error among them there are no answers.
  public let problems: [Problem]
  /// One for each rule of the platform, property and `possible`, always in the same order. `check(_:_:)` gives none.
  public let answers: [Answer]

  init(_ content: CheckReport) {
    self.content = content
    let places = Places(files: content.files, platformFiles: content.platformFiles)
    outcome = Outcome(rawValue: ExitCode(for: [content]).rawValue) ?? .undecided
    problems = content.diagnostics.map { Problem($0, places) }
    answers = zip(content.answers, content.linesToMend(places)).map { Answer($0, lineToMend: $1, places) }
  }
}

/// The form in which a report can be written.
public enum ReportForm: Hashable, Sendable {
  /// For a person.
  /// - Parameters:
  ///   - width: Columns to wrap to; nil: lines as long as they are.
  ///   - usesColor: As a terminal understands it.
  case text(width: Int? = nil, usesColor: Bool = false)
  /// One document, described by docs/report-schema.json; `replay` reads it.
  case json
  /// SARIF 2.1.0, with every answer.
  case sarif
  /// SARIF 2.1.0 as the code scanning of GitHub wants it: only what is to be looked at.
  case codeScanning
  /// JUnit's XML.
  case junit
  /// Commands for annotations of GitHub Actions.
  case github
  /// Checkstyle's XML.
  case checkstyle
  /// Tables, for a step's summary or a comment.
  case markdown
  /// One page for a browser, which needs no other file and no network.
  case html
  /// A line for each, as compilers write them.
  case xcode
}

extension [Report] {
  /// All of them as one text, with a final line break.
  public func rendered(as form: ReportForm) -> String {
    let reports = map(\.content)
    return switch form {
    case .text(let width, let usesColor): TextReport(usesColor: usesColor, width: width).render(reports)
    case .json: MachineReport.json.render(reports)
    case .sarif: MachineReport.sarif.render(reports)
    case .codeScanning: MachineReport.codeScanning.render(reports)
    case .junit: MachineReport.junit.render(reports)
    case .github: MachineReport.github.render(reports)
    case .checkstyle: MachineReport.checkstyle.render(reports)
    case .markdown: MachineReport.markdown.render(reports)
    case .html: MachineReport.html.render(reports)
    case .xcode: MachineReport.xcode.render(reports)
    }
  }
}

extension Report {
  /// The report alone as a text, with a final line break.
  public func rendered(as form: ReportForm) -> String { [self].rendered(as: form) }

  /// Only `problems`, as text for a person, each with the line that it is about; empty if there are none.
  /// - Parameters:
  ///   - width: Columns to wrap to; nil: lines as long as they are.
  ///   - usesColor: As a terminal understands it.
  public func renderedProblems(width: Int? = nil, usesColor: Bool = false) -> String {
    TextReport(usesColor: usesColor, width: width).renderDiagnostics(content)
  }

  /// Nothing was asked or found before a limit was reached or the check was cancelled.
  public var isUnfinished: Bool { content.isUnfinished }
}
