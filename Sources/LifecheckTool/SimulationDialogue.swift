import ArgumentParser
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckReports

/// Makes a run with somebody at the terminal, with a list of events, or by chance, and writes it as it grows.
struct SimulationDialogue {
  private var session: SimulationSession
  private var isImpossible = false
  private var isWritten = true

  init(session: SimulationSession) { self.session = session }

  private mutating func write(_ text: String) {
    if isWritten, !text.isEmpty { isWritten = System.writeToStandardOutput(text) }
  }

  mutating func open() { write(session.heading) }

  func exitCode() throws(InternalError) -> LifecheckReports.ExitCode {
    if !isWritten { return .notWritten }
    if isImpossible { return .specHasErrors }
    return try session.isViolated ? .violated : .allGood
  }

  /// Where nobody sees what is typed, it is repeated, so that what is written can be read alone.
  mutating func ask() throws(InternalError) {
    let isTerminal = System.isTerminal(.input)
    write("help tells what you can say\n" + (try session.situation()))
    while isWritten {
      if isTerminal { write("> ") }
      guard let line = readLine() else { break }
      let shown = DisplayText(line.utf8).text
      if !isTerminal { write("> \(shown)\n") }
      switch try reply(shown) {
      case .done(let text): write(text)
      case .mistake(let text): write(text)
      case .over: return
      }
    }
  }

  private mutating func reply(_ line: String) throws(InternalError) -> SimulationSession.Reply {
    switch SimulationOrder.read(line) {
    case .success(let order): return try session.obey(order)
    case .failure(let mistake): return .mistake(mistake.sentence + "\n")
    }
  }

  /// Stops at the first that is not possible.
  mutating func follow(_ lines: [String], of file: String) throws(InternalError) {
    write(try session.situation())
    for (index, line) in lines.map({ DisplayText($0.utf8).text }).enumerated() {
      if case .success(.nothing) = SimulationOrder.read(line) { continue }
      write("> \(line)\n")
      switch try reply(line) {
      case .done(let text): write(text)
      case .mistake(let text):
        System.writeToStandardError("\(file):\(index + 1): error: \(text)")
        isImpossible = true
        return
      case .over: return
      }
    }
  }

  mutating func play(steps: Int, seed: UInt64) throws(InternalError) {
    write(try session.play(steps: steps, seed: seed))
  }
}
