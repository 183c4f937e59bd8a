import LifecheckSystem

/// A value in a document, with the way to it.
struct Member {
  let value: JSONValue
  let path: String

  func problem(_ message: String) -> RecordingProblem { RecordingProblem(message: "\(path): \(message)") }

  /// nil if there is none, or it is null.
  func optional(_ key: String) -> Member? {
    guard case .object(let members) = value, let member = members.first(where: { $0.key == key }) else { return nil }
    if case .null = member.value { return nil }
    return Member(value: member.value, path: "\(path), \(key)")
  }

  func member(_ key: String) throws(RecordingProblem) -> Member {
    guard let member = optional(key) else { throw problem("`\(key)` is missing") }
    return member
  }

  func elements(_ key: String) throws(RecordingProblem) -> [Member] {
    let list = try member(key)
    guard case .array(let elements) = list.value else { throw list.problem("this is no list") }
    return elements.enumerated().map { Member(value: $1, path: "\(list.path) \($0 + 1)") }
  }

  /// None where there is no such list.
  func optionalElements(_ key: String) throws(RecordingProblem) -> [Member] { optional(key) == nil ? [] : try elements(key) }

  func text(_ key: String) throws(RecordingProblem) -> String {
    let member = try member(key)
    guard case .string(let text) = member.value else { throw member.problem("this is no text") }
    return text
  }

  func optionalText(_ key: String) throws(RecordingProblem) -> String? { optional(key) == nil ? nil : try text(key) }

  func texts(_ key: String) throws(RecordingProblem) -> [String] {
    var result: [String] = []
    for element in try elements(key) {
      guard case .string(let text) = element.value else { throw element.problem("this is no text") }
      result.append(text)
    }
    return result
  }

  func flag(_ key: String) throws(RecordingProblem) -> Bool {
    let member = try member(key)
    guard case .bool(let value) = member.value else { throw member.problem("this is neither true nor false") }
    return value
  }

  /// `notes.lc:12:5`; nil where there is none.
  func place(_ key: String) throws(RecordingProblem) -> String? {
    guard let range = optional(key) else { return nil }
    return "\(try range.text("path")):\(try range.integer("line")):\(try range.integer("column"))"
  }

  func integer(_ key: String) throws(RecordingProblem) -> Int { try member(key).integer() }

  private func integer() throws(RecordingProblem) -> Int {
    guard case .integer(let number) = value else { throw problem("this is no whole number") }
    return number
  }

  func integers(_ key: String) throws(RecordingProblem) -> [Int] {
    var result: [Int] = []
    for element in try elements(key) { result.append(try element.integer()) }
    return result
  }

  /// A whole number, or a fraction like `10001/2`.
  func time(_ key: String) throws(RecordingProblem) -> RationalTime {
    let member = try member(key)
    let numbers: [Int?] =
      switch member.value {
      case .integer(let number): [number, 1]
      case .string(let text): text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      default: []
      }
    guard numbers.count == 2, let numerator = numbers[0], let denominator = numbers[1], numerator != .min, denominator > 0
    else { throw member.problem("this is no time: a whole number of milliseconds, or a fraction like \"10001/2\"") }
    return RationalTime(numerator, over: denominator)
  }
}

extension Member {
  /// The report that `JSONReport` has written, as a whole.
  /// - Throws: Why the text is none.
  static func report(in text: [UInt8]) throws(RecordingProblem) -> Member {
    var reader = JSONReader(text)
    let document: JSONValue
    do { document = try reader.document() } catch {
      throw RecordingProblem(message: "this is no JSON report: line \(error.line) cannot be read")
    }
    let root = Member(value: document, path: "the report")
    guard case .string(JSONReport.schema)? = root.optional("schema")?.value else {
      throw RecordingProblem(
        message: "this is no report of `lifecheck verify --format json`: its `schema` is not \(JSONReport.schema)")
    }
    try checkExitCode(of: root)
    return root
  }
}

func recordedRun(_ run: Member) throws(RecordingProblem) -> RecordedRun {
  var result = RecordedRun(initial: [], parameters: [], steps: [])
  if run.optional("platformVersion") != nil { result.version = try run.integer("platformVersion") }
  for value in try run.elements("initial") {
    result.initial.append(.init(name: try value.text("name"), value: try value.integer("value")))
  }
  for parameter in try run.elements("parameters") {
    result.parameters.append(.init(name: try parameter.text("name"), time: try parameter.time("milliseconds")))
  }
  for step in try run.elements("steps") {
    var recorded = RecordedRun.Step(delay: try step.time("delayMilliseconds"), move: nil, choices: try step.integers("choices"))
    if let move = step.optional("move") {
      recorded.move = RecordedRun.Move(
        process: try move.integer("process"), name: try move.text("name"), edge: try move.integer("edge"),
        from: try move.text("from"), to: try move.text("to"), text: try move.text("text"))
    }
    result.steps.append(recorded)
  }
  return result
}
