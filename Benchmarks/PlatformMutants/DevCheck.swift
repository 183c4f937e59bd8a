import Foundation
import LifecheckDriver
import LifecheckEngines
import LifecheckPlatforms
import LifecheckReports
import LifecheckTestSupport
import LifecheckLanguage
import LifecheckDiagnostics

func devCheck(_ paths: [String]) {
  let verbose = ProcessInfo.processInfo.environment["V"] != nil
  for path in paths {
    guard let fixture = try? Fixture(contentsOf: URL(fileURLWithPath: path)) else { print("no \(path)"); continue }
    let base = URL(fileURLWithPath: path).deletingLastPathComponent()
    let loader = SourceLoader(
      shipped: platformText, platformNames: shippedPlatforms.map(\.name),
      file: { target, _ in
        guard let data = try? Data(contentsOf: base.appendingPathComponent(target)) else { return .failure(.notFound) }
        return .success((path: target, text: [UInt8](data)))
      })
    let start = ContinuousClock.now
    do {
      let report = try verify(path: path, text: fixture.file.text, loader: loader, options: VerificationOptions(limits: Limits(wallTime: .seconds(60))))
      let time = ContinuousClock.now - start
      print("== \(path) \(time)")
      for d in report.diagnostics { print("   DIAG \(d.code): \(d.message)") }
      if !report.hasErrors {
        let bad = mismatches(expectedVerdicts(of: fixture.file), report.answers)
        for b in bad { print("   BAD \(b)") }
        if verbose { for a in report.answers { 
          let v = String(describing: a.verdict).prefix(while: { $0 != "(" })
          print("   \(v)  \(a.title)"); if v == "undecided" { print(String(describing: a.verdict).prefix(330)) }; if v == "violated", ProcessInfo.processInfo.environment["V"] == "2", case .violated(let s) = a.verdict { for st in s.steps { print("       ", st.time, st.text) } } } }
      }
    } catch { print("== \(path) internal error \(error)") }
  }
}
func devCount(_ files: [ShippedFile]) {
  for f in files { print(f.path, mutants(of: String(decoding: platformText(f.path) ?? [], as: UTF8.self), path: f.path).count) }
}
