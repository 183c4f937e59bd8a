import LifecheckDiagnostics
import LifecheckReports
import Yams

/// The text of a baseline: a list of what is known, to be reviewed and given reasons by people.
package func baselineText(_ known: [KnownViolation]) throws -> String {
  let entries = known.map { entry in
    let members = [
      ("spec", entry.spec), ("what", entry.what), ("verdict", entry.verdict), ("failure", entry.failure),
      ("reason", entry.reason),
    ]
    return Node.mapping(
      Node.Mapping(
        (members + (entry.until.map { [("until", $0)] } ?? [])).map { (Node($0.0), Node($0.1, .implicit, .doubleQuoted)) }))
  }
  let list =
    known.isEmpty ? "[]\n" : try Yams.serialize(node: Node.sequence(Node.Sequence(entries)), width: -1, allowUnicode: true)
  return """
    # What fails and is known; written by `lifecheck verify --write-baseline`, read by `--baseline`.
    # Say in each `reason` why it may stay; add `until: "2027-01-31"` where it may not stay for ever.

    """ + list
}

/// Reads a baseline. With an error nothing counts.
package func readBaseline(_ file: SourceFile) -> (known: [KnownViolation]?, diagnostics: [Diagnostic]) {
  let yaml = YAMLFile(file)
  do {
    guard let root = try Yams.compose(yaml: String(decoding: file.text, as: UTF8.self)) else { return ([], []) }
    guard case .sequence(let entries) = root else {
      throw BaselineProblem(message: "a baseline is a list of entries", node: root)
    }
    return (try entries.map(entry), [])
  } catch let problem as BaselineProblem {
    return (nil, [Diagnostic(.error, "baseline-entry", problem.message, at: yaml.range(of: problem.node))])
  } catch { return (nil, [yaml.diagnostic(of: error)]) }
}

private struct BaselineProblem: Error {
  let message: String
  let node: Node
}

private func entry(_ node: Node) throws -> KnownViolation {
  guard case .mapping(let mapping) = node else { throw BaselineProblem(message: "an entry is a list of `key: text`", node: node) }
  let keys = ["spec", "what", "verdict", "failure", "reason", "until"]
  var texts: [String: String] = [:]
  for (key, value) in mapping {
    let name = key.string ?? ""
    guard keys.contains(name) else {
      let meant = closestName(to: name, in: keys).map { "; did you mean `\($0)`?" } ?? ""
      throw BaselineProblem(message: "there is no `\(name)` here\(meant)", node: key)
    }
    guard case .scalar(let scalar) = value else { throw BaselineProblem(message: "this is one text, not a list", node: value) }
    texts[name] = scalar.string
  }
  for key in keys.dropLast() where texts[key] == nil { throw BaselineProblem(message: "an entry needs `\(key)`", node: node) }
  if texts["reason"]!.allSatisfy(\.isWhitespace) {
    throw BaselineProblem(
      message: "`reason` says why this may stay, and here it says nothing", node: mapping[Node("reason")] ?? node)
  }
  if let until = texts["until"], !isCalendarDay(until) {
    throw BaselineProblem(
      message: "`until` is a day of the calendar such as 2027-01-31, and `\(until)` is none", node: mapping[Node("until")] ?? node
    )
  }
  return KnownViolation(
    spec: texts["spec"]!, what: texts["what"]!, verdict: texts["verdict"]!, failure: texts["failure"]!, reason: texts["reason"]!,
    until: texts["until"])
}
