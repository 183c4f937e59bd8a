import LifecheckDriver
import LifecheckEngines
import LifecheckThreads

/// Evidence that is kept for as long as the command runs.
final class MemoryCache: Sendable {
  private struct Entries: Sendable {
    var texts: [String: (text: [UInt8], use: Int)] = [:]
    var size = 0
    var uses = 0
  }
  private let entries = Monitor(Entries())
  let ownFindings = OwnFindings()
  /// In bytes. What was used longest ago goes first.
  private static let allowance = 1 << 27

  var cache: ResultCache {
    ResultCache(
      version: RootCommand.version, ownFindings: ownFindings, read: { self.read($0) }, write: { self.write($0, $1) })
  }

  private func read(_ key: String) -> [UInt8]? {
    entries.update { entries in
      entries.uses += 1
      entries.texts[key]?.use = entries.uses
      return entries.texts[key]?.text
    }
  }

  private func write(_ key: String, _ text: [UInt8]) {
    entries.update { entries in
      entries.uses += 1
      entries.size += text.count - (entries.texts[key]?.text.count ?? 0)
      entries.texts[key] = (text, entries.uses)
      while entries.size > Self.allowance, let oldest = entries.texts.min(by: { $0.value.use < $1.value.use }) {
        entries.size -= oldest.value.text.count
        entries.texts[oldest.key] = nil
      }
    }
  }
}
