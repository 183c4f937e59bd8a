import LifecheckLanguage

/// The state of a sentence: all that it has seen so far.
struct Track: Hashable, Sendable {
  /// Something is owed, or counted: `after E` has begun, `per F` has begun, `E before` has been.
  var isOpen = false
  /// How often `E` has been in this `per F`.
  var count = 0
  /// Milliseconds until more than the limit has passed.
  var left: Int?
  /// It was broken, or reached; there is nothing more to see.
  var isDecided = false
  /// All that it is about has happened.
  var wasTriggered = false
  /// Of a sentence that follows calls to their ends: what it has seen of each, by the activation that is in the middle of it;
  /// negative where that has left it without an end.
  var ofCalls: [Int: Track] = [:]

  /// It follows an occurrence, and what comes may still break the sentence.
  var isDue: Bool { isOpen || left != nil || !ofCalls.isEmpty }

  /// The times that are left, each until more than a limit has passed.
  var limits: [Int] { [left].compactMap { $0 } + ofCalls.values.flatMap(\.limits) }

  /// The same after some milliseconds.
  func later(by time: Int) -> Track {
    var track = self
    track.left = left.map { max($0 - time, -1) }
    track.ofCalls = ofCalls.mapValues { $0.later(by: time) }
    return track
  }
}

/// A sentence about one thing, looked at step by step.
struct Watch {
  /// nil: the built-in rule that values stay in their ranges.
  let property: Property?
  let environment: Environment
  let evaluation: Evaluation
  /// The one that the sentence is asked of: what was seen is forgotten when `new` takes it again.
  var thing: Int?

  /// The track before the first step.
  func beginning(_ state: State) throws -> Track {
    try seen(Track(), before: nil, Moment(state: state))
  }

  /// The track after one more step.
  func seen(_ track: Track, before: State?, _ moment: Moment) throws -> Track {
    if track.isDecided { return track }
    var track = track
    let step = Step(watch: self, before: before, moment: moment)
    guard let property else {
      track.isDecided = moment.happened.contains { $0.kind == .outOfRange }
      return track
    }
    if property.sentence.followsCall { return try seenOfCalls(track, step, property) }
    return try seen(track, step, property)
  }

  func seen(_ track: Track, _ step: Step, _ property: Property) throws -> Track {
    var track = track
    let moment = step.moment
    switch property.sentence {
    case .always(let fact): track.isDecided = try !holds(fact, moment.state)
    case .neverFact(let fact), .possibleFact(let fact): track.isDecided = try holds(fact, moment.state)
    case .neverHappening(let happening), .possibleHappening(let happening):
      track.isDecided = try step.groups([happening]).contains { $0.contains(0) }
    case .neverFor(let fact, let limit):
      track.left = try holds(fact, moment.state) ? track.left ?? duration(limit, moment.state) : nil
      track.isDecided = track.left.map { $0 < 0 } ?? false
    case .before(let fact, let happening):
      for state in try step.states(of: happening) {
        track.wasTriggered = true
        if try !holds(fact, state) { track.isDecided = true }
      }
    case .onlyAfter(let later, let earlier): for group in try step.groups([later, earlier]) { onlyAfter(&track, group) }
    case .afterWithin(let trigger, let answer, let limit, let exception):
      try afterWithin(&track, step, trigger, answer, duration(limit, moment.state), exception)
    case .afterBefore(let trigger, let answer, let end):
      for group in try step.groups([trigger, answer, end]) { afterBefore(&track, group, orDies: property.orDies) }
    case .afterNeverUntil(let trigger, let never, let end):
      for group in try step.groups([trigger, never, end]) { afterNever(&track, group) }
    case .exactlyOnce(let counted, let per, let limit):
      try exactlyOnce(&track, step, counted, per, limit.map { try duration($0, moment.state) })
    case .atMostOnce(let counted, let per): for group in try step.groups([counted, per]) { atMostOnce(&track, group) }
    }
    if track.isDecided { track.left = nil }
    if !track.isOpen { track.count = 0 }
    return track
  }

  /// `later` only after `earlier`.
  private func onlyAfter(_ track: inout Track, _ group: Step.Group) {
    if group.contains(0) {
      track.wasTriggered = true
      if !track.isOpen, group.isSame || !group.contains(1) { track.isDecided = true }
    }
    if group.contains(1) { track.isOpen = true }
  }

  /// After `trigger`, `answer` before `end`.
  private func afterBefore(_ track: inout Track, _ group: Step.Group, orDies: Bool) {
    if group.contains(1) { track.isOpen = false }
    if group.contains(2), track.isOpen { track.isDecided = true }
    if group.isDeath {
      if track.isOpen, !orDies { track.isDecided = true }
      track.isOpen = false
    }
    if group.contains(0) {
      track.wasTriggered = true
      track.isOpen = group.isSame || !group.contains(1)
    }
  }

  /// After `trigger`, never the second until `end`.
  private func afterNever(_ track: inout Track, _ group: Step.Group) {
    if track.isOpen, group.contains(1), !group.contains(2) { track.isDecided = true }
    if group.contains(2) || group.isDeath { track.isOpen = false }
    if group.contains(0) { track.isOpen = group.isSame || !group.contains(2) }
  }

  /// `counted` at most once per the second.
  private func atMostOnce(_ track: inout Track, _ group: Step.Group) {
    let isBoth = group.contains(0) && group.contains(1) && !group.isSame
    if group.contains(0), track.isOpen, !isBoth {
      track.wasTriggered = true
      track.count += 1
      if track.count > 1 { track.isDecided = true }
    }
    if group.isDeath { track.isOpen = false }
    if group.contains(1) {
      track.isOpen = true
      track.count = 0
    }
  }

  private func afterWithin(
    _ track: inout Track, _ step: Step, _ trigger: Happening, _ answer: Happening, _ limit: Int, _ exception: Fact?
  ) throws {
    if let left = track.left, left < 0 {
      // The limit has just passed; what is true at that moment excuses.
      if try exception.map({ try holds($0, step.moment.state) }) == true { track.left = nil } else { track.isDecided = true }
    }
    for group in try step.groups([trigger, answer]) {
      if group.contains(1) || group.isDeath { track.left = nil }
      if group.contains(0) {
        track.wasTriggered = true
        if group.isSame || !group.contains(1) { track.left = track.left ?? limit }
      }
    }
    guard let exception, let before = step.before else { return }
    if try holds(exception, step.moment.state), try !holds(exception, before) { track.left = nil }
  }

  private func exactlyOnce(
    _ track: inout Track, _ step: Step, _ counted: Happening, _ per: Happening, _ limit: Int?
  ) throws {
    if let left = track.left, left < 0 { track.isDecided = true }
    for group in try step.groups([counted, per]) {
      let isBoth = group.contains(0) && group.contains(1) && !group.isSame
      if group.contains(0), track.isOpen, !isBoth {
        track.count += 1
        track.left = nil
        if track.count > 1 { track.isDecided = true }
      }
      if group.isDeath {
        if track.isOpen, track.count == 0, property?.orDies == false { track.isDecided = true }
        track.isOpen = false
        track.left = nil
      }
      if group.contains(1) {
        track.wasTriggered = true
        if track.isOpen, track.count == 0, !isBoth { track.isDecided = true }
        track.isOpen = true
        track.count = isBoth ? 1 : 0
        track.left = isBoth ? nil : limit
      }
    }
  }

  func holds(_ fact: Fact, _ state: State) throws -> Bool { try evaluation.isTrue(fact, environment, state) }

  private func duration(_ limit: Expression, _ state: State) throws -> Int {
    var (environment, moment) = (environment, Moment(state: state))
    return try evaluation.value(limit, &environment, &moment).number
  }
}

/// One step, as a sentence sees it.
struct Step {
  let watch: Watch
  let before: State?
  let moment: Moment
  /// The one call that is followed; nil: all that happens counts.
  var call: FollowedCall?

  /// Happenings of which none is the first, by their places in a list.
  struct Group {
    var members: Set<Int>
    var isDeath = false
    /// All are the same occurrence, which does not answer itself.
    var isSame = false
    func contains(_ place: Int) -> Bool { members.contains(place) }
  }

  /// Groups the happenings of the step: those that come one after the other, then all that have become true at its end.
  func groups(_ happenings: [Happening]) throws -> [Group] {
    guard before != nil else { return [] }
    var groups: [Group] = []
    for occurrence in moment.happened {
      var group = Group(members: [], isSame: true)
      for (place, happening) in happenings.enumerated() where try matches(happening, occurrence) {
        if call?.excludes(occurrence, isFirst: place == 0) != true { group.members.insert(place) }
      }
      if case .dies = occurrence.kind { group.isDeath = true }
      if !group.members.isEmpty || group.isDeath { groups.append(group) }
    }
    var last = Group(members: [])
    var facts: Set<String> = []
    for (place, happening) in happenings.enumerated() where try becomesTrue(happening) {
      last.members.insert(place)
      facts.insert("\(happening.kind.fact.map { String(describing: withoutPlaces($0)) } ?? "")")
    }
    last.isSame = facts.count == 1
    return last.members.isEmpty ? groups : groups + [last]
  }

  /// The moments at which it happens.
  func states(of happening: Happening) throws -> [State] {
    guard before != nil else { return [] }
    return try moment.happened.filter { try matches(happening, $0) }.map(\.state)
      + (becomesTrue(happening) ? [moment.state] : [])
  }

  private func becomesTrue(_ happening: Happening) throws -> Bool {
    guard case .becomes(let fact) = happening.kind, let before else { return false }
    // Of a thing that was made in the step, what was so before may have been so of another one in its place.
    let first = watch.thing.flatMap { moment.first[$0] } ?? before
    return try watch.holds(fact, moment.state) && !watch.holds(fact, first) && isMet(happening.condition, moment.state)
  }

  private func isMet(_ condition: Fact?, _ state: State) throws -> Bool {
    try condition.map { try watch.holds($0, state) } ?? true
  }

  func matches(_ happening: Happening, _ occurrence: Occurrence) throws -> Bool {
    try isOf(happening.kind, occurrence) && isMet(happening.condition, occurrence.state)
  }

  private func isOf(_ kind: Happening.Kind, _ occurrence: Occurrence) throws -> Bool {
    switch (kind, occurrence.kind) {
    case (.calls(let target, let id), .calls(let other, let thing)): try id == other && isThing(target, thing)
    case (.returns(let target, let id), .returns(let other, let thing)): try id == other && isThing(target, thing)
    case (.fails(let target, let id), .fails(let other, let thing)): try id == other && isThing(target, thing)
    case (.callback(let target, let id), .callback(let other, let thing)): try id == other && isThing(target, thing)
    case (.callbackReturns(let target, let id), .callbackReturns(let other, let thing)):
      try id == other && isThing(target, thing)
    case (.event(let target, let id), .event(let other, let thing)): try id == other && isThing(target, thing)
    case (.signal(let target, let id), .signal(let other, let thing)): try id == other && isThing(target, thing)
    case (.dies(let reasons), .dies(let reason)): reasons.isEmpty || reasons.contains(reason)
    default: false
    }
  }

  private func isThing(_ target: Expression, _ thing: Int) throws -> Bool {
    if case .none = target.kind { return true }
    var (environment, moment) = (watch.environment, moment)
    return try watch.evaluation.thing(target, &environment, &moment) == thing
  }
}

extension Happening.Kind {
  fileprivate var fact: Fact? {
    if case .becomes(let fact) = self { return fact }
    return nil
  }
}

/// The same text for facts that differ only in where they are written.
private func withoutPlaces(_ fact: Fact) -> String {
  switch fact.kind {
  case .not(let inner): "not(\(withoutPlaces(inner)))"
  case .binary(let sign, let a, let b): "(\(withoutPlaces(a)) \(sign.rawValue) \(withoutPlaces(b)))"
  case .variable(let base, let variable): "\(withoutPlaces(base)).\(variable.index)"
  default: "\(fact.kind)"
  }
}
