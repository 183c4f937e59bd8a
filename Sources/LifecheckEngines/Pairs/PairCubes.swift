import LifecheckEncoding
import LifecheckFormulas
import LifecheckSystem

/// States that have one of some values in one slot, and one of some values in another: bits that are as these.
struct PairCube {
  let bits: [(symbol: Formula, isSet: Bool)]
  /// The numbers of the values. Of one slot alone, both are the same.
  let first: [Int]
  let second: [Int]

  func isUnseen(in pairs: PairsOfValues) -> Bool {
    if first == second { return first.allSatisfy { !pairs.isSeen($0) } }
    return first.allSatisfy { a in second.allSatisfy { !pairs.areTogether(a, $0) } }
  }
}

/// Pairs of values that were never seen together, put together to few conditions on bits.
struct PairCubes {
  /// The bits that say which value a slot has.
  private struct Code {
    let symbols: [Formula]
    /// The number of the first value.
    let start: Int
    /// By value: its bits, the first of them lowest.
    let words: [UInt32]

    var allBits: UInt32 { UInt32((1 << symbols.count) - 1) }

    /// The values that agree with one of them in some bits.
    func values(like value: Int, in bits: UInt32) -> [Int] {
      words.indices.filter { (words[$0] ^ words[value]) & bits == 0 }
    }

    func condition(_ value: Int, in bits: UInt32) -> [(symbol: Formula, isSet: Bool)] {
      symbols.indices.filter { bits >> UInt32($0) & 1 == 1 }.map { (symbols[$0], words[value] >> UInt32($0) & 1 == 1) }
    }

    func numbers(_ values: [Int]) -> [Int] { values.map { start + $0 } }
  }
  private let codes: [Code]

  init(_ table: ValueTable, _ encoded: EncodedSystem) {
    var symbols: [[(Formula, SymbolMeaning)]] = Array(repeating: [], count: table.slotCount)
    for (symbol, meaning) in encoded.meanings {
      switch meaning.slot {
      case .variable(let variable): symbols[table.slot(of: variable)].append((symbol, meaning))
      case .place(let automaton): symbols[table.slot(of: automaton)].append((symbol, meaning))
      case nil: break
      }
    }
    codes = symbols.enumerated().map { slot, symbols in
      let words = table.values(of: slot).indices.map { number in
        let value = number - table.values(of: slot).lowerBound
        return symbols.indices.reduce(UInt32(0)) { $0 | (encoded.isSet(symbols[$1].1, for: value) ? 1 << UInt32($1) : 0) }
      }
      return Code(symbols: symbols.map(\.0), start: table.values(of: slot).lowerBound, words: words)
    }
  }

  /// The state whose bits are these.
  /// - Returns: By slot its value; nil if some bits stand for none.
  func state(_ isSet: (Formula) -> Bool) -> [UInt16]? {
    var state: [UInt16] = []
    for code in codes {
      let word = code.symbols.indices.reduce(UInt32(0)) { $0 | (isSet(code.symbols[$1]) ? 1 << UInt32($1) : 0) }
      guard let value = code.words.firstIndex(of: word) else { return nil }
      state.append(UInt16(value))
    }
    return state
  }

  func unseen(in pairs: PairsOfValues) -> [PairCube] {
    let slots = codes.indices.filter { !codes[$0].symbols.isEmpty }
    var result = slots.flatMap { unseenValues(of: codes[$0], in: pairs) }
    for (index, first) in slots.enumerated() {
      for second in slots[(index + 1)...] { result += unseen(codes[first], codes[second], in: pairs) }
    }
    return result
  }

  private func unseenValues(of code: Code, in pairs: PairsOfValues) -> [PairCube] {
    var isDone = code.words.indices.map { pairs.isSeen(code.start + $0) }
    var result: [PairCube] = []
    for value in code.words.indices where !isDone[value] {
      let bits = fewestBits(of: code, like: value) { !pairs.isSeen(code.start + $0) }
      let values = code.values(like: value, in: bits)
      for value in values { isDone[value] = true }
      result.append(PairCube(bits: code.condition(value, in: bits), first: code.numbers(values), second: code.numbers(values)))
    }
    return result
  }

  private func unseen(_ first: Code, _ second: Code, in pairs: PairsOfValues) -> [PairCube] {
    func isUnseen(_ a: Int, _ b: Int) -> Bool { !pairs.areTogether(first.start + a, second.start + b) }
    var isDone = Array(repeating: false, count: first.words.count * second.words.count)
    var result: [PairCube] = []
    for a in first.words.indices where pairs.isSeen(first.start + a) {
      for b in second.words.indices
      where pairs.isSeen(second.start + b) && isUnseen(a, b) && !isDone[a * second.words.count + b] {
        let firstBits = fewestBits(of: first, like: a) { isUnseen($0, b) }
        let firstValues = first.values(like: a, in: firstBits)
        let secondBits = fewestBits(of: second, like: b) { b in firstValues.allSatisfy { isUnseen($0, b) } }
        let secondValues = second.values(like: b, in: secondBits)
        for a in firstValues { for b in secondValues { isDone[a * second.words.count + b] = true } }
        result.append(
          PairCube(
            bits: first.condition(a, in: firstBits) + second.condition(b, in: secondBits), first: first.numbers(firstValues),
            second: second.numbers(secondValues)))
      }
    }
    return result
  }

  private func fewestBits(of code: Code, like value: Int, where isAllowed: (Int) -> Bool) -> UInt32 {
    var bits = code.allBits
    for bit in code.symbols.indices {
      let fewer = bits & ~(1 << UInt32(bit))
      if code.values(like: value, in: fewer).allSatisfy(isAllowed) { bits = fewer }
    }
    return bits
  }
}
