import LifecheckDiagnostics

extension Parser {
  mutating func parseFile() -> FileSyntax {
    var file = FileSyntax(range: range(0, stream.file.text.count))
    while !isAtEnd {
      if at(.use) {
        let start = index
        beginItem()
        if let use = parseUse() { file.uses.append(use) }
        endItem(startedAt: start)
      } else if at(.rightBrace) {
        report(.unmatchedBrace, at: range(current))
        advance()
        isRecovering = false
      } else if let declaration = parseItem() {
        file.declarations.append(declaration)
      }
    }
    return file
  }

  /// `use ios 17 with scenes`, `use "retry.lc" with attempts = 3`
  private mutating func parseUse() -> UseSyntax? {
    let start = advance()
    let quoted = quotedPlatform()
    if quoted == nil, let path = take(.string) { return parseFileUse(content(path), range(path), from: start) }
    var use = UseSyntax(target: .platform(quoted ?? expectName(of: "use")), range: range(start))
    if !isRecovering, !isAtItemEnd, !at(.with) { use.version = parseVersions() }
    while !isRecovering, skip(.with) { use.features += nameList(of: "with") }
    use.range = range(from: start.start)
    return use
  }

  /// `"ios"` in `use "ios" 17`, read as what was meant: no file has a version.
  private mutating func quotedPlatform() -> NameSyntax? {
    guard at(.string), peek().kind == .integer, !peek().startsLine else { return nil }
    let name = content(current)
    guard let first = name.unicodeScalars.first, first.properties.isXIDStart,
      name.unicodeScalars.allSatisfy(\.properties.isXIDContinue)
    else { return nil }
    reportRepaired(.habit(.quotedPlatform(name)), at: range(current))
    return NameSyntax(name, range(advance()))
  }

  private mutating func parseFileUse(_ path: String, _ place: SourceRange, from start: Token) -> UseSyntax {
    var use = UseSyntax(target: .file(path, place), range: range(start))
    if skip(.with) {
      repeat {
        use.bindings.append(UseSyntax.Binding(name: expectName(of: "with"), value: expectInitialValue()))
      } while !isRecovering && skip(.comma)
    }
    use.range = range(from: start.start)
    return use
  }

  /// `grace=4s`, with nothing after it
  mutating func parseLoneBinding(of owner: String) -> UseSyntax.Binding? {
    let binding = UseSyntax.Binding(name: expectName(of: owner), value: expectInitialValue())
    if !isRecovering, !isAtEnd { reportUnexpected() }
    return isRecovering ? nil : binding
  }

  /// `17` or `12...18`
  mutating func parseVersions() -> ExpressionSyntax {
    guard at(.integer) else {
      reportMissing(.version(after: previousText))
      return missingExpression()
    }
    let start = current.start
    let version = parseBinary(.range)
    let whole = range(from: start)
    let fractions = stream.diagnostics.map(\.range).filter { place in
      whole.start <= place.start && place.end <= whole.end && stream.file.text(of: place).wholeMatch(of: /[0-9]+\.[0-9]+/) != nil
    }
    for place in fractions {
      retold[place] = HabitProblem.fractionOfVersion(stream.file.text(of: place)).diagnostic(at: place)
    }
    return fractions.isEmpty ? version : missingExpression()
  }

  // MARK: Members

  /// The declarations between braces; `{` is the current token.
  mutating func parseMembers() -> [DeclarationSyntax] {
    guard let opening = take(.leftBrace) else { return [] }
    return nested { parser in
      var members: [DeclarationSyntax] = []
      while !parser.at(.rightBrace), !parser.isAtEnd {
        if let member = parser.parseItem() { members.append(member) }
      }
      parser.close(opening)
      return members
    } ?? []
  }

  /// One declaration with its end.
  private mutating func parseItem() -> DeclarationSyntax? {
    let start = index
    while skip(.semicolon) {}
    guard !at(.rightBrace), !isAtEnd else { return nil }
    beginItem()
    let declaration = parseDeclaration()
    endItem(startedAt: start)
    return declaration
  }
}
