// All values of a state at once.

extension State {
  mutating func replace(_ new: (Value) -> Value) {
    func deep(_ value: Value) -> Value {
      if case .closure(let code, let environment) = value { return .closure(code: code, inside(environment)) }
      return new(value)
    }
    func inside(_ environment: Environment) -> Environment {
      Environment(this: environment.this, locals: environment.locals.mapValues(deep))
    }
    slots = slots.map(deep)
    for index in activations.indices {
      activations[index].environment = inside(activations[index].environment)
      activations[index].log = activations[index].log.map(deep)
      activations[index].result = deep(activations[index].result)
      activations[index].hasRead = activations[index].hasRead.map { .init(owner: deep($0.owner), value: deep($0.value)) }
      for frame in activations[index].stack.indices {
        switch activations[index].stack[frame] {
        case .body(let body):
          activations[index].stack[frame] = .body(
            Body(
              call: body.call, isApp: body.isApp, outside: inside(body.outside), log: body.log.map(deep),
              swallows: body.swallows, wantsResult: body.wantsResult))
        case .answer(let code, let environment):
          activations[index].stack[frame] = .answer(code, inside(environment))
        default: continue
        }
      }
    }
    boxes = boxes.map(deep)
  }

  /// All values that the state holds, those inside closures too.
  var values: Set<Value> {
    var all: Set<Value> = []
    var copy = self
    copy.replace {
      all.insert($0)
      return $0
    }
    return all
  }

  /// Boxes that nothing refers to are forgotten, so that equal states look equal.
  mutating func collectBoxes() {
    if boxes.isEmpty { return }
    var order: [Int] = []
    func visit(_ value: Value) {
      switch value {
      case .box(let box) where !order.contains(box):
        order.append(box)
        visit(boxes[box])
      case .closure(_, let environment): visit(environment)
      default: break
      }
    }
    func visit(_ environment: Environment) {
      environment.locals.sorted { $0.key < $1.key }.forEach { visit($0.value) }
    }
    slots.forEach(visit)
    for activation in activations {
      visit(activation.environment)
      activation.log.forEach(visit)
      visit(activation.result)
      if let read = activation.hasRead {
        visit(read.owner)
        visit(read.value)
      }
      for frame in activation.stack {
        switch frame {
        case .body(let body):
          visit(body.outside)
          body.log.forEach(visit)
        case .answer(_, let environment): visit(environment)
        default: continue
        }
      }
    }
    replace { value in
      if case .box(let box) = value { return order.firstIndex(of: box).map(Value.box) ?? .none }
      return value
    }
    boxes = order.map { boxes[$0] }
  }
}
