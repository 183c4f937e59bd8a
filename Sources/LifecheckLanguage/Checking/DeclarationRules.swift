import LifecheckDiagnostics

// Where a declaration may stand.

extension Checker {
  func checkPlace(of declaration: DeclarationSyntax, owner: KindID) {
    if !isPlatformCode(owner), let what = declaration.platformOnly {
      report(PlatformOnly.platformOnly(what.text, range: what.range))
    }
    guard owner == model.platform else { return }
    switch declaration.kind {
    case .variable(let variable) where variable.storage == .memory && !variable.isConstant:
      report(PlatformOnly.memoryInPlatform(variable.names[0].text, range: declaration.range))
    case .phases(.memory, let name, _, _):
      report(PlatformOnly.memoryInPlatform(name.text, range: declaration.range))
    default: break
    }
  }
}

extension DeclarationSyntax {
  /// The word that only a platform may write, if the declaration has one.
  fileprivate var platformOnly: NameSyntax? {
    switch kind {
    case .variable(let variable) where variable.storage == .system: NameSyntax("system var", range)
    case .phases(.system, let name, _, _): NameSyntax("system phases", name.range)
    case .executor(let executor) where executor.isSystem: NameSyntax("system thread", executor.name.range)
    case .function(let function) where function.isSystem: NameSyntax("system func", function.name.range)
    case .stopwatch(let name, _): NameSyntax("stopwatch", name.range)
    case .property(let property) where property.role == .rule: NameSyntax("rule", property.title.range)
    case .onDies: NameSyntax("on dies", range)
    case .elsewhere: NameSyntax("elsewhere", range)
    case .event(let event): event.latest.map { NameSyntax("latest", $0.range) }
    default: nil
    }
  }
}

/// Mistakes in the name or the place of a declaration.
enum DeclarationProblem: Problem {
  case duplicate(String, range: SourceRange, first: SourceRange)
  case secondRoot(String, range: SourceRange, first: SourceRange)
  case misplaced(String, place: String, range: SourceRange)
  case endless(String, kind: String, range: SourceRange)
  case unknownKind(String, elsewhere: String?, known: [String], range: SourceRange)
  case unknownBinding(String, file: String, known: [String], range: SourceRange)
  case notASwitch(String, platform: String, known: [String], range: SourceRange)
  case sinceWhat(String, platform: String?, range: SourceRange)
  case ignoresCancelInCode(String, range: SourceRange)
  case cancelWithoutWait(String, range: SourceRange)
  case notACancelFlag(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .duplicate(let name, let range, let first):
      return Diagnostic(.error, "duplicate-name", "`\(name)` is declared twice", at: range)
        .label("first declared here", at: first)
    case .secondRoot(let what, let range, let first):
      return Diagnostic(.error, "duplicate-root", "a spec has one \(what); this is the second", at: range)
        .label("the first is here", at: first)
    case .misplaced(let what, let place, let range):
      return Diagnostic(.error, "misplaced-declaration", "\(what) cannot be declared in \(place)", at: range)
    case .endless(let name, let kind, let range):
      return Diagnostic(
        .error, "endless-instances", "every `\(kind)` would contain another `\(kind)`, by `\(name)`, without end", at: range)
    case .unknownKind(let name, let here?, _, let range):
      return Diagnostic(.error, "unknown-kind", "there is no kind `\(name)`", at: range, help: here)
    case .unknownKind(let name, nil, let known, let range):
      return suggesting(name, from: known, at: range, help: "declare it with `kind \(name) { … }`") {
        Diagnostic(.error, "unknown-kind", "there is no kind `\(name)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .unknownBinding(let name, let file, let known, let range):
      return suggesting(name, from: known, at: range) {
        Diagnostic(
          .error, "unknown-setting", "`\(file)` has no param or const `\(name)` to set\($0)", at: range, fixIts: $1, help: $2)
      }
    case .notASwitch(let name, let platform, let known, let range):
      let switches = known.isEmpty ? "it has no switches" : "its switches: " + known.map { "`\($0)`" }.joined(separator: ", ")
      return Diagnostic(
        .error, "not-a-switch", "`with` turns something on, and `\(name)` of `\(platform)` cannot be turned on", at: range,
        help: "\(switches); a parameter gets its value with `--platform-param \(name)=…`")
    case .ignoresCancelInCode(let name, let range):
      return Diagnostic(
        .error, "cancel-in-code", "`\(name)` is code, and sees a cancel where it awaits with `try`", at: range,
        help: "write `ignores cancel` where what it awaits is declared; or await that without `try`")
    case .cancelWithoutWait(let name, let range):
      return Diagnostic(
        .error, "cancel-without-wait", "the answers to `\(name)` cannot wait, so no cancel reaches them", at: range,
        help: "write `async` after its name, if they may wait; otherwise leave out `cancelled by`")
    case .notACancelFlag(let name, let range):
      return Diagnostic(
        .error, "not-a-cancel-flag", "`\(name)` is no flag of the system's in the kind that declares the callback", at: range,
        help: "declare it beside the callback: `system var \(name) = false`")
    case .sinceWhat(let name, let platform, let range):
      let found = platform.map { "this spec is about `\($0)`" } ?? "this spec uses no platform"
      return Diagnostic(.error, "unknown-platform", "`since \(name)` names another platform: \(found)", at: range)
    }
  }
}

private let platformOnlyHelp = [
  "system var": "write `durable var` for what survives the process",
  "system phases": "write `durable phases` for what survives the process",
  "system func": "write `func`",
  "rule": "write `property`",
  "on dies": "no code of an app runs when its process dies: do it sooner, in the answer to a callback that comes before",
  "elsewhere": "leave it out",
  "latest": "an app's event may happen, but nothing forces it; write `async { wait …; … }` for a timer",
]

/// Constructs that belong only in a platform, or only outside of one.
enum PlatformOnly: Problem {
  case platformOnly(String, range: SourceRange)
  case memoryInPlatform(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .platformOnly(let what, let range):
      return Diagnostic(
        .error, "platform-only", "`\(what)` belongs in a platform; an app cannot use it", at: range,
        help: platformOnlyHelp[what])
    case .memoryInPlatform(let name, let range):
      let start = SourceRange(file: range.file, start: range.start, end: range.start)
      return Diagnostic(
        .error, "memory-in-platform", "`\(name)` would be lost with the app's process, but a platform outlives it", at: range,
        fixIts: [.insert("system ", after: start)], help: "write `system`, or `durable` if it belongs to the app's files")
    }
  }
}
