import Foundation
import PackagePlugin

/// `swift package lifecheck`, in a package that depends on this one: the command, run in the package's folder.
@main struct LifecheckCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "LifecheckTool").url
    process.arguments = arguments.isEmpty ? ["verify"] : arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationReason == .exit, process.terminationStatus == 0 { return }
    Diagnostics.error("lifecheck: the check has failed (\(process.terminationStatus))")
  }
}
