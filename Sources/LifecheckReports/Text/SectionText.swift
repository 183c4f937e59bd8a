import LifecheckDiagnostics
import LifecheckSystem

extension TextReport {
  /// Adds the answers that fail the check: one section for each cause, with the others of the same cause in a line below.
  func addFailures(of report: CheckReport, to page: inout Page) {
    let places = Places(files: report.files, platformFiles: report.platformFiles)
    for causes in Causes(of: report, places: places, keepsApart: tellsAll).groups {
      page.blank()
      Section(report: report, answer: causes[0], places: places, isWhole: tellsWholeStories)
        .add(alsoBroken: Array(causes.dropFirst()), to: &page)
    }
  }

  /// One line each, with the place to look at.
  func addAdvice(of report: CheckReport, to page: inout Page) {
    let places = Places(files: report.files, platformFiles: report.platformFiles)
    let sections = report.answers.filter { VerdictWord($0) == .advice }
      .map { Section(report: report, answer: $0, places: places, isWhole: tellsWholeStories) }
    page.blank()
    for section in sections { section.addAdvice(to: &page) }
    if !sections.isEmpty { addNextSteps(after: sections, to: &page) }
  }

  /// Where the runs are told, which page says how to mend what they show, and how to say that it is meant so.
  private func addNextSteps(after sections: [Section], to page: inout Page) {
    let isOne = sections.count == 1
    var steps: [String] = []
    if !tellsWholeStories { steps.append("\(isOne ? "How it happens" : "How they happen"): `--story full`.") }
    if let command = sections.lazy.compactMap(\.pageCommand).first {
      steps.append("How to mend \(isOne ? "it" : "one, by its name"): `\(command)`.")
    }
    let allowed = "`allow \"\(sections[0].answer.title)\" because \"…\"`"
    let head = isOne ? "If it is meant so:" : "If one is meant so, by its title (--all lists them):"
    if tellsWholeStories { page.blank() }
    if !steps.isEmpty { page.add([Span(steps.joined(separator: " "), .dim)], indent: 4, hanging: 4) }
    page.add([Span("\(head) \(allowed)", .dim)], indent: 4, hanging: 4)
  }

  /// On request: the runs to what is `possible`.
  func addReached(of report: CheckReport, to page: inout Page) {
    let places = Places(files: report.files, platformFiles: report.platformFiles)
    for answer in report.answers {
      guard case .reached(let story) = answer.verdict else { continue }
      page.blank()
      page.add([Span("reached: ", .good), Span(title(of: answer), .strong)], hanging: 2)
      Section(report: report, answer: answer, places: places, isWhole: tellsWholeStories).add(story, ending: "", to: &page)
    }
  }
}

/// The answers that fail the check, grouped by cause.
struct Causes {
  /// In the order of their first answers.
  private(set) var groups: [[Answer]] = []

  /// - Parameter keepsApart: Each answer is a group of its own.
  init(of report: CheckReport, places: Places, keepsApart: Bool) {
    var known: [Key: Int] = [:]
    for answer in report.answers where answer.outcome == .bad {
      let keys = keepsApart ? [] : Key.all(answer, places)
      let group = keys.lazy.compactMap { known[$0] }.first ?? groups.count
      if group == groups.count { groups.append([]) }
      groups[group].append(answer)
      for key in keys where known[key] == nil { known[key] = group }
    }
  }

  /// Rules that one line of the app's code breaks, or one and the same run; and rules that hold for the same lack.
  enum Key: Hashable {
    case line(FileID, Int)
    case run([String])
    case lack(String)

    /// The line first.
    static func all(_ answer: Answer, _ places: Places) -> [Key] {
      guard answer.role == .rule else { return [] }
      switch answer.verdict {
      case .violated(let story): return [line(of: story, places), run(of: story)].compactMap(\.self)
      case .vacuous(let reason): return [.lack(reason)]
      default: return []
      }
    }

    static func line(of story: Story, _ places: Places) -> Key? {
      guard let cause = story.cause, !places.isPlatform(cause) else { return nil }
      return .line(cause.file, places.start(cause).line)
    }

    private static func run(of story: Story) -> Key? {
      story.steps.isEmpty ? nil : .run(story.steps.map { "\($0.time.text) \($0.text)" })
    }
  }
}

/// One answer that needs more than a line.
struct Section {
  let report: CheckReport
  let answer: Answer
  let places: Places
  let isWhole: Bool

  func add(alsoBroken others: [Answer], to page: inout Page) {
    addHead(to: &page)
    addExcerpt(to: &page)
    if let story = answer.verdict.story { add(story, ending: story.failure, to: &page) }
    if let mend { addMend(mend, to: &page) }
    page.blank()
    if let next = nextSteps { page.add([Span("Next  ", .strong, breaks: false), Span(next)], indent: 2, hanging: 8) }
    for other in others { addAlso(other, to: &page) }
  }

  // MARK: Where to look

  /// The line that has to do with it most. nil: no line of the app's has.
  var place: SourceRange? {
    if let story = answer.verdict.story, story.length > 0 {
      if let cause = story.cause, !places.isPlatform(cause) { return cause }
      let steps = story.steps.compactMap(\.origin).filter { !places.isPlatform($0) }
      // Rather in the spec than in what it uses.
      if let last = steps.last(where: { $0.file == FileID(0) }) ?? steps.last { return last }
    }
    return places.isPlatform(answer.origin) ? nil : answer.origin
  }

  private func addHead(to page: inout Page) {
    let file = place.map(places.path) ?? report.path
    let position = place.map { "\(places.start($0).line):\(places.start($0).column)" } ?? "1:1"
    let identifier = answer.identifier.map { " [\($0)]" } ?? ""
    page.addUnwrapped([
      Span("\(file):\(position)", .strong, file: places.pathOnDisk(place ?? answer.origin)), Span(": ", .strong),
      Span("error: ", .bad), Span(headline, .strong), Span(identifier, .dim),
    ])
  }

  var headline: String {
    switch answer.verdict {
    case .unreachable: "never reached: \(answer.title)"
    case .vacuous: "never put to the test: \(answer.title)"
    default: "violated: \(answer.title)"
    }
  }

  /// The line with what is meant underlined, and what is wrong with it.
  private func addExcerpt(to page: inout Page) {
    page.blank()
    let words = cause
    guard let place, let file = places.file(place), places.hasText(place) else { return page.add([Span(words)], indent: 4) }
    let excerpt = SourceExcerpt(of: place, in: file)
    let number = "\(places.start(place).line)"
    let margin = String(repeating: " ", count: number.count)
    page.addUnwrapped([Span("\(number) │ ", .dim), Span(excerpt.source)], indent: 4)
    let marks = String(repeating: " ", count: excerpt.indent) + excerpt.marks.replacing("~", with: "^")
    let lead = "\(margin) │ "
    page.addUnwrapped([Span(lead, .dim), Span(marks, .bad)], indent: 4)
    page.add([Span(lead, .dim, breaks: false), Span(words)], indent: 4, hanging: 4 + lead.count)
    if let signature = answer.verdict.story?.fieldSignature {
      page.add([Span(lead, .dim, breaks: false), Span("in the field: \(signature)")], indent: 4, hanging: 4 + lead.count)
    }
    addSentence(lead: lead, to: &page)
  }

  /// A property is told by its title; where it stands and what it says may be far from the line above.
  private func addSentence(lead: String, to page: inout Page) {
    guard !places.isPlatform(answer.origin), place != answer.origin else { return }
    page.add(
      [Span(lead, .dim, breaks: false), Span("\(places.place(answer.origin)): \(sentence)", .dim)], indent: 4,
      hanging: 4 + lead.count)
  }

  /// The text of the sentence, without the title that stands above it.
  private var sentence: String {
    let text = places.wholeExcerpt(answer.origin)
    let start = "\(answer.role.rawValue) \"\(answer.title)\": "
    return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }

  /// The failure at that place, in words.
  var cause: String {
    switch answer.verdict {
    case .violated(let story): story.failure
    case .unreachable: "no run ever gets there" + (answer.onVersion.map { " on \($0)" } ?? "")
    case .vacuous(let reason): "it holds, but only because \(reason)"
    default: ""
    }
  }

  // MARK: What to do

  /// The command that prints the page of the rule, with broken and mended code; nil: it has none.
  var pageCommand: String? {
    answer.identifier.flatMap { report.mends[$0] == nil ? nil : "lifecheck rules \($0)" }
  }

  /// How the mistake is mended that a rule has found; one that was never put to the test has found none.
  private var mend: String? {
    if case .vacuous = answer.verdict { nil } else { report.mends[answer.identifier ?? ""] }
  }

  private func addMend(_ mend: String, to page: inout Page) {
    page.blank()
    page.add([Span("Mend  ", .strong, breaks: false), Span(mend)], indent: 2, hanging: 8)
    if let pageCommand { page.add([Span("Broken and mended code: \(pageCommand)", .dim)], indent: 8) }
  }

  var nextSteps: String? {
    switch answer.verdict {
    case .violated(let story): afterViolation(story)
    case .unreachable: "look at the conditions on the way there (`when`, `guard`, `if`)."
    case .vacuous:
      "a sentence that is never put to the test protects nothing. Look at what should bring this about."
        + (pageCommand.map { " What the rule looks at: \($0)" } ?? "")
    case .undecided, .proved, .reached, .notApplicable: nil
    }
  }

  private func afterViolation(_ story: Story) -> String? {
    if story.length == 0 {
      return "nothing has happened yet: mend the first value, or say in the sentence from when on it counts."
    }
    if place == nil { return "no code of yours runs here: look which of the steps above it should answer." }
    if answer.role == .rule { return nil }
    return "if this cannot happen in real life, say so where it begins: in an event's `when`, or in a duration."
  }

  // MARK: What needs a line

  private func addAlso(_ other: Answer, to page: inout Page) {
    let name = other.identifier ?? other.title
    let words =
      switch other.verdict {
      case .violated(let story): "The same \(hasLineOf(story) ? "line" : "run") also breaks [\(name)]: \(story.failure)"
      case .vacuous: "For the same reason [\(name)] is never put to the test"
      default: "[\(name)]: \(other.verdict.name)"
      }
    page.add([Span(words)], indent: 2, hanging: 4)
  }

  private func hasLineOf(_ other: Story) -> Bool {
    guard let line = Causes.Key.line(of: other, places), let own = answer.verdict.story else { return false }
    return Causes.Key.line(of: own, places) == line
  }

  func addAdvice(to page: inout Page) {
    guard case .violated(let story) = answer.verdict else { return }
    let head = [Span("Advice ", .caution, breaks: false), Span("[\(answer.identifier ?? answer.title)]")]
    let link = place.map { place in
      let words = place.file == FileID(0) ? "line \(places.start(place).line)" : places.place(place)
      return [Span(" "), Span(words + ":", breaks: false, file: places.pathOnDisk(place)), Span(" ")]
    }
    page.add(head + (link ?? [Span(": ")]) + [Span(story.failure)], indent: 2, hanging: 4)
    if isWhole { add(story, ending: "", to: &page) }
  }

  // MARK: Runs

  /// - Parameter isOpen: Whether it can happen is not known.
  func add(_ story: Story, ending: String, isOpen: Bool = false, to page: inout Page) {
    if story.steps.isEmpty { return }
    let premises = story.premises.map { $0.hasPrefix("if ") ? $0 : "if \($0)" }.joined(separator: ", and ")
    page.blank()
    let head = story.length == 0 ? "It is so from the start" : isOpen ? "How it might happen" : "How it happens"
    page.add([Span(head, .strong), Span(premises.isEmpty ? "" : ", \(premises)")], indent: 2, hanging: 4)
    if isWhole {
      page.blank()
      WholeStory(places: places).addWhole(story.steps, to: &page)
    } else {
      ShortStory(places: places).add(story.steps, ending: ending, to: &page)
    }
  }
}

extension CheckReport {
  /// Of each answer, the line of the app that has to do with it most; nil: none has.
  package func linesToMend(_ places: Places) -> [SourceRange?] {
    answers.map { Section(report: self, answer: $0, places: places, isWhole: false).place }
  }
}
