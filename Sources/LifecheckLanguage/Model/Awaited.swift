extension CheckedModel {
  /// Whether the app could be waiting for an event: its condition asks something of the app's own, which the app may have changed in order
  /// to wait. What can come whenever the system is in some state comes whatever the app does, and need never come.
  package func isAwaited(_ event: Event) -> Bool { event.when.map(asksTheApp) ?? false }

  private func asksTheApp(_ condition: Expression) -> Bool {
    let isOfTheApp =
      switch condition.kind {
      case .instance(_, let instance, _): !kinds[instances[instance.index].owner.index].isPlatformCode
      case .variable(_, let variable): !kinds[variables[variable.index].owner.index].isPlatformCode
      case .functionRunning(_, let function): !kinds[functions[function.index].owner.index].isPlatformCode
      case .eventRunning(_, let event): !kinds[events[event.index].owner.index].isPlatformCode
      case .executorBusy(_, let executor): !kinds[executors[executor.index].owner.index].isPlatformCode
      case .definition(_, let definition): asksTheApp(definitions[definition.index].value)
      case .quantified, .call: true
      default: false
      }
    return isOfTheApp || condition.children.contains(where: asksTheApp)
  }
}
