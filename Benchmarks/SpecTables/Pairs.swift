import Foundation
import LifecheckTestSupport

let patternsFolder = "specs/patterns"
let casesFolder = "examples/cases"

/// A mistake and its repair: two specs in one folder, or one where the other does not exist.
struct Pair {
  /// Below the folder of all: `04-identifier-overwritten`, `amplitude-ios/AM-4`.
  let name: String
  /// Paths from the repository's root; nil where there is no such file.
  let faulty: String?
  let sound: String?
  /// Stages between, such as a repair that was wrong: checked like the two, but not in the table.
  let others: [String]

  var specs: [String] { [faulty, sound].compactMap { $0 } + others }
  /// 4 of `04-identifier-overwritten`.
  var number: Int? { name.split(separator: "-").first.flatMap { Int($0) } }
  /// `identifier overwritten` of it.
  var title: String { name.split(separator: "-").dropFirst().joined(separator: " ") }
  /// `AM-4`
  var identifier: String { name.split(separator: "/").last.map(String.init) ?? name }
}

/// The folders with specs, numbers in their names in order of size.
func pairs(below folder: String, faulty: String, sound: String) -> [Pair] {
  let root = repositoryFolder.appendingPathComponent(folder).path
  let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
  let folders = Dictionary(grouping: paths.filter { $0.hasSuffix(".lc") }) { ($0 as NSString).deletingLastPathComponent }
  return folders.keys.sorted { $0.compare($1, options: .numeric) == .orderedAscending }.map { name in
    let files = folders[name]!.sorted()
    func path(_ file: String) -> String? { files.contains("\(name)/\(file)") ? "\(folder)/\(name)/\(file)" : nil }
    return Pair(
      name: name, faulty: path(faulty), sound: path(sound),
      others: files.filter { !["\(name)/\(faulty)", "\(name)/\(sound)"].contains($0) }.map { "\(folder)/\($0)" })
  }
}

/// `specs/platforms/tests/laws.lc` …
func platformTestPaths() -> [String] {
  let folder = "specs/platforms/tests"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: repositoryFolder.appendingPathComponent(folder).path)) ?? []
  return names.filter { $0.hasSuffix(".lc") }.sorted().map { "\(folder)/\($0)" }
}
