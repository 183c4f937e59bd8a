import Lifecheck
import LifecheckLanguage

extension SpecSource {
  /// As the library takes it.
  func spec() -> Result<Spec, Files.Problem> {
    let loader = self.loader
    let files = SpecLoader { name, importer in
      loader.file(name, importer)
        .map { SpecLoader.File(path: $0.path, text: $0.text) }
        .mapError { problem in
          switch problem {
          case .notFound: .notFound
          case .unreadable(let reason): .unreadable(reason)
          }
        }
    }
    return read().map { Spec(path: shownPath, text: $0, loader: files) }
  }
}
