/// A file of a platform that ships with the tool, compiled into the binary.
package struct ShippedFile: Sendable {
  /// Below `specs/platforms`: `ios.lc`, `ios/scheduler.lc`.
  package let path: String
  /// The UTF-8 text.
  package let text: [UInt8]
}

/// A platform that ships with the tool: what stands in `specs/platforms/NAME.lc` and below `specs/platforms/NAME`.
package struct ShippedPlatform: Sendable {
  /// The name that a spec writes after `use`.
  package let name: String
  /// The platform's own file first, then its parts by path.
  package let files: [ShippedFile]
}

/// All shipped platforms, sorted by name.
package let shippedPlatforms: [ShippedPlatform] =
  shippedFiles.filter { !$0.path.contains("/") }.map { main in
    let name = String(main.path.dropLast(".lc".count))
    return ShippedPlatform(name: name, files: [main] + shippedFiles.filter { $0.path.hasPrefix(name + "/") })
  }

/// The text of `ios.lc`, of `ios/scheduler.lc`, of `library/dispatch.lc`; nil if no such file ships.
package func shippedText(_ path: String) -> [UInt8]? { (shippedFiles + libraryFiles).first { $0.path == path }?.text }

private let shippedFiles: [ShippedFile] =
  embeddedFiles.map { ShippedFile(path: $0.path, text: [UInt8]($0.text.utf8)) }.sorted { $0.path < $1.path }

/// The library: things that many apps have and no platform declares; a platform may not be called `library`.
private let libraryFiles: [ShippedFile] = embeddedLibrary.map {
  ShippedFile(path: "library/\($0.path)", text: [UInt8]($0.text.utf8))
}

/// The text of the first spec of an app on a platform, for its author to change: `specs/starters/NAME.lc`; nil: there is none for it.
package func starterText(for platform: String) -> String? { embeddedStarters.first { $0.path == "\(platform).lc" }?.text }
