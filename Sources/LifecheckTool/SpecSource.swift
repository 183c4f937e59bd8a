import LifecheckDiagnostics
import LifecheckEngines
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckThreads

/// A spec named on the command line, and the way to what it uses.
struct SpecSource {
  let path: String

  private var isStandardInput: Bool { path == "-" }
  var shownPath: String { isStandardInput ? "<stdin>" : path }

  func read() -> Result<[UInt8], Files.Problem> { isStandardInput ? Files.readStandardInput() : Files.read(path) }

  var loader: SourceLoader {
    let names = FileNames(first: isStandardInput ? nil : path)
    return SourceLoader(
      shipped: shippedText, platformNames: shippedPlatforms.map(\.name),
      file: { target, importer in
        let joined = join(target, relativeTo: importer)
        return Files.read(joined)
          .map { (path: names.name(of: joined), text: $0) }
          .mapError { $0 == .missing ? .notFound : .unreadable($0.message) }
      })
  }
}

extension SpecSource {
  /// The files that the check of it looks at, or for: itself, and all that it uses, whether they are there or not.
  var dependencies: [String] {
    let paths = Monitor([path])
    let loader = self.loader
    let noting = SourceLoader(
      shipped: { _ in nil }, platformNames: [],
      file: { target, importer in
        paths.update { $0.append(join(target, relativeTo: importer)) }
        return loader.file(target, importer)
      })
    if let text = try? read().get() { _ = ownFiles(path: path, text: text, loader: noting) }
    return paths.read { $0 }
  }
}

/// `shared/x.lc` as a file in `app/` means it.
private func join(_ target: String, relativeTo importer: String) -> String {
  guard !target.hasPrefix("/"), let slash = importer.lastIndex(of: "/") else { return target }
  return String(importer[...slash]) + target
}

/// One shown path for each file, however it is reached, so that a circle is recognised.
///
/// Not safe to share, in spite of what it says: one check asks for one file after the other.
final class FileNames: @unchecked Sendable {
  private var shown: [String: String] = [:]

  init(first: String?) {
    if let first, let real = Files.realPath(first) { shown[real] = first }
  }

  func name(of path: String) -> String {
    guard let real = Files.realPath(path) else { return path }
    if let name = shown[real] { return name }
    let tidy = Self.withoutDetours(path)
    let name = Files.realPath(tidy) == real ? tidy : path
    shown[real] = name
    return name
  }

  /// `app/../shared/./x.lc` is `shared/x.lc`, unless `app` is a link.
  static func withoutDetours(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
