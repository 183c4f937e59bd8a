/// The effect of time in a discrete state: many states share one behaviour.
struct TimeBehaviour: Hashable {
  /// It cannot pass.
  var isUrgent: Bool
  /// For each index of a zone, whether it grows.
  var running: [Bool]
  /// Clocks whose values do not matter.
  var inactive: [Int]
  /// The constraints that hold as long as time passes.
  var limits: [TermProgram.Constraint]

  /// The valuations that time can lead to from these, in zones whose union is exact.
  func delayed(_ zone: Zone) -> [Zone] {
    var entry = zone
    for clock in inactive { entry.free(clock) }
    if isUrgent || !running.contains(true) { return [entry] }
    var inside = entry
    let isInside = limits.allSatisfy { inside.constrain($0.i, $0.j, $0.bound) }
    guard isInside else { return [entry] }
    let isWhole = inside == entry
    inside.elapse(running: running)
    for limit in limits { _ = inside.constrain(limit.i, limit.j, limit.bound) }
    return isWhole ? [inside] : [entry, inside]
  }
}
