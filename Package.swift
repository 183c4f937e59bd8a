// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "lifecheck",
  platforms: [.macOS(.v13)],
  products: [
    .library(name: "Lifecheck", targets: ["Lifecheck"]),
    .executable(name: "lifecheck", targets: ["LifecheckTool"]),
    // The same once more: a plugin finds a program of its own package only by the name of its target.
    .executable(name: "LifecheckTool", targets: ["LifecheckTool"]),
    .plugin(name: "LifecheckCommand", targets: ["LifecheckCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
  ],
  targets: [
    // MARK: What everything else speaks in
    .target(name: "LifecheckDiagnostics"),

    // MARK: Front end: text to checked model
    .target(name: "LifecheckLanguage", dependencies: ["LifecheckDiagnostics"]),

    .target(name: "LifecheckFormatting", dependencies: ["LifecheckDiagnostics", "LifecheckLanguage"]),

    // MARK: Timed systems: the definition, formulas about it, their writer, and those who read without the writer
    .target(name: "LifecheckSystem", dependencies: ["LifecheckDiagnostics"]),
    .target(name: "LifecheckFormulas", dependencies: ["LifecheckSystem"]),
    .target(name: "LifecheckEncoding", dependencies: ["LifecheckSystem", "LifecheckFormulas"]),
    .target(name: "LifecheckChecking", dependencies: ["LifecheckDiagnostics", "LifecheckSystem", "LifecheckFormulas"]),
    .target(name: "LifecheckPromela", dependencies: ["LifecheckDiagnostics", "LifecheckSystem"]),

    .target(name: "LifecheckSystemText", dependencies: ["LifecheckDiagnostics", "LifecheckSystem"]),

    // MARK: Checked model to timed system
    .target(
      name: "LifecheckLowering",
      dependencies: ["LifecheckDiagnostics", "LifecheckLanguage", "LifecheckSystem"]),

    // MARK: The solver, and all that knows it
    .systemLibrary(
      name: "CZ3", pkgConfig: "z3", providers: [.apt(["libz3-dev"]), .brew(["z3"])]),
    .target(
      name: "LifecheckSolver",
      dependencies: ["LifecheckSystem", "LifecheckFormulas", "CZ3", .product(name: "BigInt", package: "BigInt")]),

    // MARK: Threads, and how long the processor works for them
    .target(name: "LifecheckThreads"),

    .target(
      name: "LifecheckEngines",
      dependencies: [
        "LifecheckSystem", "LifecheckFormulas", "LifecheckEncoding", "LifecheckChecking", "LifecheckSolver", "LifecheckThreads",
      ]),

    // MARK: What the user reads
    .target(name: "LifecheckReports", dependencies: ["LifecheckDiagnostics", "LifecheckSystem", "LifecheckChecking"]),

    // MARK: What a project has agreed on
    .target(
      name: "LifecheckConfiguration",
      dependencies: ["LifecheckDiagnostics", "LifecheckReports", .product(name: "Yams", package: "Yams")]),

    // MARK: Evidence that others can check
    .target(
      name: "LifecheckEvidence",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckSystem", "LifecheckFormulas", "LifecheckEncoding", "LifecheckChecking",
        "LifecheckSolver", "LifecheckEngines", "LifecheckReports",
      ]),

    // MARK: What ships as data, compiled into the binary
    .target(name: "LifecheckPlatforms", plugins: ["EmbedPlatforms"]),
    .plugin(name: "EmbedPlatforms", capability: .buildTool(), dependencies: ["EmbedFiles"]),
    .executableTarget(name: "EmbedFiles"),

    // MARK: From text to report, the library for others, and the command
    .target(
      name: "LifecheckDriver",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckLanguage", "LifecheckSystem", "LifecheckLowering", "LifecheckChecking",
        "LifecheckPromela", "LifecheckSolver", "LifecheckEngines", "LifecheckReports", "LifecheckEvidence",
        "LifecheckPlatforms", "LifecheckSystemText", "LifecheckThreads",
      ]),
    .target(
      name: "Lifecheck",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckDriver", "LifecheckEngines", "LifecheckFormatting", "LifecheckLanguage",
        "LifecheckPlatforms", "LifecheckReports", "LifecheckSystem", "LifecheckThreads",
      ]),
    .executableTarget(
      name: "LifecheckTool",
      dependencies: [
        "Lifecheck", "LifecheckDriver", "LifecheckLanguage", "LifecheckEngines", "LifecheckReports", "LifecheckEvidence",
        "LifecheckDiagnostics", "LifecheckFormatting", "LifecheckSystem", "LifecheckSystemText",
        "LifecheckPlatforms", "LifecheckSolver", "LifecheckConfiguration", "LifecheckThreads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    .plugin(
      name: "LifecheckCommand",
      capability: .command(intent: .custom(verb: "lifecheck", description: "Check life-cycle specs.")),
      dependencies: ["LifecheckTool"]),

    // MARK: Tests, and what they share
    .target(
      name: "LifecheckTestSupport",
      dependencies: [
        "LifecheckChecking", "LifecheckDiagnostics", "LifecheckSystem", "LifecheckSystemText", "LifecheckReports",
      ]),
    .target(name: "LifecheckReference", dependencies: ["LifecheckDiagnostics", "LifecheckLanguage"]),
    .target(
      name: "LifecheckFuzzing",
      dependencies: [
        "LifecheckChecking", "LifecheckDiagnostics", "LifecheckLanguage", "LifecheckLowering", "LifecheckDriver",
        "LifecheckEngines", "LifecheckPlatforms", "LifecheckReference", "LifecheckReports", "LifecheckSystem",
        "LifecheckTestSupport",
      ]),
    .testTarget(
      name: "LifecheckLanguageTests",
      dependencies: ["LifecheckDiagnostics", "LifecheckLanguage", "LifecheckPlatforms", "LifecheckTestSupport"]),
    .testTarget(
      name: "LifecheckFormattingTests",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckFormatting", "LifecheckFuzzing", "LifecheckLanguage", "LifecheckTestSupport",
      ]),
    .testTarget(
      name: "LifecheckSystemTests",
      dependencies: ["LifecheckChecking", "LifecheckDiagnostics", "LifecheckSystem", "LifecheckTestSupport"]),
    .testTarget(
      name: "LifecheckSystemTextTests",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckDriver", "LifecheckEngines", "LifecheckSystem", "LifecheckSystemText",
        "LifecheckTestSupport",
      ]),
    .testTarget(
      name: "LifecheckLoweringTests",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckLanguage", "LifecheckLowering", "LifecheckSystem", "LifecheckSystemText",
        "LifecheckTestSupport",
      ]),
    .testTarget(
      name: "LifecheckReportsTests",
      dependencies: [
        "LifecheckChecking", "LifecheckDiagnostics", "LifecheckLanguage", "LifecheckSystem", "LifecheckReports",
        "LifecheckTestSupport",
      ]),
    .testTarget(
      name: "LifecheckConfigurationTests",
      dependencies: ["LifecheckConfiguration", "LifecheckDiagnostics", "LifecheckReports"]),
    .testTarget(
      name: "LifecheckDifferentialTests",
      dependencies: [
        "LifecheckChecking", "LifecheckEncoding", "LifecheckEngines", "LifecheckFormulas", "LifecheckFuzzing",
        "LifecheckPromela", "LifecheckReference", "LifecheckSystem", "LifecheckTestSupport",
      ]),
    .testTarget(
      name: "LifecheckEnginesTests",
      dependencies: [
        "LifecheckChecking", "LifecheckEncoding", "LifecheckEngines", "LifecheckFormulas", "LifecheckSolver",
        "LifecheckTestSupport", "LifecheckThreads",
      ]),
    .testTarget(
      name: "LifecheckEvidenceTests",
      dependencies: [
        "LifecheckChecking", "LifecheckEncoding", "LifecheckEvidence", "LifecheckEngines", "LifecheckReports", "LifecheckSystem",
        "LifecheckTestSupport",
      ]),
    .testTarget(
      name: "LifecheckVerdictTests",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckLanguage", "LifecheckDriver", "LifecheckEngines", "LifecheckEvidence",
        "LifecheckPlatforms", "LifecheckLowering", "LifecheckReports", "LifecheckSystemText", "LifecheckTestSupport",
        "LifecheckThreads",
      ]),
    .testTarget(name: "LifecheckLibraryTests", dependencies: ["Lifecheck"]),
    .testTarget(
      name: "LifecheckCommandTests",
      dependencies: ["LifecheckTool", "LifecheckEngines", "LifecheckPlatforms", "LifecheckTestSupport"]),

    // MARK: Measuring
    .executableTarget(
      name: "EngineBenchmark",
      dependencies: [
        "LifecheckEncoding", "LifecheckEngines", "LifecheckFormulas", "LifecheckSolver", "LifecheckTestSupport",
      ],
      path: "Benchmarks/EngineBenchmark"),
    .executableTarget(
      name: "SpecTables",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckLanguage", "LifecheckDriver", "LifecheckEngines", "LifecheckPlatforms",
        "LifecheckReports", "LifecheckTestSupport", "LifecheckThreads",
      ],
      path: "Benchmarks/SpecTables"),
    .executableTarget(
      name: "Fuzz", dependencies: ["LifecheckEngines", "LifecheckFuzzing", "LifecheckThreads"], path: "Benchmarks/Fuzz"),
    .executableTarget(
      name: "PlatformMutants",
      dependencies: [
        "LifecheckDiagnostics", "LifecheckLanguage", "LifecheckLowering", "LifecheckDriver", "LifecheckEngines",
        "LifecheckPlatforms", "LifecheckReports", "LifecheckSystem", "LifecheckTestSupport", "LifecheckThreads",
      ],
      path: "Benchmarks/PlatformMutants"),
  ],
  swiftLanguageModes: [.v6]
)
