import LifecheckDiagnostics
import LifecheckSystem

extension TextReport {
  /// One paragraph for each limit that was reached: which questions it left open, how far they came, and what would help.
  func addUndecided(of report: CheckReport, to page: inout Page) {
    let places = Places(files: report.files, platformFiles: report.platformFiles)
    let open = report.answers.filter { $0.outcome == .open }
    let hasFailures = report.answers.contains { $0.outcome == .bad }
    var told: [String] = []
    for answer in open {
      guard case .undecided(let undecided) = answer.verdict else { continue }
      let why = why(undecided.reason, places)
      if told.contains(why) { continue }
      told.append(why)
      let alike = open.filter {
        if case .undecided(let other) = $0.verdict { self.why(other.reason, places) == why } else { false }
      }
      page.blank()
      add(alike, in: report.path, why: why, undecided, to: &page)
      if let story = undecided.story, !hasFailures || tellsAll {
        let section = Section(report: report, answer: answer, places: places, isWhole: tellsWholeStories)
        section.add(story, ending: undecided.endOfStory, isOpen: true, to: &page)
      }
    }
  }

  private func add(_ answers: [Answer], in path: String, why: String, _ undecided: Undecided, to page: inout Page) {
    page.add(
      [
        Span("\(path): ", .strong), Span("error: undecided: ", .caution), Span(names(of: answers), .strong),
        Span(". Not settled: \(why). To settle it, \(afterGivingUp(undecided.reason))"),
      ], hanging: 2)
  }

  /// Those that came as far as each other are told together.
  private func names(of answers: [Answer]) -> String {
    var groups: [(howFar: String, titles: [String])] = []
    for answer in answers {
      guard case .undecided(let own) = answer.verdict else { continue }
      let howFar = howFar(own, answer)
      if let known = groups.firstIndex(where: { $0.howFar == howFar }) {
        groups[known].titles.append(title(of: answer))
      } else {
        groups.append((howFar, [title(of: answer)]))
      }
    }
    let texts = groups.map { group in
      "\(group.titles.joined(separator: "; ")) (\(group.titles.count > 1 ? "each: " : "")\(group.howFar))"
    }
    return texts.joined(separator: "; ")
  }

  /// Why it is not settled, as half a sentence.
  package func why(_ reason: Undecided.Reason, _ places: Places) -> String {
    switch reason {
    case .givenUp(.timeLimit(let seconds)): "the time limit of \(TextReport.number(seconds)) s was reached"
    case .givenUp(.cpuLimit(let seconds)): "the limit of \(TextReport.number(seconds)) s of the processor was reached"
    case .givenUp(.memoryLimit(let megabytes)): "the memory limit of \(megabytes) MB was reached"
    case .givenUp(.interrupted): "lifecheck was interrupted"
    case .depthLimit(let depth): "the search was told to stop at runs of \(depth) step\(depth == 1 ? "" : "s")"
    case .instancesExhausted(let what, let bound, let origin, _):
      "at most \(bound) at once of \(what) can be followed one by one, and some run needs more (\(places.place(origin)))"
    case .roundsWithoutTime(let what, let origin, _):
      "\(what) may start itself again with no time on the way, and how long it goes on like that is open (\(places.place(origin)))"
    case .tooHard(let why): "the question was too hard to work out" + (why.map { ": \($0)" } ?? "")
    }
  }

  private func howFar(_ undecided: Undecided, _ answer: Answer) -> String {
    if undecided.clearedSteps <= 1 { return "hardly looked at yet" }
    return "no run of fewer than \(undecided.clearedSteps) small steps \(answer.role == .possible ? "gets there" : "breaks it")"
  }

  private func afterGivingUp(_ reason: Undecided.Reason) -> String {
    let smaller = "or make the spec smaller: `lifecheck settle` finds out what of it makes it large."
    return switch reason {
    case .givenUp(.timeLimit): "allow more time with --timeout, \(smaller)"
    case .givenUp(.cpuLimit): "allow more of the processor with --cpu-limit, \(smaller)"
    case .givenUp(.memoryLimit): "allow more memory with --memory, \(smaller)"
    case .givenUp(.interrupted): "check again."
    case .depthLimit: "allow longer runs with --max-depth."
    case .instancesExhausted:
      "let the code start none while one is under way; if something is violated, mend that first, it often is the cause."
    case .roundsWithoutTime:
      "let it not start itself again, or put a `wait` of at least 1ms on the way, or say how long a call on it takes: "
        + "`func poll() async takes 10ms...50ms`."
    case .tooHard: "split the sentence into simpler ones; if that does not help, please send us the spec."
    }
  }
}
