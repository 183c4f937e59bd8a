internal import CZ3

/// Z3's own reader of SMT-LIB 2, in a fresh context: what it is told stays known from one call to the next.
package final class ScriptSession {
  private let context: Context

  package init() throws(SolverError) { context = try Context() }

  /// The output of the commands; a command that is wrong prints `(error …)`.
  package func evaluate(_ commands: String) throws(SolverError) -> String {
    guard let output = Z3_eval_smtlib2_string(context.pointer, commands) else { throw .failed("no answer was given") }
    if Z3_get_error_code(context.pointer) == Z3_MEMOUT_FAIL { throw .outOfMemory }
    return String(cString: output)
  }
}
