import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckReports

let path = CommandLine.arguments[1]
let loader = SourceLoader(
  platform: { name in try? Array(Data(contentsOf: URL(fileURLWithPath: "specs/platforms/\(name).lc"))) },
  platformNames: ["ios"],
  file: { path, _ in .success((path: path, text: Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()))) })
let start = ContinuousClock.now
let report = try verify(path: path, text: Array(try Data(contentsOf: URL(fileURLWithPath: path))), loader: loader, options: VerificationOptions(limits: Limits(wallTime: .seconds(Int(CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : "20")!))), onProgress: { print($0, ContinuousClock.now - start) })
print(TextReport().render([report]))
print(ContinuousClock.now - start)
