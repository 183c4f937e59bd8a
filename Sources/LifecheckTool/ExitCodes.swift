import ArgumentParser
import LifecheckReports

/// The exit code of a command, where ArgumentParser's own type of the name would be meant otherwise.
typealias CheckExitCode = LifecheckReports.ExitCode

extension ArgumentParser.ExitCode {
  init(_ code: CheckExitCode) { self.init(Int32(code.rawValue)) }
}
