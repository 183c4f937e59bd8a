import LifecheckDiagnostics

extension Parser {
  mutating func parseDeclaration() -> DeclarationSyntax? {
    let documentation = documentation(at: index)
    let start = current.start
    let since = parseSince()
    let feature = parseFeature()
    guard let kind = parseDeclarationKind(meant: current.word) else { return nil }
    return DeclarationSyntax(
      documentation: documentation, since: since, feature: feature, kind: kind, range: range(from: start))
  }

  private func documentation(at index: Int) -> String {
    let lines = stream.documentation[index] ?? []
    return lines.map { String(decoding: stream.file.text[$0], as: UTF8.self) }.joined(separator: "\n")
  }

  private mutating func parseSince() -> SinceSyntax? {
    guard at(.since), isName(peek()) else { return nil }
    advance()
    let platform = name(advance())
    return expectVersion(after: platform.text).map { SinceSyntax(platform: platform, version: $0) }
  }

  /// `with scenes`, before a declaration on the same line. (`with x` alone is an instance of a kind `with`.)
  private mutating func parseFeature() -> NameSyntax? {
    guard at(.with), isName(peek()), isName(peek(2)), !peek(2).startsLine else { return nil }
    advance()
    return name(advance())
  }

  /// - Parameter word: what the current token means, which is not what it says when it is misspelt.
  private mutating func parseDeclarationKind(meant word: Word?) -> DeclarationKindSyntax? {
    switch word {
    case .app, .platform: return parseRoot(isPlatform: word == .platform)
    case .enum_: return parseEnumeration()
    case .const: return parseNamedValue { .constant(name: $0, value: $1) }
    case .def: return parseNamedValue { .definition(name: $0, value: $1) }
    case .param: return parseParameterDeclaration()
    case .setting: return parseSetting()
    case .durable, .system: return parseStored(word == .durable ? .durable : .system)
    case .var_, .let_: return parseMember(.memory, isConstant: word == .let_)
    case .phases: return parsePhases(.memory)
    case .stopwatch: return parseStopwatch()
    case .thread, .queue: return parseExecutor(isSystem: false)
    case .callback: return parseCallback()
    case .signal: return parseSignal()
    case .kind: return parseKind()
    case .func_: return .function(parseFunction())
    case .event: return parseEvent()
    case .on: return parseHandler()
    case .property, .possible, .assume, .rule: return parseProperty(PropertySyntax.Role(rawValue: word!.rawValue)!)
    case .allow: return parseAllow()
    case .elsewhere: return parseElsewhere()
    default: return parseInstanceOrMisspelling()
    }
  }

  // MARK: Values and storage

  private mutating func parseRoot(isPlatform: Bool) -> DeclarationKindSyntax {
    let keyword = text(advance())
    let title = expectName(of: keyword)
    var root = RootSyntax(isPlatform: isPlatform, name: title, members: [])
    if isPlatform {
      if !isRecovering, !at(.leftBrace), !isAtItemEnd, !isAtCancelsPromptly { root.versions = parseVersions() }
      root.cancelsPromptly = parseCancelsPromptly()
    }
    root.members = expectMembers(of: "\(keyword) \(title.text)")
    return .root(root)
  }

  /// Both words are names elsewhere.
  private var isAtCancelsPromptly: Bool { isAtName("cancels", 0) && isAtName("promptly", 1) }

  private mutating func parseCancelsPromptly() -> SourceRange? {
    guard !isRecovering, isAtCancelsPromptly else { return nil }
    let start = advance()
    advance()
    return range(from: start.start)
  }

  private mutating func expectMembers(of owner: String) -> [DeclarationSyntax] {
    recoverAtBlock()
    if at(.leftBrace) { return parseMembers() }
    reportMissing(.block(of: owner, found: text(current)))
    return []
  }

  private mutating func parseEnumeration() -> DeclarationKindSyntax {
    advance()
    let title = expectName(of: "enum")
    recoverAtBlock()
    guard let opening = take(.leftBrace) else {
      reportMissing(.block(of: "enum \(title.text)", found: text(current)))
      return .enumeration(name: title, cases: [])
    }
    let cases = nameList(of: "{")
    close(opening)
    return .enumeration(name: title, cases: cases)
  }

  private mutating func parseNamedValue(
    _ make: (NameSyntax, ExpressionSyntax) -> DeclarationKindSyntax
  ) -> DeclarationKindSyntax {
    let keyword = text(advance())
    return make(expectName(of: keyword), expectInitialValue())
  }

  private mutating func parseParameterDeclaration() -> DeclarationKindSyntax {
    advance()
    let names = nameList(of: "param")
    return .parameter(names: names, type: expectTypeAfterColon(), initial: initialValue())
  }

  private mutating func parseSetting() -> DeclarationKindSyntax {
    advance()
    return .setting(name: expectName(of: "setting"), type: expectTypeAfterColon())
  }

  /// After `durable` or `system`.
  private mutating func parseStored(_ storage: StorageSyntax) -> DeclarationKindSyntax? {
    let prefix = text(advance())
    switch meantWord(among: [.var_, .let_, .phases, .thread, .queue] + (storage == .system ? [.func_] : [])) {
    case .phases: return parsePhases(storage)
    case .func_: return .function(parseFunction(isSystem: true))
    case .var_: return parseMember(storage, isConstant: false)
    case .let_: return parseMember(storage, isConstant: true)
    case .thread, .queue: return parseExecutor(isSystem: storage == .system)
    default:
      reportMissing(.word("`var` or `phases`", after: prefix, fix: nil))
      return nil
    }
  }

  /// The word at the current position, if it is one of these or a misspelling of one, which is reported.
  mutating func meantWord(among words: [Word]) -> Word? {
    if let word = current.word, words.contains(word) { return word }
    guard at(.name), let near = closestName(to: text(current), in: words.map(\.rawValue)) else { return nil }
    reportRepaired(.misplaced(.misspelt(text(current), meant: near)), at: range(current))
    return Word(rawValue: near)
  }

  /// `var a, b: Bool = false`; the current token is `var` or `let`.
  mutating func parseVariable(_ storage: StorageSyntax, isConstant: Bool) -> VariableSyntax {
    let keyword = text(advance())
    let names = nameList(of: keyword)
    let type = !isRecovering && at(.colon) ? expectTypeAfterColon() : nil
    return VariableSyntax(
      storage: storage, isConstant: isConstant, names: names, type: type, initial: initialValue())
  }

  /// `system var owed = false says "an answer is owed"`; locals are told by the lines that declare them.
  private mutating func parseMember(_ storage: StorageSyntax, isConstant: Bool) -> DeclarationKindSyntax {
    var variable = parseVariable(storage, isConstant: isConstant)
    if variable.names.count == 1 {
      variable.says = parseSaysOrNone()
    } else if !isRecovering, at(.says) {
      reportRepaired(.habit(.saysOfSeveral), at: range(current))
      _ = parseSaysOrNone()
    }
    return .variable(variable)
  }

  private mutating func parsePhases(_ storage: StorageSyntax) -> DeclarationKindSyntax {
    advance()
    let title = expectName(of: "phases")
    let cases = expect(.colon, "expected-colon") ? nameList(of: ":") : []
    let initial = !isRecovering && skipAssign() ? expectName(of: "=") : nil
    return .phases(storage: storage, name: title, cases: cases, initial: initial)
  }

  private mutating func parseStopwatch() -> DeclarationKindSyntax {
    advance()
    let title = expectName(of: "stopwatch")
    return .stopwatch(name: title, condition: clause(.while_) { $0.parseExpression() })
  }

  /// Reads the clause behind `word`, if that is here and the parser is not recovering from an error.
  mutating func clause<Syntax>(_ word: Word, _ read: (inout Parser) -> Syntax) -> Syntax? {
    !isRecovering && skip(word) ? read(&self) : nil
  }

  // MARK: Executors, callbacks, signals

  private mutating func parseExecutor(isSystem: Bool) -> DeclarationKindSyntax {
    let keyword = text(advance())
    let title = expectName(of: keyword)
    return .executor(
      ExecutorSyntax(isSystem: isSystem, name: title, latency: clause(.latency) { $0.parseExpression() }))
  }

  private mutating func parseCallback() -> DeclarationKindSyntax {
    advance()
    var callback = CallbackSyntax(items: [])
    repeat {
      let title = expectName(of: previousText)
      let parameters = !isRecovering && at(.leftParen) ? parseParameters() : []
      callback.items.append(CallbackSyntax.Item(name: title, parameters: parameters))
    } while !isRecovering && skip(.comma)
    if !isRecovering, atOnSameLine(.async) {
      advance()
      callback.isAsync = true
    }
    if !isRecovering, atOnSameLine(.on) {
      advance()
      callback.executor = expectName(of: "on")
    }
    if !isRecovering, isAtCancelledBy {
      advance()
      advance()
      callback.cancelFlag = expectName(of: "by")
    }
    callback.says = parseSays()
    return .callback(callback)
  }

  /// `cancelled by`; the first is a name elsewhere.
  private var isAtCancelledBy: Bool {
    atOnSameLine(.name) && text(current) == "cancelled" && peek(1).word == .by
  }

  /// `says "…"` or `says none`
  mutating func parseSaysOrNone() -> SaysSyntax? {
    clause(.says) { $0.skip(.none_) ? .nothing : .phrase($0.expectTitle(of: "says")) }
  }

  mutating func parseSays() -> NameSyntax? { clause(.says) { $0.expectTitle(of: "says") } }

  private mutating func parseSignal() -> DeclarationKindSyntax {
    advance()
    return .signal(names: nameList(of: "signal"))
  }

  // MARK: Kinds and instances

  private mutating func parseKind() -> DeclarationKindSyntax {
    advance()
    var kind = KindSyntax(name: expectName(of: "kind"), parameters: [], members: [])
    if !isRecovering, at(.leftParen) { kind.parameters = parseParameters() }
    kind.pool = clause(.pool) { $0.parseCondition() }
    if kind.pool != nil { kind.poolPer = clause(.per) { $0.parseKindsOfPool() } ?? [] }
    kind.isOnlyWhile = at(.only) && peek().word == .while_
    if kind.isOnlyWhile { advance() }
    kind.liveWhile = clause(.while_) { $0.parseCondition() }
    kind.members = expectMembers(of: "kind \(kind.name.text)")
    return .kind(kind)
  }

  /// `while` and `only` could be names, but begin the next clause here.
  private mutating func parseKindsOfPool() -> [NameSyntax] {
    if !at(.while_), !at(.only) { return parseAlternatives(after: "per") }
    reportMissing(.name(of: "per"))
    return []
  }

  private mutating func parseInstanceOrMisspelling() -> DeclarationKindSyntax? {
    if let instead = foreignDeclarations[text(current)] ?? foreignStatements[text(current)], !at(.string) {
      report(.habit(.foreignWord(text(current), instead: instead)), at: range(current))
      return nil
    }
    if let word = misspeltDeclaration() {
      guard word != .use, word != .since else {
        report(.misplaced(.misspelt(text(current), meant: word.rawValue)), at: range(current))
        return nil
      }
      reportRepaired(.misplaced(.misspelt(text(current), meant: word.rawValue)), at: range(current))
      return parseDeclarationKind(meant: word)
    }
    guard isName(current), isName(peek()), !peek().startsLine else {
      report(.missing(.declaration(text(current).shortened)), at: range(current))
      return nil
    }
    return .instance(parseInstance())
  }

  private mutating func parseInstance() -> InstanceSyntax {
    var instance = InstanceSyntax(kind: name(advance()), name: name(advance()), arguments: [], members: [])
    if atOnSameLine(.leftBracket) {
      let opening = advance()
      instance.count = parseInBrackets()
      close(opening)
    }
    if !isRecovering, atOnSameLine(.leftParen) { instance.arguments = parseArguments() }
    if !isRecovering, atOnSameLine(.leftBrace) { instance.members = parseMembers() }
    return instance
  }

  /// The word that begins declarations and that the current name was surely meant to be: it is near, and what follows is
  /// no instance.
  private func misspeltDeclaration() -> Word? {
    guard at(.name), let near = closestName(to: text(current), in: declarationWords.map(\.rawValue)) else { return nil }
    let word = Word(rawValue: near)
    let next = peek()
    if next.kind == .string { return word }
    guard next.kind == .name, !next.startsLine else { return nil }
    let after = peek(2)
    switch after.kind {
    case .leftParen: return word == .func_ || word == .callback ? word : nil
    case .leftBracket, .semicolon, .rightBrace, .endOfFile: return nil
    case .leftBrace: return word == .app || word == .on || word == .event || word == .enum_ || word == .kind ? word : nil
    default: return after.startsLine && !isValueFollowing(next) ? nil : word
    }
  }

  /// `durabel var` at the end of a line is no instance either.
  private func isValueFollowing(_ token: Token) -> Bool { token.word == .var_ || token.word == .let_ }

  // MARK: Allow

  private mutating func parseAllow() -> DeclarationKindSyntax {
    advance()
    let rule = expectTitle(of: "allow")
    expect(.because, fix: "say why: `because \"…\"`")
    let reason = isRecovering ? NameSyntax("", missingRange) : expectTitle(of: "because")
    return .allow(rule: rule, reason: reason, until: clause(.until) { $0.parseDate() } ?? nil)
  }

  private mutating func parseElsewhere() -> DeclarationKindSyntax {
    advance()
    let names = nameList(of: "elsewhere")
    expect(.says, fix: "say what is written here instead: `says \"…\"`")
    return .elsewhere(names: names, here: isRecovering ? NameSyntax("", missingRange) : expectTitle(of: "says"))
  }

  /// `2027-01-31`, which is three numbers to the lexer.
  private mutating func parseDate() -> NameSyntax? {
    let parts = (0..<5).map { peek($0) }
    let written = range(parts[0].start, max(parts[0].start, parts[4].end))
    let isDate = parts.enumerated().allSatisfy { $1.kind == ($0 % 2 == 0 ? .integer : .minus) }
    guard isDate, isCalendarDay(stream.file.text(of: written)) else {
      report(.missing(.date), at: isDate ? written : missingRange)
      return nil
    }
    for _ in parts { advance() }
    return NameSyntax(stream.file.text(of: written), written)
  }
}

private let declarationWords: [Word] = [
  .app, .platform, .use, .enum_, .const, .param, .setting, .var_, .let_, .durable, .system, .phases, .def, .stopwatch,
  .thread, .queue, .callback, .signal, .kind, .func_, .event, .on, .property, .possible, .assume, .rule, .allow, .since,
  .elsewhere,
]

private let foreignDeclarations = [
  "import":
    "a spec imports no frameworks: it names its platform, as `lifecheck platform list` shows them (`use NAME`), or another "
    + "file (`use \"shared.lc\"`)",
  "struct": "write `app` for the app itself, `kind` for things of its own, or `enum` for a list of names",
  "class": "write `app` for the app itself, and `kind` for things of its own", "actor": "write `kind`",
  "protocol": "write `kind`", "static": "leave it out", "private": "leave it out",
  "public": "leave it out",
  "init": "give variables initial values; what happens at the start stands in what the platform calls then, `on NAME { … }`",
]
