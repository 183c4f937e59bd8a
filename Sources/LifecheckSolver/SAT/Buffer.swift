/// A growing row of plain values without the checks of an array: the innermost loops of the search for a model spend most
/// of their time on them. Who makes one must free it.
struct Buffer<Element: BitwiseCopyable>: BitwiseCopyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 4

  init() { base = .allocate(capacity: 4) }

  func deallocate() { base.deallocate() }

  subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) nonmutating set { base[index] = newValue }
  }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { reserve(2 * capacity) }
    base[count] = element
    count += 1
  }

  @inline(__always) mutating func removeLast() -> Element {
    count -= 1
    return base[count]
  }

  @inline(__always) mutating func shrink(to newCount: Int) { count = newCount }

  mutating func reserve(_ newCapacity: Int) {
    if newCapacity <= capacity { return }
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    grown.update(from: base, count: count)
    base.deallocate()
    base = grown
    capacity = newCapacity
  }

  mutating func copy(_ other: Buffer) {
    reserve(other.count)
    base.update(from: other.base, count: other.count)
    count = other.count
  }
}
