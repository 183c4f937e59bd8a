import Foundation

/// Run during the build: `EmbedFiles OUTPUT NAME FOLDER PATH…` writes Swift source with the text of each file below the folder, as a constant of that name.
@main struct EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments
    let folder = URL(fileURLWithPath: arguments[3])
    let entries = try arguments.dropFirst(4).map { path in
      // A raw literal, and what is added at its end is not part of it: the text arrives byte for byte.
      let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      return "  (\"\(path)\", ####\"\"\"\n\(text)\n\"\"\"####),\n"
    }
    let source = "let \(arguments[2]): [(path: String, text: String)] = [\n" + entries.joined() + "]\n"
    try source.write(toFile: arguments[1], atomically: true, encoding: .utf8)
  }
}
