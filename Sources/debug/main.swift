import Foundation
import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckLowering
import LifecheckSystem

let path = CommandLine.arguments[1]
let loader = SourceLoader(
  platform: { name in try? Array(Data(contentsOf: URL(fileURLWithPath: "specs/platforms/\(name).lc"))) },
  platformNames: ["ios"],
  file: { path, _ in .success((path: path, text: Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()))) })
let outcome = check(path: path, text: Array(try Data(contentsOf: URL(fileURLWithPath: path))), loader: loader, version: nil)
for d in outcome.diagnostics {
  let file = outcome.files[d.range.file.index]
  let p = file.position(at: d.range.start)
  print("\(file.path):\(p.line):\(p.column): \(d.severity): \(d.message) [\(d.code)]")
}
if let model = outcome.model {
  do {
    let lowered = try lower(model)
    let s = lowered.system
    print("variables \(s.variables.count) clocks \(s.clocks.count) params \(s.parameters.count) automata \(s.automata.count)")
    var bits = 0
    for v in s.variables { var d = 1; while d < v.domain { d *= 2; bits += 1 } }
    var lbits = 0
    for a in s.automata {
      var d = 1; while d < a.locations.count { d *= 2; lbits += 1 }
      print("  \(a.name): \(a.locations.count) locations, \(a.edges.count) edges")
      if CommandLine.arguments.count > 2 {
        for (i, l) in a.locations.enumerated() { print("     L\(i) \(l.name) inv \(l.invariants.count)") }
        for e in a.edges { print("     \(e.source.index)->\(e.target.index) \(e.isUrgent ? "!" : "") ch\(e.choices.count) items\(e.body.count) \(e.label.lines.map(\.text))") }
      }
    }
    print("bits \(bits) + \(lbits); questions \(lowered.questions.count)")
    for c in s.clocks { print("  clock \(c.name)") }
    for v in s.variables { print("  var \(v.name): \(v.domain)") }
  } catch let d as Diagnostic { print("LOWER: \(d.message) \(d.range)") }
}
