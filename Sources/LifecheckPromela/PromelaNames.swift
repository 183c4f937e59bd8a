import LifecheckSystem

/// The names of a system's parts in Promela: a letter, their number, and what is left of their own name.
struct PromelaNames {
  let variables: [String]
  let clocks: [String]
  let parameters: [String]
  let automata: [String]

  init(_ system: TimedSystem) {
    func names(_ letter: String, _ names: [String]) -> [String] {
      names.enumerated().map { Self.identifier("\(letter)\($0.offset)", $0.element) }
    }
    variables = names("v", system.variables.map(\.name))
    clocks = names("c", system.clocks.map(\.name))
    parameters = names("p", system.parameters.map(\.name))
    automata = names("at", system.automata.map(\.name))
  }

  private static func identifier(_ start: String, _ name: String) -> String {
    let words = name.unicodeScalars.split { !$0.isASCII || !$0.properties.isAlphabetic && !("0"..."9").contains($0) }
    return ([start] + words.map { String($0) }).joined(separator: "_").prefix(40).description
  }

  /// Safe between the marks of a comment.
  static func comment(_ text: String) -> String {
    text.split { $0.isNewline }.joined(separator: " ").split(separator: "*/").joined(separator: "* /")
  }
}
