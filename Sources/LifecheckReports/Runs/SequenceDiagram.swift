import LifecheckDiagnostics
import LifecheckSystem

/// How a language writes the parts of a sequence diagram; what is text is escaped by it.
protocol SequenceDialect {
  func head(_ run: ToldRun) -> [String]
  func participant(_ id: String, named name: String) -> String
  func message(from: String, to: String, _ text: String) -> String
  /// - Parameter lines: One below the other.
  func note(besides id: String, _ lines: [String]) -> String
  /// Something begins that takes time.
  func begin(_ id: String) -> String
  func end(_ id: String) -> String
  /// Time has passed.
  func moment(_ text: String, over ids: [String]) -> String
  /// The failure that breaks the promise.
  func ending(_ text: String, over ids: [String]) -> [String]
  var foot: [String] { get }
}

/// A run as a sequence diagram: who does what after whom, when, and what takes time.
///
/// A message goes to the thread or queue on which somebody takes a step, from where the same one was before.
struct SequenceDiagram {
  let run: ToldRun
  let dialect: any SequenceDialect
  private let lanes: Lanes

  init(run: ToldRun, dialect: any SequenceDialect) {
    (self.run, self.dialect) = (run, dialect)
    lanes = Lanes(of: run.story)
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private var lines: [String] {
    dialect.head(run) + participants + run.story.steps.indices.flatMap(step) + ending + dialect.foot
  }

  // MARK: Who takes part

  /// Whether the world takes part: it does all that nobody in particular does.
  private var hasWorld: Bool { lanes.all.isEmpty || run.story.steps.contains { lanes.index(of: $0) == nil } }
  private static let world = "p0"
  private func id(_ lane: Int) -> String { "p\(lane + 1)" }
  private func id(of step: StoryStep) -> String { lanes.index(of: step).map(id) ?? Self.world }
  private var ids: [String] { (hasWorld ? [Self.world] : []) + lanes.all.indices.map(id) }

  private var participants: [String] {
    (hasWorld ? [dialect.participant(Self.world, named: "the world")] : [])
      + lanes.all.enumerated().map { dialect.participant(id($0.offset), named: $0.element.name) }
  }

  // MARK: What happens

  private func step(_ number: Int) -> [String] {
    let step = run.story.steps[number]
    var lines: [String] = []
    if number == 0 || run.story.steps[number - 1].time != step.time {
      lines.append(dialect.moment("at \(step.time.text)", over: edges))
    }
    lines.append(dialect.message(from: origin(of: number), to: id(of: step), "\(number + 1). \(step.text)"))
    let changes = step.changes.filter { $0.from != $0.to }.map { "\($0.name): \($0.from) → \($0.to)" }
    if !changes.isEmpty { lines.append(dialect.note(besides: id(of: step), changes)) }
    return lines + ends(at: number) + begins(at: number)
  }

  /// The first and the last.
  private var edges: [String] { ids.count > 1 ? [ids[0], ids[ids.count - 1]] : ids }

  private func origin(of number: Int) -> String {
    let step = run.story.steps[number]
    let before = run.story.steps[..<number].last { $0.actor != nil && $0.actor == step.actor }
    return id(of: before ?? step)
  }

  /// The beginnings of bars. A span of more than one step is a bar; bars of one lane lie within each other.
  private func begins(at number: Int) -> [String] {
    run.story.spans.filter { $0.steps.lowerBound == number && $0.steps.count > 1 }.flatMap { span -> [String] in
      guard let lane = lanes.index(of: span) else { return [] }
      let limit = span.deadline.map { ", at most until \($0.text)" } ?? ""
      return [dialect.begin(id(lane)), dialect.note(besides: id(lane), ["from here: \(span.name)\(limit)"])]
    }
  }

  private func ends(at number: Int) -> [String] {
    run.story.spans.filter { $0.isOver && $0.steps.upperBound == number && $0.steps.count > 1 }.compactMap { span in
      lanes.index(of: span).map { dialect.end(id($0)) }
    }
  }

  private var ending: [String] {
    guard case .violated = run.answer.verdict, !run.story.failure.isEmpty else { return [] }
    return dialect.ending(run.story.failure, over: edges)
  }
}

// MARK: The languages

/// - Source: https://mermaid.js.org/syntax/sequenceDiagram.html, read 2026-11-23.
struct Mermaid: SequenceDialect {
  func head(_ run: ToldRun) -> [String] {
    ["---", "title: \(quoted("\(run.title): \(VerdictWord(run.answer).rawValue)"))", "---"]
      + ["sequenceDiagram", "  accTitle: \(text(run.title))", "  accDescr: \(text("\(run.spec): \(run.outcome)"))"]
      + run.remarks.map { "  %% \(text($0))" }
  }
  func participant(_ id: String, named name: String) -> String { "  participant \(id) as \(text(name))" }
  func message(from: String, to: String, _ words: String) -> String { "  \(from)->>\(to): \(text(words))" }
  func note(besides id: String, _ lines: [String]) -> String {
    "  Note right of \(id): \(lines.map(text).joined(separator: "<br/>"))"
  }
  func begin(_ id: String) -> String { "  activate \(id)" }
  func end(_ id: String) -> String { "  deactivate \(id)" }
  func moment(_ words: String, over ids: [String]) -> String { "  Note over \(ids.joined(separator: ",")): \(text(words))" }
  func ending(_ words: String, over ids: [String]) -> [String] {
    ["  rect rgba(179, 38, 30, 0.2)", "    Note over \(ids.joined(separator: ",")): \(text(words))", "  end"]
  }
  let foot: [String] = []

  /// In the front matter, which is YAML; what could be a directive of Mermaid's is escaped there as well.
  private func quoted(_ text: String) -> String {
    let escapes: [(String, String)] = [("\\", "\\\\"), ("\"", "\\\""), ("%", "\\x25"), ("<", "\\x3c")]
    let plain = escapes.reduce(DisplayText(text.onOneLine.utf8).text) { $0.replacing($1.0, with: $1.1) }
    return "\"\(plain)\""
  }

  /// With everything by its number that could mean something; a colon only before something else than a space, so that it stays
  /// readable.
  private func text(_ text: String) -> String {
    let scalars = Array(DisplayText(text.onOneLine.utf8).text.unicodeScalars)
    return scalars.indices.map { index in
      let isSpaced = index + 1 < scalars.count && scalars[index + 1] == " "
      let means = scalars[index] == ":" ? !isSpaced : "#;%<>&{}\"\\".unicodeScalars.contains(scalars[index])
      return means ? "#\(scalars[index].value);" : String(scalars[index])
    }.joined()
  }
}

/// - Source: https://plantuml.com/sequence-diagram and https://plantuml.com/creole, read 2026-11-23.
struct PlantUML: SequenceDialect {
  func head(_ run: ToldRun) -> [String] {
    ["@startuml", "title \(text(run.title))", "caption \(text("\(run.spec): \(run.outcome)"))"]
      + run.remarks.map { "' \(text($0))" }
  }
  func participant(_ id: String, named name: String) -> String { "participant \"\(text(name))\" as \(id)" }
  func message(from: String, to: String, _ words: String) -> String { "\(from) -> \(to) : \(text(words))" }
  func note(besides id: String, _ lines: [String]) -> String {
    "note right of \(id) : \(lines.map(text).joined(separator: "\\n"))"
  }
  func begin(_ id: String) -> String { "activate \(id)" }
  func end(_ id: String) -> String { "deactivate \(id)" }
  func moment(_ words: String, over ids: [String]) -> String { "== \(text(words)) ==" }
  func ending(_ words: String, over ids: [String]) -> [String] {
    ["note over \(ids.joined(separator: ", ")) #FBD5D2 : \(text(words))"]
  }
  let foot = ["@enduml"]

  /// With everything by its number that could mean something.
  private func text(_ text: String) -> String {
    DisplayText(text.onOneLine.utf8).text.unicodeScalars.map { scalar in
      guard "\"\\~<>*_/-=[]{}#%&|$!^'@".unicodeScalars.contains(scalar) else { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "<U+" + String(repeating: "0", count: 4 - digits.count) + digits + ">"
    }.joined()
  }
}
