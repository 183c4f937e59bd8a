/// The body of an edge, ready to be executed.
///
/// In memory that nobody counts references to, like terms; the edge that it belongs to deallocates it.
struct EdgeCode {
  enum Action {
    case assume(TermProgram.Index)
    /// The choice is what the term is, less the offset: it needs no guessing.
    case bind(choice: Int, offset: Int, TermProgram.Index)
    case assign(slot: Int, TermProgram.Index, condition: TermProgram.Index)
    case move(slot: Int, UInt16, condition: TermProgram.Index)
    case reset(clock: Int, condition: TermProgram.Index)
  }
  /// Where a state has the place that the edge changes.
  let slot: Int
  let target: UInt16
  /// The number of values of each choice.
  let choices: UnsafeBufferPointer<Int>
  /// Each conjunct of an assumption is an action of its own.
  let actions: UnsafeBufferPointer<Action>
  /// For each choice, the last action that asks for it.
  let lastUses: UnsafeBufferPointer<Int>

  func deallocate() {
    actions.deallocate()
    lastUses.deallocate()
    choices.deallocate()
  }
}
