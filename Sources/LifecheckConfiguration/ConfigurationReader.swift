import LifecheckDiagnostics
import LifecheckReports
import Yams

/// Reads `.lifecheck.yml`. With an error nothing counts: a setting that is overlooked could turn a gate green.
package func readConfiguration(_ file: SourceFile) -> (configuration: Configuration?, diagnostics: [Diagnostic]) {
  var reader = ConfigurationReader(yaml: YAMLFile(file))
  do {
    guard let root = try Yams.compose(yaml: String(decoding: file.text, as: UTF8.self)) else { return (Configuration(), []) }
    reader.read(root)
  } catch {
    reader.diagnostics.append(reader.yaml.diagnostic(of: error))
  }
  return (reader.diagnostics.isEmpty ? reader.configuration : nil, reader.diagnostics)
}

private struct ConfigurationReader {
  let yaml: YAMLFile
  var configuration = Configuration()
  var diagnostics: [Diagnostic] = []

  mutating func read(_ root: Node) {
    for (key, value) in pairs(root, of: "the configuration") { read(key, value) }
  }

  private mutating func read(_ key: Node, _ value: Node) {
    switch key.string {
    case "specs": configuration.specs = texts(value)
    case "platform-versions": configuration.versions = text(value).map { placed($0, value) }
    case "platform-parameters": configuration.platformParameters = texts(value).map(\.text)
    case "timeout": configuration.timeoutSeconds = seconds(value, for: "timeout")
    case "cpu-limit": configuration.cpuSeconds = seconds(value, for: "cpu-limit")
    case "memory": configuration.megabytes = integer(value, in: 100...1_000_000, called: "megabytes")
    case "max-depth": configuration.mostSteps = integer(value, in: 0...1_000_000, called: "steps")
    case "fail-on": configuration.failOn = choice(value, among: ["errors", "advice", "warnings"])
    case "rules-off": readRulesOff(value)
    case "reports": readReports(value)
    case "runs": readRuns(value)
    case "certificates": configuration.certificates = text(value)
    case "baseline": configuration.baseline = text(value)
    case "cache": configuration.cache = text(value)
    default: reportUnknown(key, among: Configuration.keys)
    }
  }

  private mutating func readRulesOff(_ value: Node) {
    for (rule, reason) in pairs(value, of: "`rules-off`") {
      guard let name = text(rule), let why = text(reason) else { continue }
      if why.allSatisfy(\.isWhitespace) { report("configuration-value", "a rule is switched off with a reason", at: reason) }
      configuration.rulesOff.append(.init(rule: name, reason: why, place: yaml.range(of: rule)))
    }
  }

  private mutating func readReports(_ value: Node) {
    for (kind, path) in pairs(value, of: "`reports`") {
      guard let name = choice(kind, among: MachineReport.allCases.map(\.rawValue)),
        let file = text(path)
      else { continue }
      if file == "-" { report("configuration-value", "a report that is agreed on goes to a file", at: path) }
      configuration.reports.append(.init(kind: name, path: file))
    }
  }

  private mutating func readRuns(_ value: Node) {
    for (kind, path) in pairs(value, of: "`runs`") {
      guard let name = choice(kind, among: RunForm.allCases.map(\.rawValue)), let folder = text(path) else { continue }
      if folder.isEmpty { report("configuration-value", "runs go to a folder, which has a name", at: path) }
      configuration.runs.append(.init(kind: name, path: folder))
    }
  }

  // MARK: Values

  private mutating func pairs(_ node: Node, of owner: String) -> [(Node, Node)] {
    guard case .mapping(let mapping) = node else {
      report("configuration-value", "\(owner) is a list of `key: value`", at: node)
      return []
    }
    return mapping.map { ($0.key, $0.value) }
  }

  private mutating func text(_ node: Node) -> String? {
    guard case .scalar(let scalar) = node else {
      report("configuration-value", "this is one text, not a list", at: node)
      return nil
    }
    return scalar.string
  }

  /// One, or a list of them.
  private mutating func texts(_ node: Node) -> [Configuration.PlacedText] {
    let nodes = if case .sequence(let sequence) = node { Array(sequence) } else { [node] }
    return nodes.compactMap { node in text(node).map { placed($0, node) } }
  }

  private func placed(_ text: String, _ node: Node) -> Configuration.PlacedText { .init(text, at: yaml.range(of: node)) }

  private mutating func seconds(_ node: Node, for key: String) -> Double? {
    guard let written = text(node) else { return nil }
    guard let count = Double(written), count > 0, count <= 1_000_000 else {
      report("configuration-value", "`\(key)` takes seconds, more than 0 and at most 1000000", at: node)
      return nil
    }
    return count
  }

  private mutating func integer(_ node: Node, in bounds: ClosedRange<Int>, called name: String) -> Int? {
    guard let written = text(node) else { return nil }
    guard let count = Int(written), bounds.contains(count) else {
      report("configuration-value", "this takes \(name), from \(bounds.lowerBound) to \(bounds.upperBound)", at: node)
      return nil
    }
    return count
  }

  private mutating func choice(_ node: Node, among values: [String]) -> String? {
    guard let value = text(node) else { return nil }
    if values.contains(value) { return value }
    reportUnknown(node, among: values)
    return nil
  }

  private mutating func reportUnknown(_ node: Node, among known: [String]) {
    let name = node.string ?? "this"
    let meant = closestName(to: name, in: known)
    let place = yaml.range(of: node)
    diagnostics.append(
      Diagnostic(
        .error, "configuration-key", "there is no `\(name)` here" + (meant.map { "; did you mean `\($0)`?" } ?? ""), at: place,
        fixIts: meant.map { [.replace(place, with: $0)] } ?? [],
        help: meant == nil ? "there are \(known.map { "`\($0)`" }.joined(separator: ", "))" : nil))
  }

  private mutating func report(_ code: String, _ message: String, at node: Node) {
    diagnostics.append(Diagnostic(.error, code, message, at: yaml.range(of: node)))
  }
}
