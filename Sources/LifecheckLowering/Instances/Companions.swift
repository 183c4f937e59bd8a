import LifecheckLanguage

/// Captured locals that one block declares one after the other, so that whenever it is executed there is one of each.
/// Those that hold no thing say something about the one that does:
///
///     var id: BackgroundTask? = none
///     var isDone = false
struct Companions {
  /// For each that holds no thing: the one that does.
  private(set) var ofValue: [LocalID: LocalID] = [:]
  /// For each but the first of them: that first one, with which it goes. Further ones that hold things go with none.
  private(set) var leaders: [LocalID: LocalID] = [:]

  mutating func note(_ block: Block, of model: CheckedModel) {
    let declared = block.statements.compactMap { $0.declared }.filter { model.locals[$0.index].isCaptured }
    func type(_ local: LocalID) -> ValueType { model.locals[local.index].type }
    guard let holder = declared.first(where: { type($0).isReference }) else { return }
    let together = declared.filter { $0 == holder || type($0).isValue }
    for local in together where local != holder { ofValue[local] = holder }
    for local in together.dropFirst() { leaders[local] = together[0] }
  }
}

extension Statement {
  fileprivate var declared: LocalID? { if case .declare(let local, _) = kind { local } else { nil } }
}

extension ValueType {
  var isReference: Bool { if case .reference = self { true } else { false } }
  fileprivate var isValue: Bool {
    switch self {
    case .bool, .integer, .enumeration: true
    default: false
    }
  }
}
