import LifecheckDiagnostics

/// The head of the page, above all specs: how the check came out, the counts, and the links to each spec and run.
struct HTMLOverview {
  let specs: [HTMLSpec]
  let heading: String

  var markup: Markup {
    """
    <header>
    <a class="skip" href="#main">To the verdicts</a>
    <h1>\(heading)</h1>
    <p class="counts">\(counts)</p>
    \(contents)\(legend)</header>
    """
  }

  /// The words of the counts, the most important first.
  private var counts: [Markup] {
    let answers = specs.flatMap(\.report.answers)
    let found = VerdictWord.allCases.compactMap { word -> Markup? in
      let number = answers.count { VerdictWord($0) == word }
      return number == 0 ? nil : "<span class=\"badge \(word.cssClass)\">\(number) \(word.rawValue)</span> "
    }
    let errors = specs.flatMap(\.report.diagnostics).count { $0.severity == .error }
    let first: [Markup] = errors == 0 ? [] : ["<span class=\"badge bad\">\(errors) \(errors == 1 ? "error" : "errors")</span> "]
    return first + (found.isEmpty && errors == 0 ? ["nothing was checked"] : found)
  }

  private var contents: Markup {
    if specs.isEmpty { return .none }
    return "<nav aria-label=\"Specs and runs\">\n<ul role=\"list\">\n\(specs.map(entry))</ul>\n</nav>\n"
  }

  private var legend: Markup {
    if specs.allSatisfy(\.runs.isEmpty) { return .none }
    return """
      <p class="legend">In a timeline each step has a column of its own, and where time passes there is a dotted gap. A full dot is a \
      step of your code, an empty one of the platform or the world; one with a ring is, or changes, what the sentence looks at. A bar is \
      something that takes time, and a short upright stroke its deadline. The red line is the end of the run.</p>

      """
  }

  private func entry(_ spec: HTMLSpec) -> Markup {
    let others = spec.report.answers.filter { $0.failsTheRun && !$0.hasRun }
    let links = spec.runs.map { link($0.answer, to: $0.id) } + others.map { link($0, to: spec.id) }
    let list: Markup = links.isEmpty ? .none : "\n<ul role=\"list\">\n\(links)</ul>\n"
    return "<li><a href=\"#\(spec.id)\">\(spec.report.path)</a>\(list)</li>\n"
  }

  private func link(_ answer: Answer, to id: String) -> Markup {
    let word = VerdictWord(answer)
    let badge: Markup = "<span class=\"badge \(word.cssClass)\">\(word.rawValue)</span>"
    return "<li><a href=\"#\(id)\">\(badge) \(words: answer.title)</a></li>\n"
  }
}

extension VerdictWord {
  /// The CSS class for the word's look; the word itself is always there too.
  var cssClass: String {
    switch style {
    case .bad: "bad"
    case .caution: "caution"
    case .good: "good"
    default: "dim"
    }
  }
}
