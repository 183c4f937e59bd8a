import LifecheckLanguage

// A sentence that begins with a call, and speaks of its return or failure, is about that very call. So each call has a track of
// its own, which sees no other call and no other call's end.

/// The call of this activation, which begins in this step or has begun before.
struct FollowedCall {
  let activation: Int
  let begins: Bool

  /// Whether the occurrence is of another call.
  func excludes(_ occurrence: Occurrence, isFirst: Bool) -> Bool {
    if isFirst { return !begins || occurrence.activation != activation }
    switch occurrence.kind {
    case .returns, .fails, .callbackReturns: return occurrence.activation != activation
    default: return false
    }
  }
}

extension Watch {
  func seenOfCalls(_ track: Track, _ step: Step, _ property: Property) throws -> Track {
    var track = track
    for (activation, known) in track.ofCalls {
      var step = step
      step.call = FollowedCall(activation: activation, begins: false)
      track.ofCalls[activation] = try seen(known, step, property)
    }
    for activation in try step.callers(of: property.sentence) {
      if let left = track.ofCalls[activation] { track.ofCalls[(track.ofCalls.keys.min() ?? 0) - 1] = left }
      var step = step
      step.call = FollowedCall(activation: activation, begins: true)
      track.ofCalls[activation] = try seen(Track(), step, property)
    }
    track.isDecided = track.ofCalls.values.contains(where: \.isDecided)
    track.wasTriggered = track.wasTriggered || track.ofCalls.values.contains(where: \.wasTriggered)
    track.ofCalls = track.ofCalls.filter(\.value.isDue)
    if track.isDecided { track.ofCalls = [:] }
    return track
  }
}

extension Step {
  /// The activations that make the calls that the sentence begins with, in this step.
  fileprivate func callers(of sentence: Sentence) throws -> [Int] {
    guard before != nil, let first = sentence.afterParts?.first else { return [] }
    var callers: [Int] = []
    for occurrence in moment.happened where try matches(first, occurrence) {
      if let caller = occurrence.activation, !callers.contains(caller) { callers.append(caller) }
    }
    return callers
  }
}

extension Sentence {
  /// The happenings of a sentence that begins with `after`, in order.
  fileprivate var afterParts: [Happening]? {
    switch self {
    case .afterWithin(let first, let second, _, _): [first, second]
    case .afterBefore(let first, let second, let third), .afterNeverUntil(let first, let second, let third):
      [first, second, third]
    default: nil
    }
  }

  /// Whether it speaks of the end of the call that it begins with.
  var followsCall: Bool {
    guard let parts = afterParts else { return false }
    return parts.dropFirst().contains { end in
      switch (parts[0].kind, end.kind) {
      case (.calls(_, let call), .returns(_, let id)), (.calls(_, let call), .fails(_, let id)): call == id
      case (.callback(_, let call), .callbackReturns(_, let id)): call == id
      default: false
      }
    }
  }
}
