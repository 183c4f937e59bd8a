import Foundation

/// For the terminal only: times differ from run to run.
func printTimes(of checked: [String: CheckedSpec], total: Duration, isLong: Bool) {
  let slowest = checked.values.sorted { ($1.time, $0.path) < ($0.time, $1.path) }
  for spec in isLong ? slowest[...] : slowest.prefix(3) { print("\(seconds(spec.time))  \(spec.path)") }
  let sum = checked.values.reduce(Duration.zero) { $0 + $1.time }
  if !checked.isEmpty { print("\(seconds(sum))  of the processor") }
  print("\(seconds(total))  in all")
}

private func seconds(_ time: Duration) -> String {
  let (seconds, attoseconds) = time.components
  return String(format: "%7.2f s", Double(seconds) + Double(attoseconds) / 1e18)
}
