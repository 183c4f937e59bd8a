import ArgumentParser

/// When to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, always, never

  /// - Source: https://no-color.org, read 2026-11-21: any value but the empty one switches colours off.
  var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      System.isTerminal(.output) && (System.environment("NO_COLOR") ?? "").isEmpty && System.environment("TERM") != "dumb"
    }
  }
}
