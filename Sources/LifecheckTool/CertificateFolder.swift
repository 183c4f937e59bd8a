import LifecheckReports

/// The folder that `--certificate` names.
struct CertificateFolder {
  let path: String
  private var names = FileNameAllotment()

  init(path: String) { self.path = path }

  /// Makes it, and tries it, before there is anything to lose.
  /// - Returns: What went wrong, as a sentence; nil: files can be written.
  func prepare() -> String? {
    if let problem = Files.makeFolder(path) { return "the folder \(path) cannot be made: \(problem)" }
    return Files.tryFolder(path).map { "nothing can be written to the folder \(path): \($0)" }
  }

  /// Writes the certificates of one spec, each whole or not at all.
  /// - Returns: What went wrong, as a sentence; nil: all are there.
  mutating func write(_ report: CheckReport) -> String? {
    for file in report.certificates {
      let target = "\(path)/\(names.name(file.stem, ending: ".smt2"))"
      if let problem = Files.replace(target, with: file.text) { return "\(target) cannot be written: \(problem)" }
    }
    return nil
  }
}
