import LifecheckDiagnostics

/// SARIF 2.1.0, which code hosts and editors read: every answer is a result, what it rests on a code flow.
///
/// An undecided answer fails with level `error`: as kind `open` it would be passed over in silence.
/// - Source: OASIS, Static Analysis Results Interchange Format Version 2.1.0.
struct SARIFReport {
  func render(_ reports: [CheckReport]) -> String {
    let remarks = reports.flatMap { report in report.remarks.map { (report, $0) } }
    let rules = rules(of: remarks)
    let positions = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    var seen: [String: Int] = [:]
    let results = remarks.map { report, remark in
      result(remark, in: report, rule: positions[remark.rule] ?? 0, seen: &seen)
    }
    return JSONValue.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      (
        "runs",
        .array([
          .object([
            ("tool", .object([("driver", driver(rules))])),
            ("invocations", .array([.object([("executionSuccessful", .bool(isComplete(reports)))])])),
            ("columnKind", .string("unicodeCodePoints")),
            ("results", .array(results)),
          ])
        ])
      ),
    ]).text
  }

  /// A limit that was reached, or a spec that was not understood, is no successful run.
  private func isComplete(_ reports: [CheckReport]) -> Bool {
    switch ExitCode(for: reports) {
    case .allGood, .violated: true
    default: false
    }
  }

  // MARK: Rules

  private struct Rule {
    let id: String
    let title: String
    let mend: String?
  }

  /// In the order of their first remark.
  private func rules(of remarks: [(CheckReport, Remark)]) -> [Rule] {
    // A report has the remedies for what fails in it.
    let mends = remarks.map(\.0.mends).reduce(into: [:]) { all, own in all.merge(own) { first, _ in first } }
    var rules: [Rule] = []
    var known: Set<String> = []
    for (_, remark) in remarks where known.insert(remark.rule).inserted {
      let title = remark.answer?.identifier == nil ? general(remark) : remark.title
      rules.append(Rule(id: remark.rule, title: title, mend: mends[remark.rule]))
    }
    return rules
  }

  private func general(_ remark: Remark) -> String {
    switch remark.answer?.role {
    case .property?: "a property of the spec"
    case .possible?: "what the spec calls possible"
    default: remark.rule
    }
  }

  private func driver(_ rules: [Rule]) -> JSONValue {
    .object([
      ("name", .string("lifecheck")),
      ("rules", .array(rules.map(json))),
    ])
  }

  private func json(_ rule: Rule) -> JSONValue {
    .object(
      [("id", .string(rule.id)), ("shortDescription", text(rule.title))]
        + (rule.mend.map { [("help", text("\($0) Broken and mended code: lifecheck rules \(rule.id)"))] } ?? []))
  }

  private func text(_ words: String) -> JSONValue { .object([("text", .string(words))]) }

  // MARK: Results

  private func result(_ remark: Remark, in report: CheckReport, rule: Int, seen: inout [String: Int]) -> JSONValue {
    // Lines move; what a finding is called stays.
    let words = [report.path, remark.rule, remark.answer == nil ? remark.message : remark.title].joined(separator: "/")
    let number = seen[words, default: 0]
    seen[words] = number + 1
    var members: [(key: String, value: JSONValue)] = [
      ("ruleId", .string(remark.rule)), ("ruleIndex", .integer(rule)), ("kind", .string(kind(remark))),
      ("level", .string(level(remark.level))), ("message", text(remark.message)),
      ("locations", .array([location(remark.place ?? Remark.Place(path: report.path))])),
      ("partialFingerprints", .object([("lifecheck/v1", .string(number == 0 ? words : "\(words)/\(number)"))])),
    ]
    if let story = remark.answer?.verdict.story, !story.steps.isEmpty {
      members.append(("codeFlows", .array([flow(story, Places(files: report.files, platformFiles: report.platformFiles))])))
    }
    if remark.level == .note, let reason = remark.answer?.allowedBecause {
      let kind = remark.answer?.isAllowedElsewhere == true ? "external" : "inSource"
      let suppression = JSONValue.object([("kind", .string(kind)), ("justification", .string(reason))])
      members.append(("suppressions", .array([suppression])))
    }
    members.append(("properties", .object([("verdict", .string(remark.word))])))
    return .object(members)
  }

  private func kind(_ remark: Remark) -> String {
    if remark.level != .none { return "fail" }
    return remark.word == VerdictWord.notApplicable.rawValue ? "notApplicable" : "pass"
  }

  private func level(_ level: Remark.Level) -> String {
    switch level {
    case .error: "error"
    case .warning: "warning"
    case .note: "note"
    case .none: "none"
    }
  }

  private func location(_ place: Remark.Place) -> JSONValue { .object([("physicalLocation", physical(place))]) }

  private func physical(_ place: Remark.Place) -> JSONValue {
    .object([
      ("artifactLocation", .object([("uri", .string(place.path.asURI))])),
      (
        "region",
        .object([
          ("startLine", .integer(place.start.line)), ("startColumn", .integer(place.start.column)),
          ("endLine", .integer(place.end.line)), ("endColumn", .integer(place.end.column)),
        ])
      ),
    ])
  }

  /// Steps in files that ship with the tool have no place that a reader could open.
  private func flow(_ story: Story, _ places: Places) -> JSONValue {
    let locations = story.steps.map { step -> JSONValue in
      let own = step.origin.flatMap { places.isShipped($0) ? nil : Remark.Place($0, places) }
      let changes = step.changes.map { "\($0.name): \($0.from) → \($0.to)" }.joined(separator: ", ")
      let words = "\(step.time.text): \(step.text)" + (changes.isEmpty ? "" : " (\(changes))")
      let members = (own.map { [("physicalLocation", physical($0))] } ?? []) + [("message", text(words))]
      return .object([("location", .object(members))])
    }
    return .object([("threadFlows", .array([.object([("locations", .array(locations))])]))])
  }
}

extension String {
  /// A path as a relative or absolute reference: what RFC 3986 reserves or does not know is escaped.
  fileprivate var asURI: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    return utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
