import LifecheckConfiguration

/// The changes in the working tree since a commit, as git tells them.
struct GitChanges {
  struct Problem: Error { let message: String }

  /// The folder of the repository, without links.
  private let root: String
  /// Relative to it: what is the same now as then, as far as git looks after it.
  private let unchanged: Set<String>
  private let changed: Set<String>

  /// - Parameter reference: A commit, branch or tag.
  /// - Throws: Why nobody can say, and what to do.
  init(since reference: String) throws(Problem) {
    let top = try Self.git(
      ["rev-parse", "--show-toplevel"], orSay: "this folder is in no git repository: leave '--changed-since' out")
    root = top.last == "\n" ? String(top.dropLast()) : top
    let commit = try Self.git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(reference)^{commit}"],
      orSay:
        "git knows no commit `\(reference)`: name a commit, branch or tag (in CI, fetch it first: `fetch-depth: 0` for GitHub, `GIT_DEPTH: 0` for GitLab)"
    )
    let inFolder = ["-C", root]
    let difference = try Self.git(
      inFolder + ["diff", "--name-only", "-z", "--no-renames", "--no-relative", "--no-ext-diff", "--ignore-submodules=none"]
        + [String(commit.prefix { !$0.isNewline }), "--"], orSay: "git cannot tell what has changed since `\(reference)`")
    let tracked = try Self.git(inFolder + ["ls-files", "-z", "-v"], orSay: "git cannot list the files of \(root)")
    changed = Self.names(difference)
    unchanged = Self.lookedAt(tracked).subtracting(changed)
  }

  /// Of `ls-files -v` those that git compares: not what somebody has told it to take for unchanged (`--assume-unchanged`,
  /// `--skip-worktree`), nor what is not merged.
  private static func lookedAt(_ list: String) -> Set<String> {
    Set(names(list).filter { $0.hasPrefix("H ") }.map { String($0.dropFirst(2)) })
  }

  private static func names(_ list: String) -> Set<String> { Set(list.split(separator: "\0").map(String.init)) }

  private static func git(_ arguments: [String], orSay words: String) throws(Problem) -> String {
    switch Subprocess.output(of: ["git"] + arguments) {
    case .success(let text): return text
    case .failure(.notStarted(let why)):
      throw Problem(
        message: "git cannot be started, which '--changed-since' asks: \(why); install it, or leave '--changed-since' out")
    case .failure(.failed(let said)):
      // Git's own words say more where it is not about what was asked for: another owner's folder, a repository that is damaged.
      let detail = said.split(whereSeparator: \.isNewline).first.map { " (\($0))" } ?? ""
      throw Problem(message: words + detail)
    }
  }

  // MARK: Files

  /// Whether a file is not known to be the same as then. What git does not look after may have changed.
  func mayConcern(_ path: String) -> Bool {
    let here = Files.realPath(".") ?? ""
    let whole = path.hasPrefix("/") ? path : "\(here)/\(path)"
    let places = [FileNames.withoutDetours(whole), Files.realPath(path)].compactMap(\.self)
    return places.contains { place in
      guard place.hasPrefix(root + "/") else { return true }
      return !unchanged.contains(String(place.dropFirst(root.count + 1)))
    }
  }

  /// Whether a spec, or something that it depends on, is not known to be the same.
  /// - Parameter looksForConfiguration: The nearest configuration above it counts.
  func mayConcern(_ spec: SpecSource, looksForConfiguration: Bool) -> Bool {
    if spec.path == "-" || spec.dependencies.contains(where: mayConcern) { return true }
    return looksForConfiguration && !lostConfigurations(of: spec).isEmpty
  }

  /// Where the nearest configuration may have been until it was removed.
  private func lostConfigurations(of spec: SpecSource) -> [String] {
    guard let real = Files.realPath(spec.path), let slash = real.lastIndex(of: "/") else { return [] }
    var (folder, lost): (Substring, [String]) = (real[..<slash], [])
    while folder == root || folder.hasPrefix(root + "/"), let slash = folder.lastIndex(of: "/") {
      let candidate = "\(folder)/\(Configuration.fileName)"
      if Files.realPath(candidate) != nil { break }
      if changed.contains(String(candidate.dropFirst(root.count + 1))) { lost.append(candidate) }
      folder = folder[..<slash]
    }
    return lost
  }
}
