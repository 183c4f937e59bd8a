import LifecheckSystem

/// Where the steps of a run and its times stand on a timeline, in pixels.
///
/// Each step has a column of its own, however many come at one instant; where time passes there is a gap. So the axis keeps
/// the order of times and not their proportions, or a minute of waiting would leave no room for what matters.
struct TimelineAxis {
  static let column = 28
  static let gap = 56
  static let margin = 18
  /// For the words of a deadline that lies behind the end.
  static let room = 130

  let times: [RationalTime]
  let positions: [Int]
  /// Where the run is over.
  let end: Int
  let width: Int

  init(_ story: Story) {
    let times = story.steps.map(\.time)
    var positions: [Int] = []
    for (number, time) in times.enumerated() {
      let isLater = number > 0 && time != times[number - 1]
      let next = positions.last.map { $0 + TimelineAxis.column } ?? TimelineAxis.margin
      positions.append(next + (isLater ? TimelineAxis.gap : 0))
    }
    (self.times, self.positions) = (times, positions)
    end = (positions.last ?? 0) + TimelineAxis.column
    let isLate = story.spans.contains { span in !span.isOver && span.deadline.map { $0 > times[times.count - 1] } ?? false }
    width = end + (isLate ? TimelineAxis.room : TimelineAxis.margin)
  }

  /// The first step of each instant.
  var instants: [Int] { times.indices.filter { $0 == 0 || times[$0] != times[$0 - 1] } }

  /// nil: it lies behind the end of the run.
  func position(of time: RationalTime) -> Int? {
    guard let later = times.firstIndex(where: { $0 >= time }) else { return nil }
    if later == 0 || times[later] == time { return positions[later] }
    let (from, to) = (times[later - 1].approximate, times[later].approximate)
    let share = (time.approximate - from) / (to - from)
    return positions[later - 1] + Int((Double(positions[later] - positions[later - 1]) * share).rounded())
  }
}

extension RationalTime {
  fileprivate var approximate: Double { Double(numerator) / Double(denominator) }
}
