/// A suite for each spec, a case for each rule and property, as GitLab and Jenkins read them.
///
/// A failure is what some run breaks; an error is what gave no answer: a mistake in the spec, or a limit. What says nothing of
/// the spec, or is allowed, is skipped.
/// The file and the line of a case are what GitLab and readers on GitHub show; Jenkins' `junit` step passes over them, and the stricter
/// schema of its xUnit plugin does not have them.
/// - Source: GitLab Docs, “Unit test reports”; otherwise the `junit-10.xsd` of Jenkins' xUnit plugin.
struct JUnitReport {
  func render(_ reports: [CheckReport]) -> String {
    let suites = reports.map { ($0, cases(of: $0)) }
    let all = suites.flatMap(\.1)
    var xml = XMLText()
    xml.element("testsuites", [("name", "lifecheck")] + counts(all).filter { $0.0 != "skipped" }) { xml in
      for (report, cases) in suites {
        xml.element("testsuite", [("name", report.path)] + counts(cases)) { xml in
          // Readers take two cases of one name for one.
          var seen: [String: Int] = [:]
          for remark in cases {
            seen[remark.name, default: 0] += 1
            add(remark, number: seen[remark.name]!, in: report, to: &xml)
          }
        }
      }
    }
    return xml.text
  }

  /// Warnings are no cases: they neither pass nor fail.
  private func cases(of report: CheckReport) -> [Remark] {
    report.remarks.filter { $0.answer != nil || $0.level == .error }
  }

  private enum Outcome { case passed, failed, error, skipped }

  private func outcome(_ remark: Remark) -> Outcome {
    guard let answer = remark.answer else { return .error }
    switch VerdictWord(answer) {
    case .violated, .unreachable, .vacuous: return .failed
    case .undecided: return .error
    case .notApplicable, .allowed: return .skipped
    case .proved, .reached, .advice: return .passed
    }
  }

  private func counts(_ cases: [Remark]) -> [(String, String)] {
    func count(_ wanted: Outcome) -> String { "\(cases.count { outcome($0) == wanted })" }
    return [
      ("tests", "\(cases.count)"), ("failures", count(.failed)), ("errors", count(.error)), ("skipped", count(.skipped)),
    ]
  }

  private func add(_ remark: Remark, number: Int, in report: CheckReport, to xml: inout XMLText) {
    let place = remark.place
    let name = number == 1 ? remark.name : "\(remark.name) (\(number))"
    var attributes = [("classname", report.path), ("name", name), ("file", place?.path ?? report.path)]
    if let place { attributes.append(("line", "\(place.start.line)")) }
    let outcome = outcome(remark)
    guard outcome != .passed || remark.level != .none else { return xml.element("testcase", attributes) }
    xml.element("testcase", attributes) { xml in
      switch outcome {
      case .failed: xml.element("failure", [("message", remark.message), ("type", remark.word)], text: details(remark, report))
      case .error: xml.element("error", [("message", remark.message), ("type", remark.word)], text: details(remark, report))
      case .skipped: xml.element("skipped", [("message", remark.message)])
      case .passed: xml.element("system-out", [], text: remark.message)
      }
    }
  }

  /// The run, for whoever looks at the test alone.
  private func details(_ remark: Remark, _ report: CheckReport) -> String {
    let place = remark.place.map { "\($0.path):\($0.start.line):\($0.start.column)" } ?? report.path
    guard let steps = remark.answer?.verdict.story?.steps, !steps.isEmpty else { return place }
    let told = steps.enumerated().map { "\($0 + 1). \($1.time.text)  \($1.text)" }
    return ([place] + told).joined(separator: "\n")
  }
}
