import ArgumentParser

/// The services that `lifecheck init` writes a file for.
enum CIService: String, CaseIterable, ExpressibleByArgument {
  case github, gitlab, none

  /// The workflow's text, and the path that it is written to; nil: nothing is written.
  var workflow: (path: String, text: String)? {
    switch self {
    case .github: (".github/workflows/lifecycle.yml", Self.githubWorkflow)
    case .gitlab: (".gitlab-ci.yml", Self.gitlabPipeline)
    case .none: nil
    }
  }

  private static let githubWorkflow = """
    name: life cycle
    on: [push, pull_request]
    jobs:
      verify:
        runs-on: macos-latest
        steps:
          - uses: actions/checkout@v5
          - uses: actions/checkout@v5
            with:
              repository: OWNER/lifecheck     # where your copy is
              path: lifecheck
          - run: make -C lifecheck install PREFIX="$HOME/.local"
          - run: '"$HOME/.local/bin/lifecheck" doctor'
          - run: '"$HOME/.local/bin/lifecheck" verify --report github=annotations.txt --report markdown="$GITHUB_STEP_SUMMARY"'
          - if: always()
            run: test ! -f annotations.txt || cat annotations.txt

    """

  private static let gitlabPipeline = """
    life cycle:
      image: swift:6.1
      before_script:
        - apt-get update && apt-get install -y make libz3-dev
        - git clone --depth 1 "https://gitlab.com/OWNER/lifecheck.git" /tmp/lifecheck     # where your copy is
        - make -C /tmp/lifecheck install PREFIX="$HOME/.local"
      script:
        - '"$HOME/.local/bin/lifecheck" verify --report junit=lifecheck.xml'
      artifacts:
        when: always
        reports:
          junit: lifecheck.xml

    """
}
