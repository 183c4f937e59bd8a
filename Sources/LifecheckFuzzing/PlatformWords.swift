import LifecheckDiagnostics
import LifecheckLanguage

/// The building blocks of an app of a platform, read from the platform's checked model: things of its kinds, calls of their
/// functions, callbacks to answer, and what sentences can speak of. Nothing here knows a platform by name.
package struct PlatformWords: Sendable {
  /// Something that an app declares, and what can be said with it.
  struct Part: Sendable {
    var declarations: [String]
    var calls: [String] = []
    var callbacks: [String] = []
    var facts: [String] = []
    var happenings: [String] = []
  }

  let platform: String
  /// The part that is there without declaring anything.
  private(set) var common: Part
  /// One for each kind.
  private(set) var parts: [Part]

  /// nil: the platform cannot be read.
  package init?(_ platform: String) {
    self.platform = platform
    guard let model = Self.model("use \(platform)\napp Words { }") else { return nil }
    let signatures = Signatures(model: model)
    common = signatures.common()
    parts = signatures.parts()
    common = Self.checked(common, behind: Part(declarations: []), platform)
    parts = parts.compactMap { part in
      let checked = Self.checked(part, behind: common, platform)
      return checked.declarations == part.declarations ? checked : nil
    }
  }

  private static func outcome(_ text: String) -> CheckOutcome {
    check(path: "words.lc", text: Array(text.utf8), loader: testPlatforms, version: nil)
  }

  private static func model(_ text: String) -> CheckedModel? { outcome(text).model }

  /// Takes away each line of a part that does not stand alone: signatures do not tell what an app may call.
  private static func checked(_ part: Part, behind common: Part, _ platform: String) -> Part {
    var lines: [(text: String, isIn: WritableKeyPath<Part, [String]>?, word: String)] = [
      ("use \(platform)", nil, ""), ("app Words {", nil, ""),
    ]
    for text in common.declarations { lines.append((text, nil, "")) }
    for word in part.declarations { lines.append((word, \.declarations, word)) }
    for word in part.callbacks { lines.append(("on \(word) { }", \.callbacks, word)) }
    for (number, word) in part.calls.enumerated() { lines.append(("event call\(number) when running { \(word) }", \.calls, word)) }
    for (number, word) in part.facts.enumerated() {
      lines.append(("property \"fact\(number)\": never running and (\(word))", \.facts, word))
    }
    for (number, word) in part.happenings.enumerated() {
      lines.append(("property \"happening\(number)\": never (\(word)) while running", \.happenings, word))
    }
    lines.append(("}", nil, ""))
    for _ in 0..<20 {
      let outcome = outcome(lines.map(\.text).joined(separator: "\n"))
      let errors = outcome.diagnostics.filter { $0.severity == .error && $0.range.file.index == 0 }
      let wrong = Set(errors.map { outcome.files[0].lineIndex(at: $0.range.start) })
      if wrong.isEmpty { break }
      let kept = lines.indices.filter { !wrong.contains($0) || lines[$0].isIn == nil }
      if kept.count == lines.count { break }
      lines = kept.map { lines[$0] }
    }
    var left = Part(declarations: [])
    for line in lines { if let isIn = line.isIn { left[keyPath: isIn].append(line.word) } }
    return left
  }
}

/// The platforms that apps are made for: all that ship, each as it stands behind `use`.
package let shippedPlatformNames = testPlatforms.platformNames

/// Texts for what a model declares.
private struct Signatures {
  let model: CheckedModel
  private var platform: KindID? { model.platform }

  func common() -> PlatformWords.Part {
    var part = PlatformWords.Part(declarations: ["var p: Bool = false", "var n: 0...2 = 0"])
    guard let platform else { return part }
    let root = model.kinds[platform.index].name
    for (index, kind) in model.kinds.enumerated() where kind.pool != nil && kind.isPlatformCode {
      part.declarations.append("var held\(index): \(kind.name)? = none")
    }
    fill(&part, platform, path: root, names: root)
    part.facts += ["frozen", "running", "halfway"]
    for variable in model.variables where variable.owner == platform {
      if case .enumeration(let id) = variable.type { part.facts += model.enumerations[id.index].cases }
    }
    part.happenings += model.deathReasons.map { "dies \($0)" }
    return part
  }

  func parts() -> [PlatformWords.Part] {
    model.kinds.indices.compactMap { index in
      let kind = model.kinds[index]
      guard kind.isPlatformCode, !kind.isRoot, kind.pool == nil else { return nil }
      let name = "thing\(index)"
      var part = PlatformWords.Part(declarations: ["\(kind.name) \(name)\(arguments(kind))"])
      fill(&part, KindID(index), path: name, names: name)
      return part
    }
  }

  /// The arguments for a thing: a value for each parameter that has no usual one.
  private func arguments(_ kind: Kind) -> String {
    let given = zip(kind.parameters, kind.defaults).filter { $0.1 == nil }.map { local, _ in
      "\(model.locals[local.index].name): \(argument(model.locals[local.index].type) ?? "none")"
    }
    return given.isEmpty ? "" : "(\(given.joined(separator: ", ")))"
  }

  private func fill(_ part: inout PlatformWords.Part, _ owner: KindID, path: String, names: String) {
    for function in model.functions where function.owner == owner {
      guard let call = call(function, path) else { continue }
      part.calls.append(call)
      part.happenings.append("\(path).\(function.name)")
      if function.body != nil { part.happenings.append("\(path).\(function.name) returns") }
    }
    for callback in model.callbacks where callback.owner == owner {
      let isRoot = model.kinds[owner.index].isRoot
      let name = isRoot ? callback.name : "\(path).\(callback.name)"
      let parameters = callback.parameters.indices.map { "given\($0)" }.joined(separator: ", ")
      part.callbacks.append(parameters.isEmpty ? name : "\(name)(\(parameters))")
      part.happenings += [name, "\(name) returns"]
    }
    for event in model.events where event.owner == owner { part.happenings.append("\(path).\(event.name)") }
    for signal in model.signals where signal.owner == owner { part.happenings.append("\(path).\(signal.name)") }
    for variable in model.variables where variable.owner == owner && variable.storage != .constant {
      if case .bool = variable.type { part.facts.append("\(path).\(variable.name)") }
    }
    for definition in model.definitions where definition.owner == owner {
      if case .bool = definition.type { part.facts.append("\(path).\(definition.name)") }
    }
  }

  /// Begins and ends of the process are the platform's own.
  private func call(_ function: Function, _ path: String) -> String? {
    if let body = function.body, handlesProcess(body, seen: []) { return nil }
    var arguments: [String] = []
    for local in function.parameters {
      guard let text = argument(model.locals[local.index].type) else { return nil }
      arguments.append(text)
    }
    var call = "\(path).\(function.name)(\(arguments.joined(separator: ", ")))"
    if function.isAsync { call = "await " + call }
    if function.mayFail != nil { return "do { try \(call) } catch { p = true }" }
    if case .reference(let kind) = function.result { call = "held\(kind.index) = \(call)" }
    return call
  }

  private func handlesProcess(_ block: Block, seen: Set<Int>) -> Bool {
    func isCalled(_ expression: Expression) -> Bool {
      if case .call(_, let function, _, _) = expression.kind, !seen.contains(function.index),
        let body = model.functions[function.index].body, handlesProcess(body, seen: seen.union([function.index]))
      {
        return true
      }
      return expression.children.contains(where: isCalled)
    }
    return block.statements.contains { statement in
      switch statement.kind {
      case .start, .freeze, .thaw, .callCallback: true
      default:
        statement.expressions.contains(where: isCalled) || statement.blocks.contains { handlesProcess($0, seen: seen) }
      }
    }
  }

  private func argument(_ type: ValueType) -> String? {
    switch type {
    case .bool: "p"
    case .integer(let range): "\(range.lowerBound)"
    case .enumeration(let id): model.enumerations[id.index].cases.last
    case .reference(let kind): "held\(kind.index)"
    case .closure: "{ n = 1 }"
    case .duration: "2s"
    case .durationRange: "1s...3s"
    default: nil
    }
  }
}
