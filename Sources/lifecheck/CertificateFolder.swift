import LifecheckReports

/// The folder that `--certificate` names.
struct CertificateFolder {
  let path: String

  /// Writes all of them, each whole or not at all.
  /// - Returns: What went wrong, as a sentence; nil: all are there.
  func write(_ reports: [CheckReport]) -> String? {
    if let problem = Files.makeFolder(path) { return "the folder \(path) cannot be made: \(problem)" }
    var names = FileNameAllotment()
    for file in reports.flatMap(\.certificates) {
      let target = "\(path)/\(names.name(file.stem, ending: ".smt2"))"
      if let problem = Files.replace(target, with: file.text) { return "\(target) cannot be written: \(problem)" }
    }
    return nil
  }
}
