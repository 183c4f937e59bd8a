import LifecheckConfiguration
import LifecheckDiagnostics
import LifecheckReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The configuration that applies to some specs, and the folder that its paths are relative to.
struct ProjectConfiguration {
  let settings: Configuration
  private let file: SourceFile
  var path: String { file.path }

  /// Why there is none that could be used: what to say, and the exit code.
  struct Problem: Error {
    let text: String
    let code: ExitCode
  }

  /// The one that is named; or the nearest above the specs, or above the working folder where none is named.
  /// - Returns: nil: there is none.
  static func find(named name: String?, above specs: [String]) throws(Problem) -> ProjectConfiguration? {
    if let name { return try read(name) }
    // A spec from standard input counts as one in the working folder.
    let folders = specs.isEmpty ? ["."] : specs.map { $0 == "-" ? "." : folder(of: $0) }
    let found = folders.map { nearest(above: $0) }
    guard let first = found.first else { return nil }
    if let other = found.firstIndex(where: { $0 != first }) {
      let words = [(specs.first ?? ".", first), (specs[other], found[other])].map { "\($0.0): \($0.1 ?? "none")" }
      throw Problem(
        text:
          "lifecheck: error: not the same \(Configuration.fileName) applies to all of these (\(words.joined(separator: "; "))). "
          + "Check them one by one, or name one with --config.\n", code: .specHasErrors)
    }
    return try first.map { path throws(Problem) in try read(path) }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private static func nearest(above folder: String) -> String? {
    guard var real = Files.realPath(folder) else { return nil }
    // As the user would write it, as long as it is the spec's own folder or one that is named.
    while true {
      let candidate = (real == "/" ? "" : real) + "/" + Configuration.fileName
      FilesRead.note(shown(candidate))
      if access(candidate, F_OK) == 0 { return shown(candidate) }
      guard real != "/", let slash = real.lastIndex(of: "/") else { return nil }
      real = slash == real.startIndex ? "/" : String(real[..<slash])
    }
  }

  /// Below the working folder, relative to that.
  private static func shown(_ path: String) -> String {
    guard let here = Files.realPath("."), path.hasPrefix(here + "/") else { return path }
    return String(path.dropFirst(here.count + 1))
  }

  private static func read(_ path: String) throws(Problem) -> ProjectConfiguration {
    switch Files.read(path) {
    case .failure(let problem): throw Problem(text: told(problem.report(on: path)), code: .specHasErrors)
    case .success(let bytes):
      let file = SourceFile(id: FileID(0), path: path, text: bytes)
      let (settings, diagnostics) = readConfiguration(file)
      guard let settings else {
        throw Problem(
          text: told(CheckReport(files: [file], path: path, platform: nil, diagnostics: diagnostics, answers: [])),
          code: .specHasErrors)
      }
      return ProjectConfiguration(settings: settings, file: file)
    }
  }

  private static func told(_ report: CheckReport) -> String {
    System.problems(of: report)
  }

  // MARK: Paths

  /// A path in it, for the working folder.
  func resolved(_ target: String) -> String {
    guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
    return String(path[...slash]) + target
  }

  /// The specs that it names, sorted within each pattern.
  func specs() throws(Problem) -> [String] {
    var result: [String] = []
    for pattern in settings.specs {
      let found = expanded(resolved(pattern.text))
      if found.isEmpty { throw problem("configuration-specs", "no file matches `\(pattern.text)` in `specs`", at: pattern.place) }
      result += found
    }
    return result
  }

  /// The versions that it asks for; nil: those of the specs.
  func versions() throws(Problem) -> [Int]? {
    guard let written = settings.versions else { return nil }
    if let list = PlatformVersions(argument: written.text.filter { $0 != " " }) { return list.numbers }
    throw problem(
      "configuration-value", "`platform-versions` takes versions such as 17, 12...15 or 12,15,26", at: written.place)
  }

  private func problem(_ code: String, _ message: String, at place: SourceRange) -> Problem {
    let diagnostic = Diagnostic(.error, code, message, at: place)
    let report = CheckReport(files: [file], path: path, platform: nil, diagnostics: [diagnostic], answers: [])
    return Problem(text: Self.told(report), code: .specHasErrors)
  }

  private func expanded(_ pattern: String) -> [String] {
    var list = glob_t()
    defer { globfree(&list) }
    guard glob(pattern, 0, nil, &list) == 0 else { return [] }
    return (0..<Int(list.gl_pathc)).compactMap { list.gl_pathv[$0].map { String(cString: $0) } }
  }
}
