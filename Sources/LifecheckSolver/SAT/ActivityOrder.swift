/// Variables that may be decided, the most active first: a binary heap.
/// - Source: M. Moskewicz and others, "Chaff: Engineering an Efficient SAT Solver", DAC 2001, for activities that decay.
struct ActivityOrder {
  private(set) var activities = Buffer<Double>()
  private var heap = Buffer<Int32>()
  /// Where each variable is in the heap; −1: nowhere.
  private var places = Buffer<Int32>()
  private var increment = 1.0

  private static let decay = 1 / 0.95
  private static let largest = 1e100

  func deallocate() {
    activities.deallocate()
    heap.deallocate()
    places.deallocate()
  }

  mutating func addVariable() {
    activities.append(0)
    places.append(-1)
  }

  mutating func insert(_ variable: Int32) {
    if places[Int(variable)] >= 0 { return }
    heap.append(variable)
    places[Int(variable)] = Int32(heap.count - 1)
    rise(heap.count - 1)
  }

  mutating func removeFirst() -> Int32? {
    if heap.count == 0 { return nil }
    let first = heap[0]
    let last = heap.removeLast()
    places[Int(first)] = -1
    if heap.count > 0 {
      heap[0] = last
      places[Int(last)] = 0
      sink(0)
    }
    return first
  }

  mutating func bump(_ variable: Int) {
    activities[variable] += increment
    if activities[variable] > Self.largest { rescale() }
    if places[variable] >= 0 { rise(Int(places[variable])) }
  }

  mutating func decay() { increment *= Self.decay }

  private mutating func rescale() {
    for variable in 0..<activities.count { activities[variable] /= Self.largest }
    increment /= Self.largest
  }

  /// Of equally active ones the first made: the order is the same on every machine.
  private func isBefore(_ a: Int32, _ b: Int32) -> Bool {
    let (x, y) = (activities[Int(a)], activities[Int(b)])
    return x > y || (x == y && a < b)
  }

  private func place(_ variable: Int32, at index: Int) {
    heap[index] = variable
    places[Int(variable)] = Int32(index)
  }

  private func rise(_ start: Int) {
    var index = start
    let variable = heap[index]
    while index > 0, isBefore(variable, heap[(index - 1) / 2]) {
      place(heap[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    place(variable, at: index)
  }

  private func sink(_ start: Int) {
    var index = start
    let variable = heap[index]
    while 2 * index + 1 < heap.count {
      var child = 2 * index + 1
      if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
      if !isBefore(heap[child], variable) { break }
      place(heap[child], at: index)
      index = child
    }
    place(variable, at: index)
  }
}
