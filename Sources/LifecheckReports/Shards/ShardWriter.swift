extension JSONReport {
  /// A JSON report that also has all that is needed to put it together with those of the other machines.
  /// - Parameter digest: A name for a text.
  package func render(_ shard: ShardReport, digest: @escaping (_ text: [UInt8]) -> String) -> String {
    document([("shard", json(shard.head))], shard.parts.map(\.report), shard.parts.map { json($0, digest) })
  }

  private func json(_ head: ShardHead) -> JSONValue {
    .object([
      ("number", .integer(head.number)), ("count", .integer(head.count)), ("lifecheck", .string(head.version)),
      ("checking", .strings(head.checking)), ("counting", .strings(head.counting)),
      (
        "specs",
        .array(head.specs.map { .object([("path", .string($0.path)), ("sha256", .string($0.digest))]) })
      ),
    ])
  }

  private func json(_ part: ShardReport.Part, _ digest: @escaping (_ text: [UInt8]) -> String) -> JSONValue {
    let report = part.report
    let writer = JSONWriter(places: Places(files: report.files), digest: digest)
    let platform = report.platformFiles.map(\.index).sorted()
    return .object(
      [("spec", .integer(part.spec)), ("platformFiles", .array(platform.map { .integer($0) }))]
        + (report.portion.map { [("portion", json($0))] } ?? []) + members(report, writer))
  }

  private func json(_ portion: Portion) -> JSONValue {
    let numbers: [(key: String, value: JSONValue)] = [
      ("questions", .integer(portion.questions)), ("numbers", .array(portion.numbers.map { .integer($0) })),
    ]
    guard let versions = portion.versions else { return .object(numbers) }
    return .object(
      numbers + [
        ("versions", .array(versions.these.map { .integer($0) })), ("ofVersions", .array(versions.all.map { .integer($0) })),
        ("tellsVersionsApart", .bool(versions.areToldApart)), ("platform", .optional(versions.platform)),
      ])
  }
}
