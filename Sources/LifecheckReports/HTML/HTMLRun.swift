import LifecheckDiagnostics
import LifecheckSystem

/// One run: what it breaks or reaches, its timeline, its steps in order, and what to do about it.
struct HTMLRun {
  let id: String
  let report: CheckReport
  let answer: Answer
  let story: Story
  let places: Places
  let source: HTMLSource

  var word: VerdictWord { VerdictWord(answer) }

  var markup: Markup {
    """
    <article class="run" id="\(id)" aria-labelledby="\(id)-title">
    <h3 id="\(id)-title"><span class="badge \(word.cssClass)">\(word.rawValue)</span> \(words: answer.title)\(identifier)</h3>
    \(facts)\(HTMLTimeline(story: story, lanes: lanes, places: places).markup)\
    <ol class="steps">
    \(story.steps.indices.map(step))\(ending)</ol>
    </article>

    """
  }

  private var identifier: Markup { answer.identifier.map { " <span class=\"id\">[\($0)]</span>" } ?? .none }

  private var lanes: Lanes { Lanes(of: story) }

  // MARK: Beside the steps

  private var section: Section { Section(report: report, answer: answer, places: places, isWhole: true) }

  /// The facts about the run as a whole, each with its name.
  private var facts: Markup {
    let all: [(String, Markup)?] = [
      why.isEmpty ? nil : ("What", "\(words: why)"),
      section.place.map { ("Where", source.link($0)) },
      story.fieldSignature.map { ("In the field", "\(words: $0)") },
      story.premises.isEmpty ? nil : ("Only if", "\(words: premises)"),
      sentence.map { ("The sentence", $0) },
      mend.map { ("Mend", "\(words: $0)") },
      mend == nil ? section.nextSteps.map { ("Next", "\(words: $0)") } : nil,
    ]
    let items: [Markup] = all.compactMap(\.self).map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>\n" }
    return items.isEmpty ? .none : "<dl class=\"facts\">\n\(items)</dl>\n"
  }

  private var why: String {
    switch answer.verdict {
    case .undecided(let undecided): TextReport().why(undecided.reason, places)
    default: story.failure
    }
  }

  private var premises: String {
    story.premises.map { $0.hasPrefix("if ") ? String($0.dropFirst(3)) : $0 }.joined(separator: ", and ")
  }

  /// A rule of the platform is told by its title.
  private var sentence: Markup? {
    if places.isPlatform(answer.origin) { return nil }
    return "<code>\(places.wholeExcerpt(answer.origin))</code> \(source.link(answer.origin))"
  }

  private var mend: String? { report.mends[answer.identifier ?? ""] }

  // MARK: Steps

  private func step(_ number: Int) -> Markup {
    let step = story.steps[number]
    let isOwn = step.origin.map { !places.isPlatform($0) } ?? false
    return """
      <li value="\(number + 1)" class="\(isOwn ? "own" : "other")\(step.concernsSentence ? " subject" : "")"\(attributes(of: step))>\
      <span class="time">\(step.time.text)</span> <span class="words">\(words: step.text)</span> \
      \(lane(of: step))\(isOwn ? source.link(step.origin) : .none)\(isOwn ? code(of: step) : .none)\(changes(of: step))</li>

      """
  }

  /// For the script: the line to mark, and the lane.
  private func attributes(of step: StoryStep) -> Markup {
    let line: Markup = source.line(step.origin).map { " data-line=\"\($0)\"" } ?? .none
    let lane: Markup = lanes.index(of: step).map { " data-lane=\"\($0)\"" } ?? .none
    return line + lane
  }

  private func lane(of step: StoryStep) -> Markup {
    lanes.index(of: step).map { "<span class=\"actor\">\(lanes.all[$0].name)</span> " } ?? .none
  }

  /// The line, unless the words have it already.
  private func code(of step: StoryStep) -> Markup {
    guard let origin = step.origin else { return .none }
    let line = places.isChoice(origin) ? places.excerptWithComment(origin) : places.excerpt(origin)
    if line.isEmpty || step.text.contains(line) { return .none }
    return " <code class=\"line\">\(line)</code>"
  }

  private func changes(of step: StoryStep) -> Markup {
    if step.changes.isEmpty { return .none }
    let items: [Markup] = step.changes.map { change in
      change.from == change.to
        ? "<li>\(change.name) stays \(change.to)</li>" : "<li>\(change.name): \(change.from) → \(change.to)</li>"
    }
    return " <ul class=\"changes\">\(items)</ul>"
  }

  /// The failure that breaks the promise, at the end of the run.
  private var ending: Markup {
    guard case .violated = answer.verdict, !story.failure.isEmpty else { return .none }
    return "<li class=\"ending\"><span class=\"words\">\(words: story.failure)</span></li>\n"
  }
}
