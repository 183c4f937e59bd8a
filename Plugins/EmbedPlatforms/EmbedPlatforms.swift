import Foundation
import PackagePlugin

/// Compiles every `.lc` file below `specs/platforms` into the target, so that a new platform needs no change of code. The
/// platforms' own tests and examples stay out.
@main struct EmbedPlatforms: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "specs/platforms")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".lc") && !$0.hasPrefix("examples/") && !$0.hasPrefix("tests/") }.sorted()
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding the platforms", executable: try context.tool(named: "EmbedFiles").url,
        arguments: [output.path, folder.path] + paths, inputFiles: paths.map { folder.appending(path: $0) },
        outputFiles: [output])
    ]
  }
}
