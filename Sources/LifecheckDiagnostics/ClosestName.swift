/// The candidate that `name` is most likely a misspelling of, or nil when none is near.
///
/// A name that only its capitals tell apart is nearest. Else nearness is the Damerau-Levenshtein distance (swapped neighbours count as one slip). Short names allow one slip, longer
/// ones a third of their length. Of equally near candidates the first wins, so order them.
package func closestName(to name: String, in candidates: some Sequence<String>) -> String? {
  let written = Array(name.unicodeScalars.prefix(longestComparedName))
  let allowed = max(1, written.count / 3)
  guard written.count > 1 else { return nil }
  if let sameLetters = candidates.first(where: { $0 != name && $0.lowercased() == name.lowercased() }) { return sameLetters }
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let scalars = Array(candidate.unicodeScalars.prefix(longestComparedName))
    guard abs(scalars.count - written.count) <= allowed else { continue }
    let distance = spellingDistance(written, scalars)
    guard distance <= allowed, distance < scalars.count, distance < (best?.distance ?? .max) else { continue }
    best = (candidate, distance)
  }
  return best?.name
}

/// Longer names are compared by their beginnings: nobody misspells a kilobyte.
private let longestComparedName = 64

/// Insertions, deletions, replacements and swaps of neighbours that lead from `a` to `b`.
private func spellingDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
      var distance = min(replaced, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { distance = min(distance, beforeLast[j - 1] + 1) }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
