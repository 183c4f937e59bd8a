import LifecheckSystem

extension Trace {
  private static let largestNumber: UInt = 1_000_000_000_000
  /// A run that people could read has some dozens.
  private static let mostSteps = 10_000

  /// The run as lines of text: how long it counts as, the values at its start, and its steps.
  var keptLines: [String] {
    let heads = [
      "run \(length)", words("starts", initialVariables.map(String.init)), words("durations", parameters.map(\.kept)),
    ]
    return heads
      + steps.map { step in
        let edge = step.edge.map { "\($0.automaton.index).\($0.edge)" } ?? "-"
        return words("step", [step.delay.kept, edge] + step.choices.map(String.init))
      }
  }

  /// - Returns: nil if the lines are no run. Whether it is one of a system is for the interpreter to say.
  init?(kept lines: ArraySlice<String>) {
    var lines = lines
    func numbers(_ head: String) -> [Int]? {
      guard let words = lines.popFirst()?.split(separator: " "), words.first == head[...] else { return nil }
      let numbers = words.dropFirst().compactMap { Int($0) }
      return numbers.count == words.count - 1 ? numbers : nil
    }
    guard let length = numbers("run"), length.count == 1, let initial = numbers("starts"),
      let durations = lines.popFirst()?.split(separator: " "), durations.first == "durations"
    else { return nil }
    let parameters = durations.dropFirst().compactMap { RationalTime(kept: $0) }
    let steps = lines.compactMap { Step(kept: $0) }
    guard parameters.count == durations.count - 1, steps.count == lines.count, steps.count <= Self.mostSteps,
      (0...steps.count).contains(length[0])
    else { return nil }
    self.init(initialVariables: initial, parameters: parameters, steps: steps, length: length[0])
  }

  fileprivate static func isSmall(_ number: Int) -> Bool { number.magnitude <= largestNumber }
}

private func words(_ head: String, _ others: [String]) -> String { ([head] + others).joined(separator: " ") }

extension Step {
  fileprivate init?(kept line: String) {
    let words = line.split(separator: " ")
    guard words.count >= 3, words[0] == "step", let delay = RationalTime(kept: words[1]) else { return nil }
    let place = words[2].split(separator: ".").compactMap { Int($0) }
    let choices = words.dropFirst(3).compactMap { Int($0) }
    guard words[2] == "-" || place.count == 2, choices.count == words.count - 3 else { return nil }
    let edge = words[2] == "-" ? nil : EdgeReference(automaton: AutomatonIndex(place[0]), edge: place[1])
    self.init(delay: delay, edge: edge, choices: choices)
  }
}

extension RationalTime {
  fileprivate var kept: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  /// - Returns: nil also for numbers that are too large to be reckoned with.
  fileprivate init?(kept text: Substring) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, (1...2).contains(numbers.count), numbers.allSatisfy(Trace.isSmall) else { return nil }
    guard numbers.last! > 0 || numbers.count == 1 else { return nil }
    self.init(numbers[0], over: numbers.count == 2 ? numbers[1] : 1)
  }
}
