import LifecheckDiagnostics

/// SARIF 2.1.0, which code hosts and editors read: every answer is a result, what it rests on a code flow.
///
/// An undecided answer fails with level `error`: as kind `open` it would be passed over in silence.
/// - Source: OASIS, Static Analysis Results Interchange Format Version 2.1.0; for code scanning GitHub Docs, “SARIF support for code
///   scanning”, read 2026-11-28.
struct SARIFReport {
  /// Code scanning makes an alert of each result, whatever its kind and its suppressions say: it gets only what is to be looked at.
  var isForCodeScanning = false

  func render(_ reports: [CheckReport]) -> String {
    let remarks = reports.flatMap { report in report.remarks.filter(isWanted).map { (report, $0) } }
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

  private func isWanted(_ remark: Remark) -> Bool {
    !isForCodeScanning || (remark.level != .none && remark.word != VerdictWord.allowed.rawValue)
  }

  /// A limit that was reached, or a spec that was not understood, is no successful run.
  private func isComplete(_ reports: [CheckReport]) -> Bool {
    !reports.sayNothingOfWhatWasAsked
      && reports.allSatisfy { report in
        let isAnswered = report.answers.allSatisfy { if case .undecided = $0.verdict { false } else { true } }
        return isAnswered && [.allGood, .violated].contains(ExitCode(for: [report]))
      }
  }

  // MARK: Rules

  private struct Rule {
    enum Subject { case rule, sentence, diagnostic }
    let id: String
    let title: String
    let subject: Subject
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
      rules.append(Rule(id: remark.rule, title: title, subject: subject(of: remark), mend: mends[remark.rule]))
    }
    return rules
  }

  private func subject(of remark: Remark) -> Rule.Subject {
    guard let answer = remark.answer else { return .diagnostic }
    return answer.identifier == nil ? .sentence : .rule
  }

  private func general(_ remark: Remark) -> String {
    switch remark.answer?.role {
    case .property?: "a property of the spec"
    case .possible?: "what the spec calls possible"
    default: "a remark on the spec: \(remark.rule)"
    }
  }

  private func driver(_ rules: [Rule]) -> JSONValue {
    .object([
      ("name", .string("lifecheck")),
      ("rules", .array(rules.map(json))),
    ])
  }

  private func json(_ rule: Rule) -> JSONValue {
    .object([
      ("id", .string(rule.id)), ("shortDescription", text(rule.title)), ("fullDescription", text(rule.title)),
      ("help", text(help(rule))),
    ])
  }

  private func help(_ rule: Rule) -> String {
    if let mend = rule.mend { return "\(mend) Broken and mended code: lifecheck rules \(rule.id)" }
    switch rule.subject {
    case .rule: return "What the rule says, with broken and mended code: lifecheck rules \(rule.id)"
    case .sentence: return "The sentence is the spec's own. How to read the run: docs/reading-a-counterexample.md"
    case .diagnostic: return "What it means, and what to do: lifecheck explain \(rule.id)"
    }
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
      ("partialFingerprints", .object([(fingerprint, .string(number == 0 ? words : "\(words)/\(number)"))])),
    ]
    if let story = remark.answer?.verdict.story, !story.steps.isEmpty {
      let places = Places(files: report.files, platformFiles: report.platformFiles)
      members.append(("codeFlows", .array([flow(story, places, near: remark.place ?? Remark.Place(path: report.path))])))
    }
    if remark.level == .note, let reason = remark.answer?.allowedBecause {
      let kind = remark.answer?.isAllowedElsewhere == true ? "external" : "inSource"
      let suppression = JSONValue.object([("kind", .string(kind)), ("justification", .string(reason))])
      members.append(("suppressions", .array([suppression])))
    }
    members.append(("properties", .object([("verdict", .string(remark.word))])))
    return .object(members)
  }

  /// Code scanning looks at a fingerprint of this name, and at no other.
  private var fingerprint: String { isForCodeScanning ? "primaryLocationLineHash" : "lifecheck/v1" }

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

  /// Steps in files that ship with the tool have no place that a reader could open. Code scanning wants one of each step; there it is
  /// that of the step before.
  private func flow(_ story: Story, _ places: Places, near end: Remark.Place) -> JSONValue {
    let own = story.steps.map { step in step.origin.flatMap { places.isShipped($0) ? nil : Remark.Place($0, places) } }
    var last = own.lazy.compactMap(\.self).first ?? end
    let locations = zip(story.steps, own).map { step, place -> JSONValue in
      last = place ?? last
      let own = isForCodeScanning ? last : place
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
