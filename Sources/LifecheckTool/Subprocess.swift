#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// Runs another program, and waits for it.
enum Subprocess {
  enum Failure: Error {
    /// Why, in the system's words.
    case notStarted(String)
    /// It has ended with another code than 0. What it wrote to standard error.
    case failed(String)
  }

  /// Runs a program, and gives its standard output. The program is looked for along `PATH`, and reads nothing.
  static func output(of command: [String]) -> Result<String, Failure> {
    var (output, errors): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&output) == 0, pipe(&errors) == 0 else { return .failure(.notStarted(System.lastError)) }
    let started = start(command, output: output, errors: errors)
    close(output[1])
    close(errors[1])
    defer {
      close(output[0])
      close(errors[0])
    }
    let process: pid_t
    switch started {
    case .success(let number): process = number
    case .failure(let problem): return .failure(problem)
    }
    // The program's message in case of failure fits into a pipe.
    let text = Files.readPipe(output[0])
    let said = Files.readPipe(errors[0])
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // It has ended by itself, with code 0.
    return status == 0 ? .success(text) : .failure(.failed(said))
  }

  private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    #if canImport(Darwin)
      _NSGetEnviron().pointee
    #else
      environ
    #endif
  }

  private static func start(_ command: [String], output: [Int32], errors: [Int32]) -> Result<pid_t, Failure> {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    posix_spawn_file_actions_adddup2(&actions, errors[1], 2)
    for descriptor in output + errors { posix_spawn_file_actions_addclose(&actions, descriptor) }
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    let problem = posix_spawnp(&process, command[0], &actions, nil, &arguments, environment)
    guard problem == 0 else {
      errno = problem
      return .failure(.notStarted(System.lastError))
    }
    return .success(process)
  }
}
