import Foundation

/// A change of one line, or of two lines that change places.
struct Edit {
  let before: [String]
  let after: [String]
  /// The text that changed, for the report.
  let changed: String
  let replacement: String
}

/// Every small mistake that can be made at this line.
func edits(of lines: [String], at index: Int) -> [Edit] {
  let line = lines[index]
  return
    (droppedStatements(line) + swappedStatements(lines, index) + changedWords(line) + droppedConditions(line)
    + changedDurations(line)).map { Edit(before: [line], after: [$0.line], changed: $0.changed, replacement: $0.replacement) }
    + swappedLines(lines, index)
}

private typealias Change = (line: String, changed: String, replacement: String)

/// A statement alone on a line or between `{`, `;` and `}`: a call of a callback, an assignment, a death …
private nonisolated(unsafe) let statement =
  /(?:(?:call|ask|die|emit|reset|freeze|thaw|start|tell|show|launch|settle|enterForeground|enterBackground|ios\.tell|ios\.settle|ios\.launch)\b|[a-zA-Z.]+ =)(?: ?[^;{}]*[^;{} ])?/

private func statements(in line: String) -> [Range<String.Index>] {
  line.ranges(of: statement).filter { range in
    let head = line[..<range.lowerBound].trimmingCharacters(in: .whitespaces)
    let tail = line[range.upperBound...].trimmingCharacters(in: .whitespaces)
    return (head.isEmpty || head.hasSuffix("{") || head.hasSuffix(";"))
      && (tail.isEmpty || tail.hasPrefix("}") || tail.hasPrefix(";"))
  }
}

private func droppedStatements(_ line: String) -> [Change] {
  statements(in: line).map { range in
    var tail = line[range.upperBound...]
    if tail.hasPrefix(";") { tail = tail.dropFirst() }
    var head = line[..<range.lowerBound]
    if tail == line[range.upperBound...], let last = head.lastIndex(where: { $0 != " " }), head[last] == ";" {
      head = head[..<last]
    }
    return (String(head + tail), String(line[range]), "")
  }
}

/// `call a; call b` becomes `call b; call a`.
private func swappedStatements(_ lines: [String], _ index: Int) -> [Change] {
  let line = lines[index]
  let found = statements(in: line)
  let inOneStep = isOneStep(line) || isInOneStep(lines, index)
  return zip(found, found.dropFirst()).compactMap { first, second in
    if inOneStep, areIndependent(line[first], line[second], in: lines) { return nil }
    let between = line[first.upperBound..<second.lowerBound]
    guard between.trimmingCharacters(in: .whitespaces) == ";" else { return nil }
    let swapped = String(line[second] + between + line[first])
    let both = first.lowerBound..<second.upperBound
    return (line.replacingCharacters(in: both, with: swapped), String(line[both]), swapped)
  }
}

/// Assignments of fixed values to different variables. Within one indivisible step nothing can tell in which order they are
/// made, so to swap them there is no mistake. `freeze` and `thaw` assign no variable at all; `start` sets the app's memory
/// and leaves what is declared `system`.
private func areIndependent(_ first: Substring, _ second: Substring, in lines: [String]) -> Bool {
  let pair = [first, second]
  if pair.contains("freeze") || pair.contains("thaw") {
    return pair.contains { $0.contains(/^(?:reset [A-Za-z.]+|[A-Za-z.]+ = [a-zA-Z]+)$/) }
  }
  if pair.contains("start") { return pair.contains { isFixedSystemAssignment($0, lines) } }
  let fixed = /(?:reset ([A-Za-z.]+)|([A-Za-z.]+) = (?:true|false|none|[a-zA-Z]+))/
  guard let one = first.wholeMatch(of: fixed), let other = second.wholeMatch(of: fixed) else { return false }
  func target(_ match: Regex<(Substring, Substring?, Substring?)>.Match) -> Substring? { match.output.1 ?? match.output.2 }
  let names = [target(one), target(other)]
  return names[0] != names[1] && !first.hasSuffix("= \(names[1] ?? "")") && !second.hasSuffix("= \(names[0] ?? "")")
}

private func isFixedSystemAssignment(_ text: Substring, _ lines: [String]) -> Bool {
  guard let name = text.wholeMatch(of: /([A-Za-z]+) = [a-zA-Z]+/)?.output.1 else { return false }
  return lines.contains { line in
    let declaration = line.trimmingCharacters(in: .whitespaces)
    return ["var", "phases"].contains { declaration.hasPrefix("system \($0) \(name)") }
  }
}

/// A function of assignments alone, or what stands in `atomic { … }` or below `on dies`, is one step.
private func isOneStep(_ line: String) -> Bool {
  line.contains(/\batomic \{|\bon dies\b/) || line.contains(/^ *func [^{]*\{[^{}]*\}$/) && !line.contains(/\b(wait|call)\b/)
}

private func swappedLines(_ lines: [String], _ index: Int) -> [Edit] {
  guard index + 1 < lines.count else { return [] }
  let pair = [lines[index], lines[index + 1]]
  let isPair = pair.allSatisfy { line in
    statements(in: line).contains { line[$0] == line.trimmingCharacters(in: .whitespaces) }
  }
  let texts = pair.map { $0.trimmingCharacters(in: .whitespaces) }
  if isPair, isInOneStep(lines, index), areIndependent(texts[0][...], texts[1][...], in: lines) { return [] }
  return isPair
    ? [
      Edit(
        before: pair, after: pair.reversed(), changed: texts.joined(separator: "; "),
        replacement: texts.reversed().joined(separator: "; "))
    ] : []
}

/// The same for a line of its own: the blocks around it are looked for by how far the lines above are indented.
private func isInOneStep(_ lines: [String], _ index: Int) -> Bool {
  func depth(_ line: String) -> Int { line.prefix { $0 == " " }.count }
  var inner = depth(lines[index])
  for line in lines[..<index].reversed() where !line.isEmpty && depth(line) < inner {
    if isOneStep(line) { return true }
    inner = depth(line)
  }
  return false
}

/// Choices that are no longer open, and conditions the other way round; not in what only stories say.
private func changedWords(_ line: String) -> [Change] {
  let replacements = [
    ("any {", "true {"), ("any {", "false {"), (" >= ", " > "), (" and any ", " "), ("not ", ""), (" or ", " and "),
  ]
  guard line.contains(/\b(when|if|while|where|def)\b/) else { return [] }
  return replacements.flatMap { old, new in
    line.ranges(of: old).filter { !isQuoted($0, in: line) }.map {
      (
        line.replacingCharacters(in: $0, with: new), old.trimmingCharacters(in: .whitespaces),
        new.trimmingCharacters(in: .whitespaces)
      )
    }
  }
}

private func isQuoted(_ range: Range<String.Index>, in line: String) -> Bool {
  line[..<range.lowerBound].count { $0 == "\"" } % 2 == 1
}

/// Each part of `when a and b`, one at a time.
private func droppedConditions(_ line: String) -> [Change] {
  guard let condition = line.firstRange(of: #/(?:when|while|def \w+ =) [^{]+/#), line[condition].contains(" and ") else {
    return []
  }
  let word = line[condition].firstRange(of: #/(?:when|while|def \w+ =) /#)!
  let parts = line[word.upperBound..<condition.upperBound].components(separatedBy: " and ").map {
    $0.trimmingCharacters(in: .whitespaces)
  }
  return parts.indices.map { index in
    let rest = parts.enumerated().filter { $0.offset != index }.map(\.element).joined(separator: " and ")
    let end = condition.upperBound == line.endIndex ? "" : " "
    let changed = line.replacingCharacters(in: word.upperBound..<condition.upperBound, with: rest + end)
    return (changed, "and \(parts[index])", "")
  }
}

/// A budget that is a second longer or shorter.
private func changedDurations(_ line: String) -> [Change] {
  guard line.contains(/\b(const|param)\b/) else { return [] }
  // The usual value of a parameter only words the stories: every value of its range is tried.
  let usual = line.contains(/\bparam\b/) ? line.lastIndex(of: "=") ?? line.endIndex : line.endIndex
  return line.ranges(of: /\b\d+s\b/).filter { $0.lowerBound < usual }.flatMap { range in
    [1, -1].compactMap { step in
      let seconds = Int(line[range].dropLast())! + step
      return seconds < 0 ? nil : (line.replacingCharacters(in: range, with: "\(seconds)s"), String(line[range]), "\(seconds)s")
    }
  }
}
