/// Who takes part in a run, and on what: a row of its timeline for each, in the order in which they come in.
struct Lanes {
  struct Lane: Hashable {
    let actor: String
    let executor: String?

    /// `didEnterBackground on main`; a name may have the thread in it already.
    var name: String {
      guard let executor, !actor.hasSuffix(" on \(executor)") else { return actor }
      return "\(actor) on \(executor)"
    }
  }

  private(set) var all: [Lane] = []

  init(of story: Story) {
    let told = story.steps.compactMap(Lane.init)
    for lane in told + story.spans.map(Lane.init) where !all.contains(lane) { all.append(lane) }
  }

  func index(of step: StoryStep) -> Int? { Lane(step).flatMap { all.firstIndex(of: $0) } }

  func index(of span: StorySpan) -> Int? { all.firstIndex(of: Lane(span)) }
}

extension Lanes.Lane {
  init?(_ step: StoryStep) {
    guard let actor = step.actor else { return nil }
    self.init(actor: actor, executor: step.executor)
  }

  init(_ span: StorySpan) { self.init(actor: span.actor, executor: span.executor) }
}
