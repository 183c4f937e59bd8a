import LifecheckDiagnostics

/// A remark on one answer or diagnostic, for reports in whatever form.
struct Remark {
  /// Whether it fails the check, asks for attention, or says that all is well.
  enum Level { case error, warning, note, none }

  struct Place {
    let path: String
    let start: SourcePosition
    let end: SourcePosition
  }

  let level: Level
  /// `task-forgotten`, `property`, `expected-closing`: the same in all files.
  let rule: String
  /// Of the sentence, or the message of a diagnostic.
  let title: String
  /// `violated`, `proved`, …; `error` or `warning` for a diagnostic.
  let word: String
  let message: String
  /// The rest of the message, beside word and title; may be empty.
  let details: String
  /// nil: the file as a whole.
  let place: Place?
  /// nil: a diagnostic.
  let answer: Answer?

  /// A sentence of a spec with its title, which is all that tells it from others.
  var name: String { answer.map { $0.identifier.map { "\(title) [\($0)]" } ?? title } ?? "\(title) [\(rule)]" }
}

extension CheckReport {
  /// All there is to say of it: diagnostics, then answers, in the order of the spec.
  var remarks: [Remark] {
    let places = Places(files: files, platformFiles: platformFiles)
    return diagnostics.map { Remark($0, places) } + answers.map { Remark($0, self, places) }
  }
}

extension Remark {
  init(_ diagnostic: Diagnostic, _ places: Places) {
    let level: Level =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    let help = diagnostic.help.map { "; \($0)" } ?? ""
    // An option is no file that a reader could open, so it is named.
    let isOption = places.isOption(diagnostic.range)
    let option = isOption ? "\(places.path(diagnostic.range)) \(places.wholeExcerpt(diagnostic.range)): " : ""
    self.init(
      level: level, rule: diagnostic.code, title: diagnostic.message, word: diagnostic.severity.rawValue,
      message: option + diagnostic.message + help, details: help.isEmpty ? "" : String(help.dropFirst(2)),
      place: isOption ? nil : Place(diagnostic.range, places), answer: nil)
  }

  init(_ answer: Answer, _ report: CheckReport, _ places: Places) {
    let section = Section(report: report, answer: answer, places: places, isWhole: false)
    let word = VerdictWord(answer)
    let details = Remark.details(answer, section, word)
    self.init(
      level: Level(word), rule: answer.identifier ?? answer.role.rawValue, title: answer.title, word: word.rawValue,
      message: "\(word.rawValue): \(answer.title)" + (details.isEmpty ? "" : " (\(details))"), details: details,
      place: section.place.flatMap { Place($0, places) } ?? Place(path: report.path), answer: answer)
  }

  private static func details(_ answer: Answer, _ section: Section, _ word: VerdictWord) -> String {
    let why =
      switch answer.verdict {
      case .undecided(let undecided): TextReport().why(undecided.reason, section.places)
      case .notApplicable(let reason): reason
      case .violated, .unreachable, .vacuous: section.cause
      case .proved, .reached: ""
      }
    let field = answer.verdict.story?.fieldSignature.map { "in the field: \($0)" }
    let allowed = answer.allowedBecause.flatMap {
      word == .allowed ? "allowed: \($0)" : answer.needsNoAllow ? "its `allow` can go" : nil
    }
    return [why, field ?? "", allowed ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension Remark.Level {
  /// As the exit code counts them.
  init(_ word: VerdictWord) {
    switch word {
    case .violated, .unreachable, .vacuous, .undecided: self = .error
    case .advice: self = .warning
    case .allowed: self = .note
    case .proved, .reached, .notApplicable: self = .none
    }
  }
}

extension Remark.Place {
  /// nil: there is no text to point to.
  init?(_ range: SourceRange, _ places: Places) {
    guard places.hasText(range) else { return nil }
    self.init(path: places.path(range), start: places.start(range), end: places.end(range))
  }

  /// The beginning of a file.
  init(path: String) {
    self.init(path: path, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))
  }
}
