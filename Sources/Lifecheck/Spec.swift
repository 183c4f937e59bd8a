/// A spec as text, with the way to the files that it uses.
///
/// The library opens no file itself: whoever embeds it says what stands where.
public struct Spec: Sendable {
  /// How reports name it, for example `Specs/notes.lc`; it need not be a path.
  public var path: String
  /// UTF-8. What is not is reported as an error of the spec.
  public var text: [UInt8]
  /// Where the text of `use "shared.lc"` comes from. The platforms that ship need none.
  public var loader: SpecLoader

  /// - Parameters:
  ///   - path: What reports call it.
  ///   - text: UTF-8.
  ///   - loader: For the files that it uses.
  public init(path: String, text: [UInt8], loader: SpecLoader = .nothing) {
    (self.path, self.text, self.loader) = (path, text, loader)
  }

  /// - Parameters:
  ///   - path: What reports call it.
  ///   - text: All of it.
  ///   - loader: For the files that it uses.
  public init(path: String, text: String, loader: SpecLoader = .nothing) {
    self.init(path: path, text: Array(text.utf8), loader: loader)
  }
}

/// Gives the text of the files that a spec uses.
public struct SpecLoader: Sendable {
  /// A file that was found.
  public struct File: Sendable {
    /// One name for one file, however it is reached: that is how circles are noticed.
    public var path: String
    /// UTF-8.
    public var text: [UInt8]

    /// - Parameters:
    ///   - path: One for each file.
    ///   - text: UTF-8.
    public init(path: String, text: [UInt8]) { (self.path, self.text) = (path, text) }
  }

  /// Why a file gave no text.
  public enum Failure: Error, Hashable, Sendable {
    /// There is no such file: an error of the spec, at its `use`.
    case notFound
    /// With the reason, as the end of a sentence: "permission denied".
    case unreadable(String)
  }

  let load: @Sendable (_ name: String, _ importer: String) -> Result<File, Failure>

  /// - Parameter load: Takes the name as it stands after `use`, and the `path` of the file in which it stands. It may be called on
  ///   any thread, by one check for one file after the other.
  public init(_ load: @escaping @Sendable (_ name: String, _ importer: String) -> Result<File, Failure>) { self.load = load }

  /// Finds no file: for specs that use platforms only.
  public static let nothing = SpecLoader { _, _ in .failure(.notFound) }

  /// Finds what is given, by the very names that stand after `use`.
  public static func texts(_ texts: [String: String]) -> SpecLoader {
    SpecLoader { name, _ in
      texts[name].map { .success(File(path: name, text: Array($0.utf8))) } ?? .failure(.notFound)
    }
  }
}
