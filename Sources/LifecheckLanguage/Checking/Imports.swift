import LifecheckDiagnostics

/// The file that is checked, with all that it uses, read but unchecked.
struct LoadedProgram {
  struct Unit {
    let file: SourceFile
    let syntax: FileSyntax
    /// Part of the platform's text, so its loose declarations belong to the platform.
    let isPlatform: Bool
    /// `with attempts = 3`
    let bindings: [UseSyntax.Binding]
  }
  var units: [Unit] = []
  var files: [SourceFile] = []
  var diagnostics: [Diagnostic] = []
  var platformName: String?
  /// The pinned version; nil when the platform has no versions.
  var version: Int?
  var knownVersions: ClosedRange<Int>?
  var requestedVersions: ClosedRange<Int>?
  /// `with scenes`
  var features: [NameSyntax] = []
  /// The platform parameters that whoever runs the check fixes; they override those that the spec asks for.
  var platformParameters: [UseSyntax.Binding] = []
  /// Something could not be read, so that names may be missing that are not.
  var isIncomplete = false
}

func loadProgram(
  path: String, text: [UInt8], loader: SourceLoader, version: Int?, platformParameters: [String] = []
) -> LoadedProgram {
  var importer = Importer(loader: loader)
  importer.load(Source(path: path, text: text), isPlatform: false, bindings: [], from: [])
  importer.pinVersion(version)
  for parameter in platformParameters { importer.take(platformParameter: parameter) }
  return importer.program
}

/// The files that a spec is made of, itself first, but for those that ship; without those that cannot be read.
package func ownFiles(path: String, text: [UInt8], loader: SourceLoader) -> [SourceFile] {
  let own = SourceLoader(shipped: { _ in nil }, platformNames: [], file: loader.file)
  return loadProgram(path: path, text: text, loader: own, version: nil).files
}

/// A file to be read: where it lies, and its text.
private struct Source {
  /// As in the report, so that no file of the user's is taken for one that ships.
  let path: String
  /// Its path among the files that ship, if it is one of them.
  var shippedPath: String?
  let text: [UInt8]

  init(path: String, text: [UInt8]) { (self.path, self.text) = (path, text) }

  init(shipped path: String, text: [UInt8]) { (self.path, shippedPath, self.text) = ("\(path) (platform)", path, text) }
}

/// Follows the uses of a file, depth first.
private struct Importer {
  let loader: SourceLoader
  var program = LoadedProgram()
  /// The `use` that named the platform, for messages about its version.
  private var platformUse: UseSyntax?
  private var loadedPaths: Set<String> = []

  init(loader: SourceLoader) { self.loader = loader }

  /// - Parameter isPlatform: used by a file of a platform.
  /// - Parameter from: the paths from the checked file to the importing one.
  mutating func load(_ source: Source, isPlatform: Bool, bindings: [UseSyntax.Binding], from: [String]) {
    loadedPaths.insert(source.path)
    let file = SourceFile(id: FileID(program.files.count), path: source.path, text: source.text)
    program.files.append(file)
    let parsed = parse(file)
    program.diagnostics += parsed.diagnostics
    if parsed.diagnostics.contains(where: { $0.severity == .error }) { program.isIncomplete = true }
    let isPlatform = isPlatform || parsed.tree.isOnlyPlatform
    program.units.append(.init(file: file, syntax: parsed.tree, isPlatform: isPlatform, bindings: bindings))
    notePlatformRoot(of: parsed.tree)
    for use in parsed.tree.uses { follow(use, in: source, isPlatform: isPlatform, from: from + [source.path]) }
  }

  private mutating func notePlatformRoot(of file: FileSyntax) {
    for case .root(let root) in file.declarations.map(\.kind) where root.isPlatform {
      program.platformName = program.platformName ?? root.name.text
      program.knownVersions = root.versions.flatMap(versionRange)
    }
  }

  private mutating func follow(_ use: UseSyntax, in source: Source, isPlatform: Bool, from: [String]) {
    switch use.target {
    case .platform(let name): usePlatform(name, use)
    case .file(let target, let range):
      switch find(target, usedBy: source) {
      case .success(let found):
        if let start = from.firstIndex(of: found.path) {
          report(.circle(paths: Array(from[start...]) + [found.path], range: range))
        } else if isNoSpec(found) {
          reportMissing(.noSpec(path: target, range: range))
        } else if !loadedPaths.contains(found.path) {
          load(found, isPlatform: isPlatform, bindings: use.bindings, from: from)
        }
      case .failure(let problem): reportMissing(.unreadable(path: target, problem, range: range))
      }
    }
  }

  /// Something else was named by mistake: nothing of it is to be quoted, for it may be nobody's business.
  private func isNoSpec(_ source: Source) -> Bool {
    let parsed = parse(SourceFile(id: FileID(program.files.count), path: source.path, text: source.text))
    let isUnderstood = parsed.tree.declarations.contains { if case .instance = $0.kind { false } else { true } }
    return !isUnderstood && parsed.tree.uses.isEmpty && parsed.diagnostics.contains { $0.severity == .error }
  }

  /// The parts of a shipped platform ship with it; everything else lies where the user keeps it.
  private func find(_ target: String, usedBy source: Source) -> Result<Source, LoadProblem> {
    guard let path = source.shippedPath else {
      let own = loader.file(target, source.path).map { Source(path: $0.path, text: $0.text) }
      // A file that ships with the tool needs no copy.
      guard case .failure(.notFound) = own, let text = loader.shipped("library/" + target) else { return own }
      return .success(Source(path: target, text: text))
    }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    guard let text = loader.shipped(folder + target) else { return .failure(.notFound) }
    return .success(Source(shipped: folder + target, text: text))
  }

  private mutating func usePlatform(_ name: NameSyntax, _ use: UseSyntax) {
    if let first = program.platformName {
      if first != name.text { report(.secondPlatform(name.text, first: first, range: name.range)) }
      return
    }
    program.platformName = name.text
    program.features = use.features
    platformUse = use
    if let written = use.version {
      program.requestedVersions = versionRange(written)
      // Of what is missing the parser has told; without any error it must not pass.
      let isMissing = if case .missing = written.kind { true } else { false }
      let isTold = isMissing && program.diagnostics.contains { $0.severity == .error }
      if program.requestedVersions == nil, !isTold { report(.unreadableVersion(range: written.range)) }
    }
    let path = "\(name.text).lc"
    guard loader.platformNames.contains(name.text), let text = loader.shipped(path) else {
      reportMissing(.unknownPlatform(name.text, known: loader.platformNames, range: name.range))
      return
    }
    load(Source(shipped: path, text: text), isPlatform: true, bindings: [], from: [])
  }

  /// `grace=4s` is a file of its own, so that what is wrong with it has a place.
  mutating func take(platformParameter text: String) {
    let file = SourceFile(id: FileID(program.files.count), path: platformParameterOption, text: Array(text.utf8))
    program.files.append(file)
    let parsed = parsePlatformParameter(file)
    program.diagnostics += parsed.diagnostics
    if let binding = parsed.binding { program.platformParameters.append(binding) } else { program.isIncomplete = true }
  }

  /// Settles the one version that this check is about.
  mutating func pinVersion(_ version: Int?) {
    guard let known = program.knownVersions else {
      if let version, program.diagnostics.isEmpty {
        report(.nothingToChoose(version, platform: program.platformName, range: program.units[0].syntax.range))
      }
      if let use = platformUse, let written = use.version, !program.files.isEmpty, program.units.contains(where: \.isPlatform) {
        report(.noVersions(platform: program.platformName ?? "", range: written.range))
      }
      return
    }
    let place = platformUse.map { $0.version?.range ?? $0.range } ?? program.units[0].syntax.range
    let written = [program.requestedVersions?.lowerBound, program.requestedVersions?.upperBound].compactMap(\.self)
    let platform = program.platformName ?? ""
    if let wanted = written.first(where: { !known.contains($0) }) {
      report(.unknownVersion(wanted, platform: platform, known: known, range: place))
    } else if let version, !known.contains(version) {
      report(.unknownVersionAsked(version, platform: platform, known: known, range: place))
    }
    if let requested = program.requestedVersions, requested.count > mostVersionsAtOnce, program.diagnostics.isEmpty {
      report(.tooManyVersions(requested, range: place))
      program.requestedVersions = nil
    }
    program.version = version ?? program.requestedVersions?.lowerBound ?? known.upperBound
  }

  /// Reports a file or platform that should have been read, and is missing.
  private mutating func reportMissing(_ problem: ImportProblem) {
    report(problem)
    program.isIncomplete = true
  }

  private mutating func report(_ problem: ImportProblem) { program.diagnostics.append(problem.diagnostic) }
  private mutating func report(_ problem: VersionProblem) { program.diagnostics.append(problem.diagnostic) }
}

/// Each is checked on its own, and has a column in a table.
package let mostVersionsAtOnce = 100

extension FileSyntax {
  /// The platform that a spec brings along (`use "kiosk.lc"`): what it uses is part of it. A file that holds an app too
  /// is the spec itself.
  fileprivate var isOnlyPlatform: Bool {
    let roots = declarations.compactMap { if case .root(let root) = $0.kind { root } else { nil } }
    return !roots.isEmpty && roots.allSatisfy(\.isPlatform)
  }
}

/// `17` or `12...18`, as literals.
private func versionRange(_ syntax: ExpressionSyntax) -> ClosedRange<Int>? {
  switch syntax.kind {
  case .integer(let version): return version...version
  case .range(.closed, let low, let high):
    guard case .integer(let a) = low.kind, case .integer(let b) = high.kind, a <= b else { return nil }
    return a...b
  default: return nil
  }
}

/// The mistakes that a `use` can contain.
private enum ImportProblem {
  case circle(paths: [String], range: SourceRange)
  case unreadable(path: String, LoadProblem, range: SourceRange)
  /// None of its lines is one of a spec.
  case noSpec(path: String, range: SourceRange)
  case unknownPlatform(String, known: [String], range: SourceRange)
  case secondPlatform(String, first: String, range: SourceRange)
}

extension ImportProblem {
  var diagnostic: Diagnostic {
    switch self {
    case .circle(let paths, let range):
      return Diagnostic(
        .error, "import-circle", "these files use each other in a circle: \(paths.joined(separator: " → "))", at: range,
        help: "move what both need into a third file")
    case .unreadable(let path, .notFound, let range):
      return Diagnostic(.error, "import-missing", "there is no file `\(path)` beside this one", at: range)
    case .unreadable(let path, .unreadable(let reason), let range):
      return Diagnostic(.error, "import-unreadable", "`\(path)` cannot be read: \(reason)", at: range)
    case .noSpec(let path, let range):
      return Diagnostic(
        .error, "import-no-spec", "`\(path)` is no spec: nothing in it is a declaration", at: range,
        help: "name a file of declarations, or check that one by itself: `lifecheck verify \(path)`")
    case .unknownPlatform(let name, let known, let range):
      let list = known.isEmpty ? nil : "known platforms: " + known.map { "`\($0)`" }.joined(separator: ", ")
      return suggesting(name, from: known, at: range, help: list) {
        Diagnostic(.error, "unknown-platform", "there is no platform `\(name)`\($0)", at: range, fixIts: $1, help: $2)
      }
    case .secondPlatform(let name, let first, let range):
      return Diagnostic(
        .error, "second-platform", "a spec is about one platform; `\(first)` is in use already, so `\(name)` cannot be",
        at: range)
    }
  }
}

/// Mistakes in the version of a platform.
private enum VersionProblem {
  case unreadableVersion(range: SourceRange)
  case noVersions(platform: String, range: SourceRange)
  case unknownVersion(Int, platform: String, known: ClosedRange<Int>, range: SourceRange)
  /// The same, asked for when the check was started: it stands in no file.
  case unknownVersionAsked(Int, platform: String, known: ClosedRange<Int>, range: SourceRange)
  case tooManyVersions(ClosedRange<Int>, range: SourceRange)
  /// A version was asked for when the check was started.
  case nothingToChoose(Int, platform: String?, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .unreadableVersion(let range):
      return Diagnostic(
        .error, "unknown-version", "a version is a number or a range from low to high, such as `17` or `12...18`",
        at: range)
    case .noVersions(let platform, let range):
      return Diagnostic(.error, "unknown-version", "`\(platform)` has no versions", at: range, help: "write `use \(platform)`")
    case .unknownVersion(let version, let platform, let known, let range):
      return Diagnostic(
        .error, "unknown-version",
        "`\(platform)` \(version) is not known; this platform covers \(known.lowerBound) to \(known.upperBound)", at: range)
    case .unknownVersionAsked(let version, let platform, let known, let range):
      return Diagnostic(
        .error, "unknown-version",
        "this check was asked for `\(platform)` \(version), instead of what is written here; the platform covers \(known.lowerBound) to \(known.upperBound)",
        at: range)
    case .tooManyVersions(let versions, let range):
      return Diagnostic(
        .error, "too-many-versions",
        "\(versions.count) versions are asked for; \(mostVersionsAtOnce) at most are checked together",
        at: range, help: "ask for fewer")
    case .nothingToChoose(let version, let platform, let range):
      let start = SourceRange(file: range.file, start: range.start, end: range.start)
      let reason = platform.map { "`\($0)` has no versions" } ?? "this spec uses no platform"
      return Diagnostic(.error, "unknown-version", "version \(version) was asked for, but \(reason)", at: start)
    }
  }
}
