internal import CZ3

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Stops the work of one solver from any thread.
///
/// An interrupt is for good: the solver answers every later question with `.unknown(.interrupted)`. Current releases of
/// Z3 may stay cancelled after an interrupt that came between two questions, so nothing else could be relied upon.
package final class InterruptHandle: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  // Both guarded by `lock`.
  private var context: Z3_context?
  private var wasInterrupted = false
  private var isAsking = false

  init(_ context: Z3_context) {
    self.context = context
    lock = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
  }
  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// May be called again, to reach a solver that had only begun with a question.
  package func interrupt() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    wasInterrupted = true
    if isAsking, let context { Z3_interrupt(context) }
  }

  /// Runs the one call that may be interrupted. In any other, Z3 4.8.12 may meet the interrupt where nothing catches it,
  /// and end the process.
  /// - Returns: nil: it was interrupted before.
  func whileAsking<Answer>(_ ask: () -> Answer) -> Answer? {
    pthread_mutex_lock(lock)
    let mayAsk = !wasInterrupted
    isAsking = mayAsk
    pthread_mutex_unlock(lock)
    guard mayAsk else { return nil }
    let answer = ask()
    pthread_mutex_lock(lock)
    isAsking = false
    pthread_mutex_unlock(lock)
    return answer
  }

  package var isInterrupted: Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return wasInterrupted
  }

  /// The context is about to be deleted.
  func close() {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    context = nil
  }
}

/// Owns a Z3 context and a reference to every AST made in it, until it goes away.
final class Context {
  let pointer: Z3_context
  let interruptHandle: InterruptHandle
  private var owned: [Z3_ast] = []
  let boolSort: Z3_sort
  let realSort: Z3_sort

  init() throws(SolverError) {
    _ = ProcessMemory.keepsFreed
    guard let configuration = Z3_mk_config() else { throw .outOfMemory }
    Z3_set_param_value(configuration, "auto_config", "false")
    let made: Z3_context? = Z3_mk_context_rc(configuration)
    Z3_del_config(configuration)
    // No context is made once the memory is used up.
    guard let made else { throw .outOfMemory }
    pointer = made
    // Without a handler Z3 would end the program at the first error; with an empty one errors are read from the context.
    Z3_set_error_handler(pointer) { _, _ in }
    interruptHandle = InterruptHandle(pointer)
    let bool: Z3_sort? = Z3_mk_bool_sort(pointer)
    let real: Z3_sort? = Z3_mk_real_sort(pointer)
    guard let bool, let real else {
      interruptHandle.close()
      Z3_del_context(pointer)
      throw .outOfMemory
    }
    (boolSort, realSort) = (bool, real)
    for sort in [boolSort, realSort] { Z3_inc_ref(pointer, Z3_sort_to_ast(pointer, sort)) }
  }

  deinit {
    interruptHandle.close()
    for ast in owned { Z3_dec_ref(pointer, ast) }
    for sort in [boolSort, realSort] { Z3_dec_ref(pointer, Z3_sort_to_ast(pointer, sort)) }
    Z3_del_context(pointer)
  }

  /// Keeps a new AST alive.
  func keep(_ ast: Z3_ast?) throws(SolverError) -> Z3_ast {
    try checkErrors()
    guard let ast else { throw .failed("no term was made") }
    Z3_inc_ref(pointer, ast)
    owned.append(ast)
    return ast
  }

  /// - Throws: The error of the last call, if it failed.
  func checkErrors() throws(SolverError) {
    switch Z3_get_error_code(pointer) {
    case Z3_OK: return
    case Z3_MEMOUT_FAIL: throw .outOfMemory
    case let code:
      let message = String(cString: Z3_get_error_msg(pointer, code))
      throw message.contains("out of memory") ? .outOfMemory : .failed(message)
    }
  }

  func symbol(_ name: String) -> Z3_symbol { Z3_mk_string_symbol(pointer, name) }

  func parameters(_ set: (Z3_params) -> Void) -> Z3_params {
    let parameters = Z3_mk_params(pointer)!
    Z3_params_inc_ref(pointer, parameters)
    set(parameters)
    return parameters
  }

  func unknown(_ reason: String) -> SolverAnswer {
    if interruptHandle.isInterrupted { return .unknown(.interrupted) }
    if reason.contains("memory") || reason.contains("memout") { return .unknown(.memory) }
    if reason.contains("resource") || reason.contains("rlimit") || reason.contains("cancel") || reason.contains("limit")
      || reason.contains("timeout")
    {
      return .unknown(.effort)
    }
    return .unknown(.gaveUp(reason))
  }
}

/// Settings of the solver library that hold for the whole program.
package enum SolverLibrary {
  /// Solver memory of all threads together.
  package static func limitMemory(megabytes: Int) {
    Z3_global_param_set("memory_max_size", String(megabytes))
  }
  package static var version: String { String(cString: Z3_get_full_version()) }
}

extension Duration {
  /// As the solver takes it: at least 1, since 0 is no limit for it.
  var solverMilliseconds: UInt32 {
    let (seconds, attoseconds) = components
    return max(1, UInt32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
  }
}
