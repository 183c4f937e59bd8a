import LifecheckLanguage
import LifecheckPlatforms

/// A first spec, for its author to change: it holds, and names what a platform lets an app answer.
struct StarterSpec {
  let platform: String

  var text: String {
    let outcome = check(path: "app.lc", text: Array("use \(platform)\napp App { }".utf8), loader: Self.loader, version: nil)
    let version = outcome.model?.versions.map { " \($0.lowerBound)" } ?? ""
    return """
      // What the app does when it is interrupted, sent to the background, frozen and killed.
      use \(platform)\(version)

      app App {
        var edited = false                            // memory: lost with the process
        durable var saved = false                     // survives it

        event edit by user says "you edit something" { saved = false; edited = true }
        event save by user says "you save" when edited { edited = false; saved = true }

        // What the platform tells an app is answered by `on NAME { … }`. The names are
      \(list(callbacks(of: outcome.model)))

        property "what is saved is not edited": never saved and edited
        possible "something is saved": saved
      }

      """
  }

  private static let loader = SourceLoader(
    shipped: shippedText, platformNames: shippedPlatforms.map(\.name), file: { _, _ in .failure(.notFound) })

  private func callbacks(of model: CheckedModel?) -> [String] {
    guard let model, let root = model.platform else { return [] }
    return model.callbacks.filter { $0.owner == root }.map(\.name)
  }

  /// In lines of comment, a few names each.
  private func list(_ names: [String]) -> String {
    stride(from: 0, to: names.count, by: 4).map { start in
      let row = names[start..<min(start + 4, names.count)].joined(separator: ", ")
      return "  //   \(row)" + (start + 4 < names.count ? "," : "")
    }.joined(separator: "\n")
  }
}
