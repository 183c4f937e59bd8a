import LifecheckSystem

/// The names of all things in the text: equal names in several tables would be ambiguous, so a later one gets a number.
struct SystemNames {
  let variables: [String]
  let clocks: [String]
  let parameters: [String]
  let automata: [String]

  init(_ system: TimedSystem) {
    var taken: Set<String> = []
    func unique(_ name: String) -> String {
      var candidate = name
      var number = 2
      while !taken.insert(candidate).inserted {
        candidate = "\(name) (\(number))"
        number += 1
      }
      return written(candidate)
    }
    variables = system.variables.map { unique($0.name) }
    clocks = system.clocks.map { unique($0.name) }
    parameters = system.parameters.map { unique($0.name) }
    automata = system.automata.map { unique($0.name) }
  }
}

/// Bare where that can be read as nothing else.
private func written(_ name: String) -> String {
  let isBare = name.utf8.first?.isNameStart == true && name.utf8.allSatisfy { $0.isNamePart || $0 == UInt8(ascii: ".") }
  return isBare && SystemWord(rawValue: name) == nil ? name : quoted(name)
}

func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\n": result += "\\n"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isNameStart: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_") }
  var isNamePart: Bool { isNameStart || isDigit }
}

/// The words of the form. A thing of such a name is quoted.
enum SystemWord: String, CaseIterable {
  case system, `var`, clock, param, initially, assume, automaton, location, edge, question
  case rigid, hidden, says, values, any, resting, usually, starts, from, turn, condition, lock, work, until, urgent, choices, following
  case `if`, `while`, set, move, to, reset, then, `else`, and, or, not, at, time, watches
  case `true`, `false`
}
