/// A set of clock valuations: bounds on differences x_i − x_j, in canonical form. Index 0 stands for zero; then come the
/// clocks, then the rigid parameters.
///
/// A bound is 2·c + 1 for `≤ c` and 2·c for `< c`.
/// - Source: J. Bengtsson, W. Yi, "Timed Automata: Semantics, Algorithms and Tools" (2004), section 4.
struct Zone: Hashable {
  static let infinity: Int32 = .max >> 2
  static let zero: Int32 = 1
  /// Milliseconds; about a day and a half. Sums of two must stay below infinity.
  static let largestConstant: Int32 = (1 << 27) - 1
  let size: Int
  private(set) var bounds: [Int32]

  /// All valuations ≥ 0.
  init(size: Int) {
    self.size = size
    bounds = Array(repeating: Zone.infinity, count: size * size)
    for index in 0..<size {
      bounds[index * size + index] = Zone.zero
      bounds[index] = Zone.zero
    }
  }

  func hash(into hasher: inout Hasher) { bounds.withUnsafeBytes { hasher.combine(bytes: $0) } }

  subscript(i: Int, j: Int) -> Int32 { bounds[i * size + j] }

  @inline(__always) static func add(_ a: Int32, _ b: Int32) -> Int32 {
    if a >= infinity || b >= infinity { return infinity }
    return (a & ~1) + (b & ~1) + (a & b & 1)
  }

  /// Intersects with x_i − x_j ⋈ bound.
  /// - Returns: Whether anything is left.
  mutating func constrain(_ i: Int, _ j: Int, _ bound: Int32) -> Bool {
    let size = size
    if bound >= bounds[i * size + j] { return true }
    return bounds.withUnsafeMutableBufferPointer { d in
      if Zone.add(d[j * size + i], bound) < Zone.zero { return false }
      d[i * size + j] = bound
      for p in 0..<size {
        let left = Zone.add(d[p * size + i], bound)
        if left >= Zone.infinity { continue }
        for q in 0..<size {
          let through = Zone.add(left, d[j * size + q])
          if through < d[p * size + q] { d[p * size + q] = through }
        }
      }
      return true
    }
  }

  mutating func reset(_ x: Int) {
    for j in 0..<size {
      bounds[x * size + j] = bounds[j]
      bounds[j * size + x] = bounds[j * size]
    }
    bounds[x * size + x] = Zone.zero
  }

  /// Forgets a clock's value.
  mutating func free(_ x: Int) {
    for j in 0..<size where j != x {
      bounds[x * size + j] = Zone.infinity
      bounds[j * size + x] = bounds[j * size]
    }
  }

  /// Lets time pass for some clocks while the others stand still. With stopped clocks the result may be larger than what
  /// can really be reached: relations between one that runs and one that stands are forgotten.
  mutating func elapse(running: [Bool]) {
    for i in 1..<size where running[i] {
      for j in 0..<size where !running[j] { bounds[i * size + j] = Zone.infinity }
    }
  }

  /// Forgets what no comparison can tell: bounds beyond the largest constants that each clock is compared with.
  mutating func extrapolate(_ constants: ClockBounds) {
    var isChanged = false
    for i in 0..<size {
      for j in 0..<size where i != j {
        let bound = bounds[i * size + j]
        if bound >= Zone.infinity { continue }
        if bound > 2 * constants.lower[i] + 1 {
          bounds[i * size + j] = Zone.infinity
          isChanged = true
        } else if bound < -2 * constants.upper[j] {
          bounds[i * size + j] = -2 * constants.upper[j]
          isChanged = true
        }
      }
    }
    if isChanged { close() }
  }

  private mutating func close() {
    let size = size
    bounds.withUnsafeMutableBufferPointer { d in
      for k in 0..<size {
        for i in 0..<size {
          let left = d[i * size + k]
          if left >= Zone.infinity { continue }
          for j in 0..<size {
            let through = Zone.add(left, d[k * size + j])
            if through < d[i * size + j] { d[i * size + j] = through }
          }
        }
      }
    }
  }

  func isSubset(of other: Zone) -> Bool {
    bounds.withUnsafeBufferPointer { mine in
      other.bounds.withUnsafeBufferPointer { theirs in
        for index in mine.indices where mine[index] > theirs[index] { return false }
        return true
      }
    }
  }
}
