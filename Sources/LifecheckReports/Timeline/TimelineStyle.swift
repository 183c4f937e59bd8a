/// The colors of a page or picture. They have a contrast of at least 4.5 to what they stand on.
struct Palette {
  private let colors: [(name: String, value: String)]

  static let light = Palette(colors: [
    ("page", "#ffffff"), ("panel", "#f5f6f8"), ("text", "#1b1d22"), ("dim", "#565d68"), ("line", "#d3d7de"), ("link", "#1a56b0"),
    ("bad", "#b3261e"), ("caution", "#7c4a00"), ("good", "#17632f"), ("now", "#fff1b8"), ("v0", "#e8eaef"), ("v1", "#c9dcf7"),
    ("v2", "#d3ecd5"), ("v3", "#f6e0bd"), ("v4", "#ead6f3"), ("v5", "#f6d3d3"), ("bar", "#b9d0f2"),
  ])
  static let dark = Palette(colors: [
    ("page", "#14161a"), ("panel", "#1d2026"), ("text", "#e7e8ec"), ("dim", "#a6adb8"), ("line", "#3a3f49"), ("link", "#8fbcff"),
    ("bad", "#ff8f85"), ("caution", "#f0bb6c"), ("good", "#82d699"), ("now", "#4a3f10"), ("v0", "#2a2e36"), ("v1", "#27405f"),
    ("v2", "#254a2e"), ("v3", "#54411d"), ("v4", "#45305a"), ("v5", "#5a2c2c"), ("bar", "#2c4a75"),
  ])

  /// As CSS declares them.
  var variables: Markup { Markup(stringLiteral: colors.map { "--\($0.name): \($0.value);" }.joined(separator: " ")) }

  /// The rules with the colors themselves: not every program that shows pictures knows variables.
  func resolved(_ rules: String) -> String {
    colors.reduce(rules) { $0.replacing("var(--\($1.name))", with: $1.value) }
  }
}

/// How a timeline looks, wherever it stands.
enum TimelineStyle {
  static let rules = """
    svg text { fill: var(--text); font: 11px system-ui, sans-serif; }
    svg text.at { font-weight: 600; }
    svg text.number { fill: var(--dim); font-size: 10px; text-anchor: middle; }
    svg text.late { fill: var(--caution); }
    svg .gap { fill: none; stroke: var(--dim); stroke-dasharray: 2 3; stroke-width: 0.75; }
    svg .line { stroke: var(--line); fill: none; }
    svg .end { stroke: var(--bad); stroke-width: 2; fill: none; }
    svg .bar { fill: var(--bar); stroke: var(--dim); stroke-width: 0.5; }
    svg .deadline { stroke: var(--caution); stroke-width: 2.5; fill: none; }
    svg .dot { stroke: var(--text); stroke-width: 1.5; fill: var(--page); }
    svg .dot.own { fill: var(--text); }
    svg .dot.subject { stroke: var(--caution); stroke-width: 3.5; }
    svg .value { stroke: var(--page); }
    .v0 { fill: var(--v0); } .v1 { fill: var(--v1); } .v2 { fill: var(--v2); }
    .v3 { fill: var(--v3); } .v4 { fill: var(--v4); } .v5 { fill: var(--v5); }
    """

  static var markup: Markup { Markup(stringLiteral: rules) }
}
