import ArgumentParser
import LifecheckReports

extension ArgumentParser.ExitCode {
  init(_ code: LifecheckReports.ExitCode) { self.init(Int32(code.rawValue)) }
}
