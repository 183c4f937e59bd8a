import LifecheckDriver
import LifecheckEvidence
import LifecheckReports

/// The share of a check that one of several machines does.
struct ShardJob: Sendable {
  let head: ShardHead
  /// By the number of the spec; nil: others check it.
  let pieces: [SpecPiece?]

  /// - Parameters:
  ///   - checking: What the answers depend on beside the specs.
  ///   - counting: What decides how they count.
  init(_ shard: ShardOption, of files: [String], checking: [String], counting: [String]) {
    let outlines = files.map { path in
      let source = SpecSource(path: path)
      return SpecOutline(path: path, text: try? source.read().get(), loader: source.loader)
    }
    head = ShardHead(
      number: shard.number, count: shard.count, version: RootCommand.version, checking: checking, counting: counting,
      specs: outlines.map(\.head))
    pieces = ShardPlan(weights: outlines.map(\.weight), count: shard.count).pieces[shard.number - 1]
  }

  /// The specs that this machine has a piece of.
  var specs: [Int] { pieces.indices.filter { pieces[$0] != nil } }

  func report(_ reports: [CheckReport]) -> String {
    JSONReport().render(ShardReport(head: head, reports: zip(specs, reports).map { ($0, $1) })) { digest(of: $0) }
  }

  /// The message beside the report.
  var note: String {
    let cut = specs.count { pieces[$0].map { $0.range.count < $0.length } ?? false }
    let partly = cut == 0 ? "" : cut == 1 ? ", one of them in part" : ", \(cut) of them in part"
    let all = pieces.count == 1 ? "1 spec" : "\(pieces.count) specs"
    return "shard \(head.name) has \(specs.count) of \(all)\(partly); `lifecheck merge` puts the reports of all shards together"
  }
}
