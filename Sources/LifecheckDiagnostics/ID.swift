/// The number of something in a table of such things. Numbers of different tables do not mix, and a number is all that it is.
///
/// - Parameter Tag: What the table is of.
package struct ID<Tag>: Hashable, Comparable, Sendable {
  package let index: Int

  @inlinable package init(_ index: Int) { self.index = index }
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.index == b.index }
  @inlinable package static func < (a: Self, b: Self) -> Bool { a.index < b.index }
  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(index) }
}
