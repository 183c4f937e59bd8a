import ArgumentParser
import LifecheckReports

/// When places in files are links.
enum LinkChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// nil: they are not.
  var links: Hyperlinks? {
    guard isOn, let folder = System.currentFolder else { return nil }
    return Hyperlinks(host: System.hostName, folder: folder)
  }

  private var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: System.isTerminal(.output) && (System.environment("NO_HYPERLINKS") ?? "").isEmpty && terminalCan
    }
  }

  /// Most terminals know links, and most of the others ignore them: not the console of Linux, and not VTE in the versions before 0.50.1.
  private var terminalCan: Bool {
    let name = System.environment("TERM") ?? ""
    if let vte = System.environment("VTE_VERSION").flatMap({ Int($0) }), vte < 5001 { return false }
    return !name.isEmpty && !["dumb", "linux", "vt100", "vt220", "ansi"].contains(name)
  }
}
