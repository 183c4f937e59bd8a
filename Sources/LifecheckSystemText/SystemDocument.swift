import LifecheckDiagnostics
import LifecheckSystem

/// A timed system and what is asked about it, as a text that people and programs read: for golden files, for reports of defects, and for
/// exchange with other tools. docs/system-text.md describes the form.
///
/// Writing leaves out where things stand in a spec; in a system that was read, places are those in its text. What was written, read and
/// written again is the same text.
package struct SystemDocument: Sendable {
  /// Is there a run to a state where the goal holds?
  package struct Question: Sendable {
    package var title: String
    package var goal: Term
    /// Flags that look at the system, and that nothing but this goal looks at.
    package var watches: Set<VariableIndex>
    package init(title: String, goal: Term, watches: Set<VariableIndex> = []) {
      self.title = title
      self.goal = goal
      self.watches = watches
    }
  }
  package var system: TimedSystem
  package var questions: [Question]
  package init(system: TimedSystem, questions: [Question]) {
    self.system = system
    self.questions = questions
  }
}

/// The first words of a text of this form; the number is that of the form.
package let systemTextHeading = "system 1"
