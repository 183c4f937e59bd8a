import Foundation
import LifecheckDiagnostics
import LifecheckDriver
import LifecheckEngines
import LifecheckLanguage
import LifecheckReports
import LifecheckSystem
import LifecheckLowering

let path = CommandLine.arguments[1]
let loader = SourceLoader(
  platform: { name in try? Array(Data(contentsOf: URL(fileURLWithPath: "specs/platforms/\(name).lc"))) },
  platformNames: ["ios"],
  file: { path, _ in .success((path: path, text: Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()))) })
if CommandLine.arguments.count > 3 {
  let o = check(path: path, text: Array(try Data(contentsOf: URL(fileURLWithPath: path))), loader: loader, version: nil)
  let l = try lower(o.model!)
  let ex = Term.any(l.exhaustion.map { .equal(.variable($0.flag), .constant(1)) })
  explorationStatistics(l.system, l.questions.map(\.goal) + [ex], terminal: ex)
  explorationBreakdown(l.system, l.questions.map(\.goal) + [ex], terminal: ex)
  exit(0)
}
let start = ContinuousClock.now
let report = try verify(path: path, text: Array(try Data(contentsOf: URL(fileURLWithPath: path))), loader: loader, options: VerificationOptions(limits: Limits(wallTime: .seconds(Int(CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : "20")!))), onProgress: { print($0, ContinuousClock.now - start) })
print(TextReport().render([report]))
print(ContinuousClock.now - start)
