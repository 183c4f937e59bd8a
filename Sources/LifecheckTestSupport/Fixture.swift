import Foundation
import LifecheckDiagnostics

/// A `.lc` file whose comments say which diagnostics it gives.
///
/// Below a line, a comment marks a place in it with carets (their columns count characters) and says what is reported
/// there; `help:` and `fix:` lines may follow and are compared if they are there:
///
///     var x: Bool = = true
///     //            ^ error[expected-expression]: expected a value after `=`
///     if x = y { }
///     //   ^ error[assignment-in-condition]: `=` assigns; a condition compares
///     //   fix: ==
///
/// Where carets cannot stand (at the margin, in a comment that never ends), a comment names line and columns:
///
///     // at 7:1-3 error[unterminated-comment]: this comment is never closed
package struct Fixture: Sendable, CustomStringConvertible {
  package let file: SourceFile
  package let expectations: [Expectation]

  package init(path: String, text: String) {
    file = SourceFile(id: FileID(0), path: path, text: Array(text.utf8))
    expectations = readExpectations(in: file)
  }

  package init(contentsOf url: URL) throws {
    self.init(path: url.lastPathComponent, text: String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  package var description: String { file.path }
}

/// All `.lc` files of a folder below `Tests/Fixtures`, by name.
package func fixtures(in folder: String) -> [Fixture] {
  specs(in: fixturesFolder.appendingPathComponent(folder))
}

/// The tests that show that the shipped platforms do what the facts say: `specs/platforms/tests`.
package func platformTests() -> [Fixture] {
  specs(in: fixturesFolder.appendingPathComponent("../../specs/platforms/tests"))
}

private func specs(in url: URL) -> [Fixture] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
  return names.filter { $0.hasSuffix(".lc") }.sorted().compactMap { try? Fixture(contentsOf: url.appendingPathComponent($0)) }
}

/// This checkout.
package let repositoryFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

package let fixturesFolder = repositoryFolder.appendingPathComponent("Tests/Fixtures")
