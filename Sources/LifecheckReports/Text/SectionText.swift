import LifecheckDiagnostics
import LifecheckSystem

extension TextReport {
  /// What there is to say about an answer beyond its verdict; nothing for most.
  func addSection(for answer: Answer, in report: CheckReport, to page: inout Page) {
    let word = VerdictWord(answer)
    let section = Section(answer: answer, places: Places(files: report.files, platformFiles: report.platformFiles))
    switch answer.verdict {
    case _ where word == .allowed: return
    case .reached where !tellsReachedRuns: return
    case .proved, .notApplicable: return
    case .violated(let story), .reached(let story):
      section.addHead(word, to: &page)
      if case .violated = answer.verdict { section.add("What failed", story.failure, to: &page) }
      section.add(story, to: &page)
    case .unreachable: section.addHead(word, to: &page)
    case .vacuous(let reason):
      if isSaidBefore(reason, answer, in: report) { return }
      section.addHead(word, to: &page)
      section.add("It holds", "only because \(reason)", to: &page)
    case .undecided(let undecided):
      section.addHead(word, to: &page)
      section.add(undecided, to: &page)
    }
    if let advice = section.nextSteps { section.add("Next", advice, to: &page) }
  }
}

extension TextReport {
  /// Several rules may be about the same thing, which never comes about: the first of them tells.
  private func isSaidBefore(_ reason: String, _ answer: Answer, in report: CheckReport) -> Bool {
    let same = report.answers.first { other in
      if case .vacuous(reason) = other.verdict { VerdictWord(other) != .allowed } else { false }
    }
    return answer.role == .rule && same.map { $0.origin != answer.origin || $0.title != answer.title } ?? false
  }
}

/// One answer that needs more than a line.
private struct Section {
  let answer: Answer
  let places: Places

  /// The sentence, where it stands, and how it reads there.
  func addHead(_ word: VerdictWord, to page: inout Page) {
    page.blank()
    let identifier = answer.identifier.map { " [\($0)]" } ?? ""
    page.add([Span("\(word.rawValue): ", word.style), Span(answer.title, .strong), Span(identifier, .dim)], hanging: 2)
    let isPlatform = places.isPlatform(answer.origin)
    let sentence = self.sentence
    page.add(
      [Span(places.place(answer.origin), isPlatform ? .dim : .plain), Span(sentence.isEmpty ? "" : "  │ \(sentence)", .dim)],
      indent: 2, hanging: 6)
    page.blank()
    if case .unreachable = answer.verdict { add("No run", "ever gets there", to: &page) }
  }

  /// The text of the sentence, without the title that stands above it.
  private var sentence: String {
    let text = places.wholeExcerpt(answer.origin)
    let start = "\(answer.role.rawValue) \"\(answer.title)\": "
    return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
  }

  /// A line that starts with a word or two in bold: `Next: …`, `It holds only because …`.
  func add(_ start: String, _ rest: String, to page: inout Page) {
    let isSentence = start == "No run" || start == "It holds"
    page.add([Span(start + (isSentence ? " " : ": "), .strong), Span(rest)], indent: 2, hanging: 4)
  }

  // MARK: Undecided

  func add(_ undecided: Undecided, to page: inout Page) {
    add("Not settled", why(undecided.reason), to: &page)
    add("Looked at", howFar(undecided.clearedSteps), to: &page)
    if case .instancesExhausted(_, _, _, let story?) = undecided.reason {
      page.blank()
      add(story, opening: "this run needs one more", to: &page)
    }
  }

  private func why(_ reason: Undecided.Reason) -> String {
    switch reason {
    case .timeLimit(let seconds): "the time limit of \(TextReport.number(seconds)) s was reached"
    case .memoryLimit(let megabytes): "the memory limit of \(megabytes) MB was reached"
    case .depthLimit(let depth): "the search was told to stop at runs of \(depth) step\(depth == 1 ? "" : "s")"
    case .instancesExhausted(let what, let bound, let origin, _):
      "at most \(bound) at once of \(what) can be followed one by one, and some run needs more (\(places.place(origin)))"
    case .tooHard(let why): "the question was too hard to work out" + (why.map { ": \($0)" } ?? "")
    }
  }

  private func howFar(_ clearedSteps: Int) -> String {
    let does = answer.role == .possible ? "gets there" : "breaks it"
    return clearedSteps <= 1
      ? "hardly anything yet" : "every run of fewer than \(clearedSteps) steps; none \(does), longer ones may"
  }

  // MARK: What to do next

  var nextSteps: String? {
    switch answer.verdict {
    case .violated(let story): afterViolation(story)
    case .unreachable:
      "look at the conditions on the way there (`when`, `guard`, `if`)."
    case .vacuous:
      "a sentence that is never put to the test protects nothing. Look at what should bring this about."
    case .undecided(let undecided): afterGivingUp(undecided.reason)
    case .proved, .reached, .notApplicable: nil
    }
  }

  private func afterViolation(_ story: Story) -> String {
    let start = self.start(of: story)
    if answer.role != .rule, story.length > 0 {
      return "\(start). If this cannot happen in real life, say so where it begins: in an event's `when`, or in a duration."
    }
    // Nobody means to be killed; advice is another matter.
    return answer.isAdvice ? "\(start). If it is meant so, write `allow \"\(answer.title)\" because \"…\"`." : "\(start)."
  }

  private func start(of story: Story) -> String {
    if story.length == 0 {
      return "nothing has happened yet: mend the first value, or say in the sentence from when on it counts"
    }
    if let cause = story.cause {
      return "start at \(places.place(cause)), where your code last changed what the sentence speaks of"
    }
    let steps = story.steps.compactMap(\.origin).filter { !places.isPlatform($0) }
    // Rather in the spec than in what it uses.
    let own = steps.last { $0.file == FileID(0) } ?? steps.last
    return own.map { "start at \(places.place($0)), the last step in your code" }
      ?? "no code of yours runs here: look which of the steps above it should answer"
  }

  private func afterGivingUp(_ reason: Undecided.Reason) -> String {
    switch reason {
    case .timeLimit: "allow more time, or make the spec smaller: fewer instances, narrower ranges, fewer things at once."
    case .memoryLimit: "allow more memory, or make the spec smaller: fewer instances, narrower ranges, fewer things at once."
    case .depthLimit: "allow longer runs."
    case .instancesExhausted:
      "mend what is violated first, it often is the cause; or let the code start none while one is under way."
    case .tooHard: "split the sentence into simpler ones; if that does not help, please send us the spec."
    }
  }
}

// MARK: Stories

extension Section {
  func add(_ story: Story, to page: inout Page) {
    add(story, opening: story.length == 0 ? "it is so from the start" : "this can happen", to: &page)
    if let signature = story.fieldSignature { add("In the field", signature, to: &page) }
  }

  /// The premises with `opening` as their conclusion, then the steps.
  private func add(_ story: Story, opening: String, to page: inout Page) {
    let premises = story.premises.map { $0.hasPrefix("if ") ? $0 : "if \($0)" }.joined(separator: ", and ")
    let sentence = premises.isEmpty ? opening : "\(premises), \(opening)"
    page.blank()
    let end = story.steps.isEmpty ? "." : ":"
    page.add([Span(sentence.prefix(1).uppercased() + sentence.dropFirst() + end, .strong)], indent: 2, hanging: 4)
    page.blank()
    addSteps(story.steps, to: &page)
    page.blank()
  }

  private func addSteps(_ steps: [StoryStep], to page: inout Page) {
    let numberWidth = "\(steps.count)".count
    let timeWidth = steps.map { $0.time.text.count }.max() ?? 0
    let indent = 2 + numberWidth + 3 + timeWidth + 2
    let placeWidth = steps.compactMap { $0.origin.map { places.place($0).count } }.max() ?? 0
    let textWidth = steps.map(\.text.count).max() ?? 0
    let column = min(indent + textWidth, max((page.width ?? .max) - placeWidth - 2, indent + 20))
    var lastExcerpt = ""
    for (index, step) in steps.enumerated() {
      let number = String(repeating: " ", count: numberWidth - "\(index + 1)".count) + "\(index + 1)"
      let time = String(repeating: " ", count: timeWidth - step.time.text.count) + step.time.text
      let isPlatform = step.origin.map(places.isPlatform) ?? true
      page.add(
        [Span("\(number). ", .dim, breaks: false), Span(" \(time)  ", breaks: false), Span(step.text)], indent: 2,
        hanging: indent, column: column,
        right: Span(step.origin.map(places.place) ?? "", isPlatform ? .dim : .plain))
      if let origin = step.origin, !isPlatform {
        let excerpt = places.excerpt(origin)
        let shown = places.isChoice(origin) ? places.excerptWithComment(origin) : excerpt
        if excerpt != lastExcerpt, !excerpt.isEmpty, !tells(step.text, excerpt) {
          page.addTruncated(Span("│ \(shown)", .dim), indent: indent)
        }
        lastExcerpt = excerpt
      }
      addChanges(step.changes, indent: indent, to: &page)
    }
  }

  /// Of a block the text has the beginning, with a `…` for the rest.
  private func tells(_ text: String, _ excerpt: String) -> Bool {
    text.contains(excerpt) || excerpt.hasSuffix("{") && text.contains("\(excerpt) … }")
  }

  private func addChanges(_ changes: [StoryStep.Change], indent: Int, to page: inout Page) {
    if changes.isEmpty { return }
    let spans = changes.enumerated().map { index, change in
      let text = change.from == change.to ? "\(change.name) stays \(change.to)" : "\(change.name): \(change.from) → \(change.to)"
      return Span(text + (index == changes.count - 1 ? "" : ", "), .caution, breaks: false)
    }
    page.add(spans, indent: indent)
  }
}

extension TextReport {
  /// `60` for 60.0, `2.5` for 2.5.
  static func number(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
