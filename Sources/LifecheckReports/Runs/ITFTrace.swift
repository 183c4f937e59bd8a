import LifecheckSystem

/// A run in the Informal Trace Format, which Apalache, Quint and their viewers read: a state for the start, and one after each
/// step, with all that changes in the run.
///
/// - Source: https://apalache-mc.org/docs/adr/015adr-trace.html, read 2026-11-23.
struct ITFTrace {
  let run: ToldRun
  private let bands: [ValueBand]

  init(run: ToldRun) {
    self.run = run
    bands = ValueBand.all(of: run.story)
  }

  var text: String {
    JSONValue.object([
      ("#meta", meta),
      ("vars", .strings(Self.ownNames + bands.map(\.name))),
      ("states", .array((0...run.story.steps.count).map(state))),
    ]).text
  }

  /// No name of a spec has colons.
  private static let ownNames = ["lifecheck::milliseconds", "lifecheck::step", "lifecheck::actor"]

  private var meta: JSONValue {
    .object([
      ("format", .string("ITF")),
      ("format-description", .string("https://apalache-mc.org/docs/adr/015adr-trace.html")),
      ("source", .string(run.report.path)),
      ("platform", .optional(run.report.platform)),
      ("description", .string("\(run.title): \(run.outcome)")),
      ("remarks", .strings(run.remarks)),
    ])
  }

  /// The state after so many steps.
  private func state(_ number: Int) -> JSONValue {
    let step = number == 0 ? nil : run.story.steps[number - 1]
    let place = step?.origin.flatMap { run.places.hasText($0) ? run.places.place($0) : nil }
    let own: [JSONValue] = [time(step?.time ?? .zero), .string(step?.text ?? ""), .string(step?.actor ?? "")]
    return .object(
      [("#meta", .object([("index", .integer(number)), ("place", .optional(place))]))]
        + zip(Self.ownNames, own).map { ($0, $1) } + bands.map { ($0.name, value(of: $0, after: number)) })
  }

  /// A fraction, since times are exact: numerator and denominator.
  private func time(_ time: RationalTime) -> JSONValue {
    .object([("#tup", .array([integer("\(time.numerator)"), integer("\(time.denominator)")]))])
  }

  private func integer(_ digits: String) -> JSONValue { .object([("#bigint", .string(digits))]) }

  /// All values of one variable have one type, as its readers want.
  private func value(of band: ValueBand, after number: Int) -> JSONValue {
    let words = band.pieces.last { piece in piece.start.map { $0 < number } ?? true }!.value
    let all = band.pieces.map(\.value)
    if all.allSatisfy({ $0 == "true" || $0 == "false" }) { return .bool(words == "true") }
    if all.allSatisfy({ Int($0) != nil }) { return integer(words) }
    return .string(words)
  }
}
