import ArgumentParser
import LifecheckConfiguration
import LifecheckDriver
import LifecheckEvidence
import LifecheckLanguage
import LifecheckPlatforms
import LifecheckReports

/// `lifecheck merge REPORT.json…`
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the reports of `verify --shard` together, as one report.",
    discussion: """
      What is reported is what `verify` reports that checks all by itself, in all forms and with the same exit codes. Give \
      it the same options, or the same configuration, and run it where the specs are. It merges nothing if a shard is \
      missing, is there twice, or was about something else.

      EXAMPLES:
        lifecheck verify --shard 1/2 --report json=1.json    on one machine
        lifecheck verify --shard 2/2 --report json=2.json    on another one
        lifecheck merge 1.json 2.json                        when both are done

      EXIT CODES:
        0   all good: everything holds, and everything `possible` was reached
        1   something is violated, unreachable or vacuous, or what --only asks for concerns no spec
        2   something is undecided within the limits, and nothing is violated
        3   the reports are not those of one whole check, or a spec has errors
        64  wrong usage
        74  the report cannot be written
      """)

  @Argument(
    help: ArgumentHelp("The JSON reports of all shards of one check, in any order.", valueName: "report"),
    completion: .file(extensions: ["json"]))
  var files: [String] = []

  @OptionGroup var telling: TellingOptions

  @OptionGroup var counting: CountingOptions

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("There is nothing to merge: name the JSON reports of all shards.") }
  }

  func run() throws {
    Interruption.endTheCommand()
    let shards = try read()
    let specs = shards[0].head.specs.map(\.path)
    let agreement = Agreement(options: counting, configuration: try configuration(of: specs))
    let policy = try agreement.policy(for: specs)
    let set = ShardSet(shards.map { ($0.file, $0.head) })
    try refuse(set.problems(version: RootCommand.version, counting: policy.words))
    let reports = try merged(shards)
    let runs = agreement.runs(telling.runs)
    let files = try agreement.reports(telling.reportFiles, besides: files)
    for problem in runs.compactMap({ $0.prepare() }) {
      System.writeToStandardError("lifecheck: error: \(problem)\n")
      throw ArgumentParser.ExitCode(.notWritten)
    }
    var outlet = Outlet(format: telling.outletFormat(tellsTime: false))
    (outlet.files, outlet.runs, outlet.policy) = (files, runs, policy)
    (outlet.newBaseline, outlet.replaced) = (counting.writeBaseline, try agreement.replaced(for: specs))
    for report in reports { outlet.tell(report) }
    outlet.finish()
    System.end(outlet.exitCode)
  }

  /// - Throws: If there is one problem at least, all of which have then been said.
  private func refuse(_ problems: [String]) throws {
    if problems.isEmpty { return }
    for problem in problems { System.writeToStandardError("lifecheck: error: \(problem)\n") }
    System.writeToStandardError("lifecheck: nothing was merged, and nothing is known to be good\n")
    throw ArgumentParser.ExitCode(.specHasErrors)
  }

  private func configuration(of specs: [String]) throws -> ProjectConfiguration? {
    do throws(ProjectConfiguration.Problem) {
      return counting.noConfig ? nil : try .find(named: counting.config, above: specs)
    } catch {
      System.writeToStandardError(error.text)
      throw ArgumentParser.ExitCode(error.code)
    }
  }

  // MARK: Reading

  private typealias Shard = (file: String, head: ShardHead, text: [UInt8])

  private static let largestReport = 1 << 28

  /// The heads alone: what else they say counts only if they are the parts of one check.
  private func read() throws -> [Shard] {
    var (shards, problems): ([Shard], [String]) = ([], [])
    for file in files {
      switch Files.read(file, atMost: Self.largestReport) {
      case .failure(let problem): problems.append("\(file): \(problem.message)")
      case .success(let text):
        do throws(RecordingProblem) { shards.append((file, try shardHead(of: text), text)) } catch {
          problems.append("\(file): \(error.message); what is needed is the whole report of a shard")
        }
      }
    }
    try refuse(problems)
    return shards
  }

  private func merged(_ shards: [Shard]) throws -> [CheckReport] {
    var reports: [ShardReport] = []
    var problems: [String] = []
    for shard in shards.sorted(by: { $0.head.number < $1.head.number }) {
      let texts = CheckedTexts(platformParameters: shard.head.checking)
      var gone: String?
      do throws(RecordingProblem) {
        reports.append(
          try shardReport(in: shard.text) { path, isShipped, digest throws(RecordingProblem) in
            do throws(RecordingProblem) { return try texts.text(path, isShipped, digest) } catch {
              gone = error.message
              throw error
            }
          })
      } catch {
        // The same file is gone for all of them.
        let problem = gone ?? "\(shard.file): \(error.message)"
        if !problems.contains(problem) { problems.append(problem) }
      }
    }
    try refuse(problems)
    do throws(MergeProblem) { return try LifecheckDriver.merged(reports) } catch { try refuse([error.message]) }
    return []
  }
}

/// The files that a report speaks of, as they were when they were checked.
private struct CheckedTexts {
  /// As on the command line.
  let platformParameters: [String]

  func text(_ path: String, _ isShipped: Bool, _ name: String) throws(RecordingProblem) -> [UInt8] {
    // Of what could not be read, there is nothing to show.
    if name == digest(of: []) { return [] }
    let text = try present(path, isShipped, name)
    if digest(of: text) == name { return text }
    throw RecordingProblem(
      message: "\(path) has changed since it was checked: check all shards again, or merge where it is as it was")
  }

  private func present(_ path: String, _ isShipped: Bool, _ name: String) throws(RecordingProblem) -> [UInt8] {
    if isShipped, let text = shippedText(path) { return text }
    if path == platformParameterOption {
      let values = platformParameters.filter { $0.hasPrefix(path) }.map { Array($0.utf8.dropFirst(path.utf8.count + 1)) }
      if let value = values.first(where: { digest(of: $0) == name }) { return value }
    }
    if let text = shippedText("library/" + path), digest(of: text) == name { return text }
    switch Files.read(path) {
    case .success(let text): return text
    case .failure(let problem):
      throw RecordingProblem(
        message: "\(path): \(problem.message): merge in a folder with the files that the shards were about")
    }
  }
}
