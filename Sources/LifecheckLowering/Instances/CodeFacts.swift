import LifecheckDiagnostics
import LifecheckLanguage

/// Facts about a spec's code that are known before any of it is laid out.
struct CodeFacts {
  /// Locals that are assigned after their declaration.
  private(set) var assignedLocals: Set<LocalID> = []
  /// Those that are no parameters.
  private var declaredLocals: Set<LocalID> = []
  /// `async` blocks whose job somebody keeps, by their range.
  private(set) var keptJobs: Set<SourceRange> = []
  /// `async` blocks that are statements by themselves.
  private var jobsOfNobody: Set<SourceRange> = []
  private(set) var companions = Companions()
  private(set) var makers: Makers
  private(set) var deliveryLocals: DeliveryLocals
  /// Some code freezes the app.
  private(set) var canFreeze = false
  /// Files with code of the app: their statements appear in stories. Whose code it is `CheckedModel.isAppCode` says.
  private(set) var appFiles: Set<FileID>

  init(of model: CheckedModel) {
    appFiles = model.filesOfTheApp
    makers = Makers(of: model, bodies: model.allBodies)
    deliveryLocals = DeliveryLocals(of: model)
    var found = self
    var walk = ModelWalk()
    walk.onStatement = { found.note($0) }
    walk.onExpression = { found.note($0) }
    walk.onBlock = { found.companions.note($0, of: model) }
    for body in model.allBodies { walk.walk(body) }
    found.keptJobs.subtract(found.jobsOfNobody)
    self = found
  }

  private mutating func note(_ statement: Statement) {
    switch statement.kind {
    case .assign(let target, _):
      if case .local(let local) = target.kind { assignedLocals.insert(local) }
    case .declare(let local, _): declaredLocals.insert(local)
    case .expression(let expression):
      if case .task(.async, _, let closure, _) = expression.kind { jobsOfNobody.insert(closure.range) }
    case .freeze: canFreeze = true
    default: break
    }
  }

  /// Nothing is assigned to it after its declaration.
  func isConstant(_ local: LocalID) -> Bool { declaredLocals.contains(local) && !assignedLocals.contains(local) }

  /// What becomes of the job is not looked at: it may be kept, handed over or returned.
  private mutating func note(_ expression: Expression) {
    if case .task(.async, _, let closure, _) = expression.kind { keptJobs.insert(closure.range) }
  }
}

extension CheckedModel {
  fileprivate var filesOfTheApp: Set<FileID> {
    func isOfApp(_ owner: KindID) -> Bool { !kinds[owner.index].isPlatformCode }
    var ranges = kinds.filter { !$0.isPlatformCode }.map(\.range)
    // A library may consist of loose declarations, which belong to the app.
    ranges += functions.filter { isOfApp($0.owner) }.map(\.range)
    ranges += events.filter { isOfApp($0.owner) }.map(\.range)
    ranges += handlers.filter { isOfApp($0.owner) }.map(\.range)
    return Set(ranges.map(\.file))
  }
}
