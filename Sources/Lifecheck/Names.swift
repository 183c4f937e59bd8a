internal import LifecheckDiagnostics
internal import LifecheckLanguage
internal import LifecheckReports

/// A name that a spec, or what it uses, declares, and every place at which it is used.
public struct Name: Hashable, Sendable {
  /// What the name is the name of.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// What the spec is about.
    case app, platform
    /// `kind`, what is declared of one (`task upload`), and the values that a variable can have.
    case kind, thing, enumeration, `case`
    /// `var`, `const`, `param`, `setting` and `phases`; and `def`.
    case variable, definition
    /// A `stopwatch`, and a thread or queue.
    case stopwatch, executor
    /// What code answers, waits for, and calls.
    case callback, signal, function, event, parameter
    /// A variable in code, of a loop, or captured.
    case local
    /// A property or rule, by its title; a rule by its `id`.
    case property
    /// What a call fails with, and what the app dies of. Nothing declares these words: their first place counts as that.
    case failure, death
  }

  /// As it is written; of a title, without its quotation marks, which belong to its places.
  public let text: String
  /// What it is the name of.
  public let role: Role
  /// The `///` lines above its declaration, without the slashes; empty where there are none.
  public let documentation: String
  /// Where it is declared.
  public let declaration: Place
  /// Where it is used, in reading order.
  public let uses: [Place]
}

/// The names in a spec and in all that it uses, in reading order: for an editor that shows what a name is, goes to its declaration, or
/// lists its uses.
///
/// Who changes a name changes all that hang together: a place can be the use of one name and the declaration of another, as `x` is in
/// `{ [x] in … }`.
///
/// Versions and features of the platform do not matter: what exists in some is there. Of a spec with errors, names are as far as it
/// was understood. `loader` is asked for each file once; a spec of a thousand lines takes some hundredths of a second.
public func names(in spec: Spec) -> [Name] {
  let found = LifecheckLanguage.names(path: spec.path, text: spec.text, loader: SourceLoader(spec.loader))
  let places = Places(files: found.files, platformFiles: [])
  return found.names.entries.map { entry in
    Name(
      text: entry.declaration.name, role: Name.Role(entry.declaration.role), documentation: entry.declaration.documentation,
      declaration: Place(entry.declaration.place, places), uses: entry.uses.map { Place($0, places) })
  }
}

extension Name.Role {
  init(_ role: NameTable.Role) {
    self =
      switch role {
      case .app: .app
      case .platform: .platform
      case .kind: .kind
      case .thing: .thing
      case .enumeration: .enumeration
      case .enumCase: .case
      case .variable: .variable
      case .definition: .definition
      case .stopwatch: .stopwatch
      case .executor: .executor
      case .callback: .callback
      case .signal: .signal
      case .function: .function
      case .event: .event
      case .parameter: .parameter
      case .local: .local
      case .property: .property
      case .failure: .failure
      case .death: .death
      }
  }
}
