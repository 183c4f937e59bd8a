import LifecheckDiagnostics

/// A compact dump of a syntax tree or another value made of structs and enums: `binary(or, name(a), name(b))`.
///
/// Ranges are left out, and so are fields that are absent, empty or false. It reads the value by reflection, so it never lags
/// behind the tree.
package func describe(_ value: Any) -> String {
  described(value) ?? "()"
}

private func described(_ value: Any) -> String? {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return mirror.children.first.flatMap { $0.value is SourceRange ? nil : described($0.value) ?? "[]" }
  case .collection: return list(mirror.children.compactMap { described($0.value) })
  case .tuple: return mirror.children.isEmpty ? nil : list(fields(mirror))
  case .enum: return describedCase(value, mirror)
  case .struct: return describedStruct(value, mirror)
  default: return describedLeaf(value)
  }
}

private func describedLeaf(_ value: Any) -> String? {
  switch value {
  case let text as String: text.isEmpty ? nil : "\"\(text)\""
  case let flag as Bool: flag ? "true" : nil
  default: "\(value)"
  }
}

private func list(_ items: [String]) -> String? {
  items.isEmpty ? nil : "[\(items.joined(separator: ", "))]"
}

private func describedCase(_ value: Any, _ mirror: Mirror) -> String {
  guard let payload = mirror.children.first else { return "\(value)" }
  let content = Mirror(reflecting: payload.value)
  let parts =
    content.displayStyle == .tuple
    ? fields(content) : (payload.value as? Bool).map { ["\($0)"] } ?? described(payload.value).map { [$0] } ?? []
  return "\(payload.label ?? "?")(\(parts.joined(separator: ", ")))"
}

private func describedStruct(_ value: Any, _ mirror: Mirror) -> String? {
  if value is SourceRange { return nil }
  let labels = mirror.children.compactMap(\.label)
  // A name is its text; a node that is a kind with a range is its kind.
  if labels == ["text", "range"], let text = mirror.children.first?.value as? String { return text.isEmpty ? "?" : text }
  if labels == ["kind", "range"] || labels == ["statements", "range"] {
    return mirror.children.first.flatMap { described($0.value) } ?? "[]"
  }
  let isDeclaration = labels.first == "documentation"
  let parts = fields(mirror)
  if isDeclaration, parts.count == 1 { return parts[0].replacingPrefix("kind: ", with: "") }
  return "{\(parts.joined(separator: ", "))}"
}

private func fields(_ mirror: Mirror) -> [String] {
  mirror.children.compactMap { child in
    guard let text = described(child.value) else { return nil }
    guard let label = child.label, !label.hasPrefix(".") else { return text }
    return "\(label): \(text)"
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
