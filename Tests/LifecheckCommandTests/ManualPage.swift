import Foundation

/// The command's manual page, made of what its `--help` says, so that neither says more than the other.
///
/// - Source: man-pages(7) for the order of the sections, groff_man(7) for the macros.
struct ManualPage {
  private let root: HelpOfCommand
  private let version: String

  /// - Parameter help: What `lifecheck --experimental-dump-help` prints.
  init(help: Data, version: String) throws {
    root = try JSONDecoder().decode(Dump.self, from: help).command
    self.version = version
  }

  var text: String {
    let lines = head + commands + foot
    return lines.joined(separator: "\n") + "\n"
  }

  private var head: [String] {
    [
      ".\\\" Made of the command's help; record it with: RECORD=1 make test-only FILTER=ManualPage",
      ".TH LIFECHECK 1 \"\" \"lifecheck \(version)\" \"User Commands\"",
      ".SH NAME", "lifecheck \\- \(plain(sentenceStart(root.abstract)))",
      ".SH SYNOPSIS", ".B lifecheck", ".I command", ".RI [ option ...]", ".RI [ file ...]",
      ".SH DESCRIPTION",
    ] + paragraphs(root.discussion).dropFirst() + [
      ".PP", "The page",
      ".I docs/README.md", "of the sources says where to read on.",
    ]
  }

  private func sentenceStart(_ text: String?) -> String {
    let text = text ?? ""
    return text.prefix(1).lowercased() + (text.hasSuffix(".") ? text.dropFirst().dropLast() : text.dropFirst())
  }

  // MARK: Commands

  private var commands: [String] {
    [".SH COMMANDS"] + root.visibleSubcommands.flatMap { section($0, below: [root.commandName]) }
      + [".SH OPTIONS OF ALL COMMANDS"] + root.visibleArguments.flatMap(entry)
  }

  private func section(_ command: HelpOfCommand, below path: [String]) -> [String] {
    let path = path + [command.commandName]
    let shared = Set(root.visibleArguments.map(\.title))
    let arguments = command.visibleArguments.filter { !shared.contains($0.title) }
    let positional = arguments.filter { $0.kind == "positional" }.map {
      ".RI [ \($0.valueName ?? "file") \($0.isRepeating ? "...]" : "]")"
    }
    let synopsis =
      [".SS \(plain(path.joined(separator: " ")))", ".B \(plain(path.joined(separator: " ")))"]
      + (arguments.count > positional.count ? [".RI [ option ...]"] : []) + positional
    return synopsis + [".PP", plain(command.abstract ?? "")] + paragraphs(command.discussion) + arguments.flatMap(entry)
      + command.visibleSubcommands.flatMap { section($0, below: path) }
  }

  private func entry(_ argument: HelpOfArgument) -> [String] {
    var words = argument.abstract ?? ""
    let values = (argument.allValues ?? []).joined(separator: ", ")
    let remarks = [
      values.isEmpty ? nil : "values: \(values)", argument.defaultValue.map { "default: \($0)" },
    ].compactMap(\.self)
    if !remarks.isEmpty { words += " (\(remarks.joined(separator: "; ")))" }
    return [".TP", ".B \(plain(argument.title))", plain(words)]
  }

  // MARK: What is not in the help

  private var foot: [String] {
    [
      ".SH FILES", ".TP", ".I .lifecheck.yml",
      "How the specs of a project are checked; the nearest one in the folder of a spec or above it.",
      ".I docs/ci.md", "describes all keys.",
      ".SH ENVIRONMENT", ".TP", ".B NO_COLOR", "If it is set, no colors are used unless",
      ".B \\-\\-color", "asks for them.",
      ".SH EXAMPLES",
      ".EX", "lifecheck init \\-\\-platform ios", "lifecheck verify \\-\\-strict Specs/app.lc",
      "lifecheck verify \\-\\-report sarif=out.sarif \\-\\-report junit=out.xml", "lifecheck explain task\\-forgotten",
      "lifecheck verify \\-\\-shard 2/4 \\-\\-report json=shard\\-2.json", "lifecheck merge shard\\-*.json", ".EE",
    ]
  }

  // MARK: Text

  /// A table stays as it is written; the rest is set as text.
  private func paragraphs(_ text: String?) -> [String] {
    (text ?? "").components(separatedBy: "\n\n").filter { !$0.isEmpty }.flatMap { block in
      let lines = block.components(separatedBy: "\n")
      if lines.contains(where: { $0.hasPrefix("  ") }) { return [".PP", ".nf"] + lines.map(plain) + [".fi"] }
      return [".PP"] + lines.map(plain)
    }
  }

  /// With nothing in it that the formatter would take for more than a character.
  private func plain(_ text: String) -> String {
    let escaped = text.replacingOccurrences(of: "\\", with: "\\e").replacingOccurrences(of: "-", with: "\\-")
      .replacingOccurrences(of: "…", with: "...").replacingOccurrences(of: "`", with: "\\(ga")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}

// MARK: What the argument parser says of a command

private struct Dump: Decodable { let command: HelpOfCommand }

private struct HelpOfCommand: Decodable {
  let commandName: String
  let abstract: String?
  let discussion: String?
  let subcommands: [HelpOfCommand]?
  let arguments: [HelpOfArgument]?
  let shouldDisplay: Bool?

  var visibleSubcommands: [HelpOfCommand] {
    (subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
  }
  var visibleArguments: [HelpOfArgument] { (arguments ?? []).filter { $0.shouldDisplay ?? true } }
}

private struct HelpOfArgument: Decodable {
  struct Name: Decodable {
    let kind: String
    let name: String
  }
  let kind: String
  let shouldDisplay: Bool?
  let isRepeating: Bool
  let names: [Name]?
  let valueName: String?
  let abstract: String?
  let defaultValue: String?
  let allValues: [String]?

  /// `-h, --help`, `--timeout <seconds>`, `<file>...`
  var title: String {
    let value = "<\(valueName ?? "value")>"
    if kind == "positional" { return isRepeating ? value + "..." : value }
    let names = (names ?? []).map { ($0.kind == "short" ? "-" : "--") + $0.name }.joined(separator: ", ")
    return kind == "option" ? "\(names) \(value)" : names
  }
}
