import LifecheckDiagnostics

/// Actions that an app can name, and only its platform may do: they stand for what the system does. If an app could do them, it
/// could make up a launch or a callback that never came, or keep the system itself waiting, and proofs would be about a system
/// that is not there.
enum PlatformsOwn: Problem {
  case function(String, range: SourceRange)
  case callback(String, range: SourceRange)
  case signal(String, range: SourceRange)
  case thread(String, range: SourceRange)

  var diagnostic: Diagnostic {
    switch self {
    case .function(let name, let range):
      diagnostic("`\(name)` is what the system does; an app cannot call it", range, help: "answer the callbacks that it leads to")
    case .callback(let name, let range):
      diagnostic(
        "the system calls `\(name)`; an app can only answer it", range,
        help: "move the body of its handler into a `func`, and call that from both")
    case .signal(let name, let range):
      diagnostic("`\(name)` is the platform's signal; an app cannot send it", range, help: "declare a `signal` of the app")
    case .thread(let name, let range):
      diagnostic("`\(name)` is a thread of the system; no code of an app runs there", range, help: "declare a `queue` of the app")
    }
  }

  private func diagnostic(_ text: String, _ range: SourceRange, help: String) -> Diagnostic {
    Diagnostic(.error, "platforms-own", text, at: range, help: help)
  }
}

extension Checker {
  /// Reports the problem where the code is an app's and `owner` is part of a platform.
  func keepForPlatform(_ owner: KindID, _ problem: PlatformsOwn) {
    if isPlatformCode(owner), !isPlatformCode(code.owner) { report(problem) }
  }

  /// The same for what is handed over, by whatever name: whoever gets a callback can call it, and a thread is there to be used.
  func keepForPlatform(handed value: Expression) {
    switch value.kind {
    case .callback(_, let id):
      let callback = model.callbacks[id.index]
      keepForPlatform(callback.owner, .callback(callback.name, range: value.range))
    case .executor(_, let id) where model.executors[id.index].isSystem:
      let executor = model.executors[id.index]
      keepForPlatform(executor.owner, .thread(executor.name, range: value.range))
    default: break
    }
  }
}
