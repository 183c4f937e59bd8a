import LifecheckDiagnostics
import LifecheckLanguage
import LifecheckSystem

// The values of types, as state variables count them.

extension Lowerer {
  /// The values of a finite type.
  func valueRange(of type: ValueType) -> ClosedRange<Int> {
    switch type {
    case .bool: 0...1
    case .integer(let range): range
    case .enumeration(let id): 0...(model.enumerations[id.index].cases.count - 1)
    case .reference(let kind), .instance(let kind):
      0...(resourceCrowds[kind]?.reference ?? overReference(kind) ?? nodesOfKind[kind]?.count ?? 0)
    case .job: 0...(known.jobCount == 0 ? 0 : looseJob)
    case .closure, .duration, .durationRange, .callback, .executor, .string, .void: 0...0
    }
  }

  func valueNames(of type: ValueType) -> [String] {
    switch type {
    case .bool: ["false", "true"]
    case .integer(let range): range.map(String.init)
    case .enumeration(let id): model.enumerations[id.index].cases
    case .reference(let kind), .instance(let kind):
      ["none"] + (nodesOfKind[kind] ?? []).map { nodes[$0].name } + (overReference(kind) == nil ? [] : ["one that is over"])
        + (resourceCrowds[kind] == nil ? [] : ["another one"])
    case .job: ["none"] + Array(repeating: "running", count: valueRange(of: type).count - 1)
    case .closure, .duration, .durationRange, .callback, .executor, .string, .void: ["–"]
    }
  }

  func referredKind(of type: ValueType) -> KindID? {
    if case .reference(let kind) = type { return kind }
    return nil
  }
}
