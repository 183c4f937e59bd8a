import Foundation
import PackagePlugin

/// Compiles every `.lc` file below `specs/platforms` into the target, so that a new platform needs no change of code, those of
/// `specs/library` and `specs/starters`, and the pages that explain rules and diagnostics. The platforms' own tests and examples stay out.
@main struct EmbedPlatforms: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let package = context.package.directoryURL
    let specs = package.appending(path: "specs/platforms")
    let platforms = try FileManager.default.subpathsOfDirectory(atPath: specs.path)
      .filter { $0.hasSuffix(".lc") && !$0.hasPrefix("examples/") && !$0.hasPrefix("tests/") }.sorted()
    let library = package.appending(path: "specs/library")
    let starters = package.appending(path: "specs/starters")
    let docs = package.appending(path: "docs")
    // Those of iOS, then those of each other platform in a folder of its own.
    let rules = try FileManager.default.subpathsOfDirectory(atPath: docs.appending(path: "rules").path)
      .filter { $0.hasSuffix(".md") && $0 != "README.md" }
      .sorted { ($0.contains("/") ? 1 : 0, $0) < ($1.contains("/") ? 1 : 0, $1) }.map { "rules/\($0)" }
    return [
      try embed(platforms, below: specs, as: "embeddedFiles", called: "EmbeddedFiles.swift", context),
      try embed(ownSpecs(in: library), below: library, as: "embeddedLibrary", called: "EmbeddedLibrary.swift", context),
      try embed(ownSpecs(in: starters), below: starters, as: "embeddedStarters", called: "EmbeddedStarters.swift", context),
      try embed(rules + ["diagnostics.md"], below: docs, as: "embeddedPages", called: "EmbeddedPages.swift", context),
    ]
  }

  private func ownSpecs(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".lc") }.sorted()
  }

  private func embed(
    _ paths: [String], below folder: URL, as name: String, called file: String, _ context: PluginContext
  ) throws -> Command {
    let output = context.pluginWorkDirectoryURL.appending(path: file)
    return .buildCommand(
      displayName: "Embedding \(name)", executable: try context.tool(named: "EmbedFiles").url,
      arguments: [output.path, name, folder.path] + paths, inputFiles: paths.map { folder.appending(path: $0) },
      outputFiles: [output])
  }
}
