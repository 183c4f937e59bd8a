import ArgumentParser
import LifecheckDriver
import LifecheckEngines
import LifecheckEvidence
import LifecheckReports
import LifecheckSolver

/// `lifecheck check-certificate FILE…`
struct CheckCertificateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-certificate",
    abstract: "Check the evidence that `verify --certificate` has written.",
    discussion: """
      Each file must be whole, and a fresh solver must answer every query in it with `unsat`. With --spec, the system in \
      it must also be what the spec means now. Without, the file is taken at its word about that.

      EXAMPLES:
        lifecheck verify --certificate evidence app.lc               write evidence
        lifecheck check-certificate evidence/*.smt2                  check it
        lifecheck check-certificate --spec app.lc evidence/*.smt2    for this spec

      EXIT CODES:
        0   every certificate holds
        1   one does not hold, or is about another system than the spec
        2   one was not settled within the limits, and the others hold
        3   one is no whole certificate or cannot be read, or the spec has errors
        64  wrong usage
        70  internal error: a defect of lifecheck, never a verdict
        74  the report cannot be written
      """)

  @Argument(help: ArgumentHelp("The certificates to check.", valueName: "file"), completion: .file(extensions: ["smt2"]))
  var files: [String]

  @Option(
    help: ArgumentHelp("Compare the system in each file with what this spec means.", valueName: "spec"),
    completion: .file(extensions: ["lc"]))
  var spec: String?

  @Option(help: ArgumentHelp("Time for each file.", valueName: "seconds"))
  var timeout = Seconds.usual

  @Option(help: ArgumentHelp("Memory for each file, from 100 to 1000000.", valueName: "MB"))
  var memory = 2000

  func validate() throws { try validateLimits(timeout, megabytes: memory) }

  func run() throws {
    Interruption.endTheCommand()
    let findings = files.map(finding)
    System.end(System.writeToStandardOutput(findings.map(\.text).joined()) ? Finding.exitCode(findings) : .notWritten)
  }

  private func finding(_ path: String) -> Finding {
    switch Files.read(path, atMost: Self.largestFile) {
    case .failure(let problem): return Finding(path, .unusable, problem.message)
    case .success(let bytes):
      do throws(CertificateForm.Problem) {
        let form = try CertificateForm(String(decoding: bytes, as: UTF8.self))
        return finding(path, form)
      } catch { return Finding(path, .unusable, error.message) }
    }
  }

  private static let largestFile = 1 << 28

  private func finding(_ path: String, _ form: CertificateForm) -> Finding {
    var remark: String?
    if let spec {
      switch within(timeout, megabytes: memory, { Self.comparison(path, form, spec) }) {
      case .failure(.memoryLimit): return outOfMemory(path, before: "\(spec) was laid out")
      case .failure:
        let limit = timeout.defaultValueDescription
        return Finding(path, .open, "not settled: the time limit of \(limit) s was over before \(spec) was laid out; allow more with --timeout")
      case .success(.failure(let difference)): return difference.finding
      case .success(.success(let found)): remark = found
      }
    }
    // The solver keeps the time itself, and knows at which query it was over.
    let (patience, watch) = (Duration.seconds(timeout.count), LimitWatch(Limits(megabytes: memory)))
    let checked = watch.within { Result { () throws(SolverError) in try form.check(patience: patience) } }
    guard let checked else { return outOfMemory(path, before: "all \(form.queryCount) queries were answered") }
    do throws(SolverError) {
      switch try checked.get() {
      case .holds: return Finding(path, .good, "holds: \(form.queryCount) queries, all unsat", details: claim(form) + (remark.map { [$0] } ?? []))
      case .fails(let query, let about): return Finding(path, .bad, "does not hold: query \(query) is not unsat (\(about))")
      case .open(let query, let about):
        return Finding(path, .open, "not settled: the solver gave up at query \(query) (\(about))")
      case .outOfTime(let query):
        let limit = timeout.defaultValueDescription
        return Finding(
          path, .open,
          "not settled: the time limit of \(limit) s was reached at query \(query) of \(form.queryCount); allow more with --timeout"
        )
      case .unreadable(let words):
        let first = words.split(separator: "\n").first.map(String.init) ?? words
        return Finding(path, .unusable, "the solver cannot read it: \(first)")
      }
    } catch { return Finding(path, .open, "not settled: the solver failed: \(error)") }
  }

  private func outOfMemory(_ path: String, before what: String) -> Finding {
    Finding(path, .open, "not settled: the memory limit of \(memory) MB was reached before \(what); allow more with --memory")
  }

  private func claim(_ form: CertificateForm) -> [String] {
    let about = spec == nil ? "the system in this file" : "this spec"
    return [
      "\(form.facts["verdict"] ?? "?"): \(form.facts["sentence"] ?? "?")", "spec: \(form.facts["spec"] ?? "?")",
    ] + (form.facts["assuming"].map { ["assuming: \($0)"] } ?? []) + ["no run of \(about) reaches a state in which"]
      + form.shown.map { "  - \($0)" }
      + (spec == nil ? ["Not compared with the spec; --spec does that."] : [])
  }

  /// Success: the certificate is about the spec, with what there is to remark.
  private static func comparison(_ path: String, _ form: CertificateForm, _ spec: String) -> Result<String?, Difference> {
    func differs(_ kind: Finding.Kind, _ sentence: String) -> Result<String?, Difference> {
      .failure(Difference(finding: Finding(path, kind, sentence)))
    }
    let source = SpecSource(path: spec)
    switch source.read() {
    case .failure(let problem): return differs(.unusable, "the spec \(spec): \(problem.message)")
    case .success(let text):
      do throws(InternalError) {
        switch try compare(form, path: source.shownPath, text: text, loader: source.loader) {
        case .same(let remark): return .success(remark)
        case .different:
          return differs(
            .bad, "is about another system: \(spec), its platform or lifecheck has changed since, or the file has; verify anew")
        case .noSuchSentence: return differs(.bad, "is about a sentence that \(spec) does not have")
        case .errors(let report):
          return differs(
            .unusable, "the spec \(spec) has errors: \(report.diagnostics.first { $0.severity == .error }?.message ?? "")")
        }
      } catch { Defect.report(error.message) }
    }
  }
}

/// Why a certificate is not about a spec.
private struct Difference: Error { let finding: Finding }

/// The finding about one file.
struct Finding: Sendable {
  enum Kind: Int, Sendable { case good, open, bad, unusable }
  let kind: Kind
  let text: String

  init(_ path: String, _ kind: Kind, _ sentence: String, details: [String] = []) {
    self.kind = kind
    let mark = kind == .unusable ? "error: " : ""
    text = "\(path): \(mark)\(sentence)\n" + details.map { "  \($0)\n" }.joined()
  }

  /// The worst counts: errors before what is wrong, before what is open.
  static func exitCode(_ findings: [Finding]) -> LifecheckReports.ExitCode {
    switch findings.map(\.kind.rawValue).max().flatMap(Kind.init) {
    case .good: .allGood
    case .open: .undecided
    case .bad: .violated
    case .unusable, nil: .specHasErrors
    }
  }
}
