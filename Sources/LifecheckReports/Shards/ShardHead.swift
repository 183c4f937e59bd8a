/// Which part of a check a report is of, and of which check: what stands at the head of the report of `verify --shard`, so that the parts
/// can be put together, and nothing else.
package struct ShardHead: Hashable, Sendable {
  /// From 1 to `count`.
  package var number: Int
  package var count: Int
  /// The program that has written the report.
  package var version: String
  /// The options that the answers depend on beside the specs, as on the command line: `--os 17`.
  package var checking: [String]
  /// The options that decide how the answers count, as on the command line: `--fail-on advice`.
  package var counting: [String]
  /// All specs of the check, in order.
  package var specs: [Spec]

  package struct Spec: Hashable, Sendable {
    /// As it was given.
    package var path: String
    /// Of its text, and that of all files that it uses.
    package var digest: String
    package init(path: String, digest: String) { (self.path, self.digest) = (path, digest) }
  }

  package init(number: Int, count: Int, version: String, checking: [String], counting: [String], specs: [Spec]) {
    (self.number, self.count, self.version) = (number, count, version)
    (self.checking, self.counting, self.specs) = (checking, counting, specs)
  }

  /// `2/4`, as on the command line.
  package var name: String { "\(number)/\(count)" }
}

/// The findings of one of several machines.
package struct ShardReport: Sendable {
  /// A report on the spec at an index of the head's; on several versions of the platform, one for those that it cannot tell apart.
  package struct Part: Sendable {
    package var spec: Int
    package var report: CheckReport
    package init(spec: Int, report: CheckReport) { (self.spec, self.report) = (spec, report) }
  }
  package var head: ShardHead
  package var parts: [Part]

  /// - Parameter reports: By the index of their specs, before a project's policy says how they count.
  package init(head: ShardHead, reports: [(spec: Int, report: CheckReport)]) {
    self.head = head
    parts = reports.flatMap { spec, report in
      (report.parts.isEmpty ? [report] : report.parts).map { Part(spec: spec, report: $0) }
    }
  }

  init(head: ShardHead, parts: [Part]) { (self.head, self.parts) = (head, parts) }
}
