import Lifecheck
import LifecheckReports

extension System {
  /// Longer lines are hard to read, however wide the terminal.
  private static var errorWidth: Int? { columns(of: .error).map { min($0, 120) } }

  /// The mistakes in a spec as text, as wide as the place where it is shown.
  static func problems(of report: Lifecheck.Report) -> String { report.renderedProblems(width: errorWidth) }

  static func problems(of report: CheckReport) -> String { TextReport(width: errorWidth).renderDiagnostics(report) }
}

extension Files.Problem {
  /// Why there is no spec, as a person reads it.
  func text(on path: String) -> String { System.problems(of: report(on: path)) }
}
