import ArgumentParser

/// The completions for bash, where `sarif=` is completed without a space behind it: the file follows at once. The script of the argument
/// parser takes it for the name of a file, and escapes the `=` as well.
enum BashCompletion {
  /// - Returns: nil: the arguments ask for something else.
  static func script(for arguments: [String]) -> String? {
    let option = "--generate-completion-script"
    guard arguments == [option, "bash"] || arguments == ["\(option)=bash"] else { return nil }
    return RootCommand.completionScript(for: .bash) + "\n" + addition
  }

  private static let addition = """
    _lifecheck_before_files() {
        _lifecheck "$@"
        [[ ${COMPREPLY[0]} == *= ]] && compopt +o filenames -o nospace
        return 0
    }

    complete -o filenames -F _lifecheck_before_files lifecheck

    """
}
