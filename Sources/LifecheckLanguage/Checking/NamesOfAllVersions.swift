import LifecheckDiagnostics

/// The names in a spec and in all that it uses, whatever version of the platform and which of its features the spec asks for.
///
/// What is declared `since` a version exists from then on, so the newest version with all features has every declaration. The check
/// that the spec asks for comes first, because only there its own mistakes are none that the newest version makes.
/// - Returns: the files that were read, and their names; of a spec with errors, as far as it was understood.
package func names(path: String, text: [UInt8], loader: SourceLoader) -> (files: [SourceFile], names: NameTable) {
  var program = loadProgram(path: path, text: text, loader: loader, version: nil)
  let asked = Checker(program)
  asked.run()
  program.version = program.knownVersions?.upperBound
  program.features += asked.switchNames.map { NameSyntax($0, program.units[0].syntax.range) }
  let newest = Checker(program)
  newest.run()
  asked.names.merge(newest.names)
  return (program.files, asked.names)
}
