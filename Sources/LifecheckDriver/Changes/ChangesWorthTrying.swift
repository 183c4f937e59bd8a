import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckReports
import LifecheckSystem

/// Changes that may make a spec small enough to be decided, the mildest first: what the platform leaves open is fixed at its usual
/// value, a part of some code is left out, a whole handler or event is.
///
/// Not each of them leads to a spec without errors; that shows when it is checked.
/// - Throws: `InternalError` when the spec cannot be lowered for a reason of ours.
package func changesWorthTrying(
  path: String, text: [UInt8], loader: SourceLoader, options: VerificationOptions
) throws(InternalError) -> [SpecChange] {
  let file = SourceFile(id: FileID(0), path: path, text: text)
  let members = parse(file).tree.declarations.flatMap { (declaration) -> [DeclarationSyntax] in
    if case .root(let root) = declaration.kind, !root.isPlatform { root.members } else { [] }
  }
  let open = try openParameters(path: path, text: text, loader: loader, options: options)
  let fixing = (open.count > 1 ? [SpecChange.fixing(open)] : []) + open.map { SpecChange.fixing([$0]) }
  return fixing + members.flatMap { parts(of: $0, file) } + members.compactMap { whole($0, file) }
}

/// At the values that a report assumes unless a run needs others: `grace=5s`.
private func openParameters(
  path: String, text: [UInt8], loader: SourceLoader, options: VerificationOptions
) throws(InternalError) -> [String] {
  let outcome = check(
    path: path, text: text, loader: loader, version: options.versions?.first, platformParameters: options.platformParameters)
  guard let (model, lowered) = try lowered(outcome, path: path, following: .one).program else { return [] }
  let platform = platformFiles(of: model)
  return lowered.system.parameters.compactMap { parameter in
    guard let origin = parameter.origin, platform.contains(origin.file), let usual = parameter.preferred else { return nil }
    return parameter.range.count == 1 ? nil : "\(parameter.name)=\(spell(usual))"
  }
}

/// Changes that each leave out a statement of a handler, event or function that has code in it: a block, branch or closure.
private func parts(of member: DeclarationSyntax, _ file: SourceFile) -> [SpecChange] {
  let body: BlockSyntax? =
    switch member.kind {
    case .handler(let handler): handler.body
    case .event(let event): event.body
    case .function(let function): function.body
    default: nil
    }
  let statements = body?.statements ?? []
  // Without its only part it is as good as left out.
  if statements.count < 2 { return [] }
  return statements.map(\.range).filter { file.text(of: $0).contains("{") }.map { without($0, file) }
}

private func whole(_ member: DeclarationSyntax, _ file: SourceFile) -> SpecChange? {
  switch member.kind {
  case .handler: without(member.range, file)
  case .event(let event): .without(member.range, shown: "`event \(event.name.text)`")
  default: nil
  }
}

/// Shown up to its first brace.
private func without(_ range: SourceRange, _ file: SourceFile) -> SpecChange {
  let line = SourceFile.code(in: file.text(of: range).prefix { $0 != "\n" })
  let start = line.prefix { $0 != "{" }.trimmed
  return .without(range, shown: "`\(start.count > 60 ? start.prefix(57) + "…" : start) { … }`")
}
