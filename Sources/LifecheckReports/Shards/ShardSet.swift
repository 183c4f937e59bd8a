/// The reports that are to be put together, each with the name of the file that it comes from.
package struct ShardSet {
  package typealias Named = (file: String, head: ShardHead)
  private let shards: [Named]

  /// - Precondition: There is one at least.
  package init(_ shards: [Named]) { self.shards = shards }

  /// Why they are not the parts of one check, a sentence each; empty: they are.
  /// - Parameters:
  ///   - version: Of the program that puts them together.
  ///   - counting: How the answers are to count, as on the command line.
  package func problems(version: String, counting: [String]) -> [String] {
    let alien = shards.filter { $0.head.version != version }.map { file, head in
      "\(file) was written by lifecheck \(head.version), and this is \(version): check and merge with the same version"
    }
    if !alien.isEmpty { return alien }
    let mixed = shards.dropFirst().compactMap { difference(shards[0], $0) }
    if !mixed.isEmpty { return mixed }
    return twice + missing + miscounted(counting)
  }

  private func difference(_ first: Named, _ other: Named) -> String? {
    let (a, b) = (first.head, other.head)
    if a.count != b.count {
      return "\(first.file) is shard \(a.name), and \(other.file) is shard \(b.name): merge the shards of one check"
    }
    if a.checking != b.checking || a.counting != b.counting {
      let words = settings([(first.file, a.checking + a.counting), (other.file, b.checking + b.counting)])
      return "\(first.file) and \(other.file) were checked in different ways (\(words)): check all shards with the same options"
    }
    if a.specs.map(\.path) != b.specs.map(\.path) {
      return "\(first.file) and \(other.file) are not about the same specs: give each shard the same files in the same order"
    }
    guard let changed = zip(a.specs, b.specs).first(where: { $0.digest != $1.digest })?.0 else { return nil }
    return
      "\(changed.path), or a file that it uses, was not the same for \(first.file) and \(other.file): check all shards on the same state of the files"
  }

  private var twice: [String] {
    let numbers = Dictionary(grouping: shards.indices) { shards[$0].head.number }
    return numbers.sorted { $0.key < $1.key }.filter { $0.value.count > 1 }.map { _, indexes in
      let files = indexes.map { shards[$0].file }.joined(separator: " and ")
      return "shard \(shards[indexes[0]].head.name) is there more than once, in \(files): leave out all but one"
    }
  }

  private var missing: [String] {
    let head = shards[0].head
    let present = Set(shards.map(\.head.number))
    let absent = (1...head.count).filter { !present.contains($0) }
    if absent.isEmpty { return [] }
    // A check of many machines that all have failed.
    let (named, most) = (absent.map { "\($0)/\(head.count)" }, 10)
    let list = named.prefix(most).joined(separator: ", ") + (named.count > most ? " and \(named.count - most) more" : "")
    let (subject, each) =
      named.count == 1 ? ("shard \(list) is missing", "its report") : ("shards \(list) are missing", "their reports")
    return ["\(subject): run `lifecheck verify --shard \(named[0]) …` (again), and merge \(each) with the others"]
  }

  /// The complaint about a different way to count: a check that is green by one may be red by the other.
  private func miscounted(_ counting: [String]) -> [String] {
    let head = shards[0].head
    if head.counting == counting { return [] }
    let words = settings([("the shards", head.counting), ("this merge", counting)])
    return ["the shards were to count in another way than this merge (\(words)): give both the same options and configuration"]
  }

  /// `a.json: --os 17; b.json: nothing`, of what they do not share.
  private func settings(_ both: [(name: String, list: [String])]) -> String {
    let shared = both.dropFirst().reduce(Set(both[0].list)) { $0.intersection($1.list) }
    return both.map { name, list in
      let own = list.filter { !shared.contains($0) }.joined(separator: " ")
      return "\(name): \(own.isEmpty ? "nothing of the kind" : own)"
    }.joined(separator: "; ")
  }
}
