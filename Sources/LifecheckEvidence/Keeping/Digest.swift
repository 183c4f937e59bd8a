/// A short name for a text, of 64 digits: texts that differ have different names, as far as anybody knows.
///
/// Nothing is believed because of it: it says where to look, and whether a file has been damaged.
/// - Source: NIST FIPS 180-4, "Secure Hash Standard", 2015, sections 5.1.1 and 6.2 (SHA-256).
package func digest(of text: some Collection<UInt8>) -> String {
  var state = SHA256()
  var message = Array(text)
  let bitCount = UInt64(message.count) * 8
  message.append(0x80)
  while message.count % 64 != 56 { message.append(0) }
  for shift in stride(from: 56, through: 0, by: -8) { message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift))) }
  message.withUnsafeBufferPointer { bytes in
    for start in stride(from: 0, to: bytes.count, by: 64) { state.take(bytes, at: start) }
  }
  return state.words.map(hexadecimal).joined()
}

private func hexadecimal(_ word: UInt32) -> String {
  let digits = String(word, radix: 16)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

private struct SHA256 {
  var words: [UInt32] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]
  private var schedule: [UInt32] = Array(repeating: 0, count: 64)
  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]

  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    for index in 0..<16 {
      let place = start + index * 4
      schedule[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
    }
    for index in 16..<64 {
      let (a, b) = (schedule[index - 15], schedule[index - 2])
      let first = rotated(a, 7) ^ rotated(a, 18) ^ a >> 3
      let second = rotated(b, 17) ^ rotated(b, 19) ^ b >> 10
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    mix()
  }

  private mutating func mix() {
    var (a, b, c, d) = (words[0], words[1], words[2], words[3])
    var (e, f, g, h) = (words[4], words[5], words[6], words[7])
    for index in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ Self.constants[index] &+ schedule[index]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { words[index] &+= value }
  }
}

private func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
