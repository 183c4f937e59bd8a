import ArgumentParser

/// Which platform a spec is laid out for, where there is one of it.
struct PlatformOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The version of the platform instead of that in the spec.", valueName: "version"))
  var os: Int?

  @Option(
    help: ArgumentHelp(
      "Fix a parameter or switch of the platform: grace=4s, refusals=true. Can be repeated.", valueName: "name=value"))
  var platformParam: [String] = []
}
