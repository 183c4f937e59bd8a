/// Names that people bring along from Swift, for what has another form here. Only where nothing of the name is declared.
let foreignNames: [String: (replacement: String?, help: String)] = [
  "nil": ("none", "what refers to nothing is `none`; a `Bool` is `true` or `false`"),
  "null": ("none", "what refers to nothing is `none`; a `Bool` is `true` or `false`"),
  "Task": (nil, "code that goes on beside the rest is `async { … }`"),
  "MainActor": (nil, "code is handed to the main thread by `async on main { … }`, and waited for by `await on main { … }`"),
  "async": (nil, "what is done later is `async { await wait 5s; … }`"),
  "DispatchQueue": (nil, "code is handed to a queue by `async on q { … }`, and waited for by `sync on q { … }`; `q` is its name"),
  "OperationQueue": (nil, "code is handed to a queue by `async on q { … }`, and waited for by `sync on q { … }`; `q` is its name"),
  "Thread": (nil, "declare it, `thread t`, and hand code to it by `async on t { … }`; to wait, write `wait 2s`"),
  "Timer": (nil, "what happens later is `async { await wait 2s; … }`, or an `event` with a `when`"),
  "sleep": (nil, "time passes by `wait 2s`, or `await wait 2s` where the thread is free meanwhile"),
  "usleep": (nil, "time passes by `wait 2ms`, or `await wait 2ms` where the thread is free meanwhile"),
  "print": (nil, printing), "debugPrint": (nil, printing), "NSLog": (nil, printing), "os_log": (nil, printing),
  "assert": (nil, promising), "precondition": (nil, promising), "fatalError": (nil, "a crash is `die` with its reason"),
  "break": (nil, leavingALoop), "continue": (nil, leavingALoop),
  "min": (nil, choosing), "max": (nil, choosing),
  "YES": ("true", "the values of a `Bool` are `true` and `false`"), "NO": ("false", "the values of a `Bool` are `true` and `false`"),
]

private let printing = "a spec prints nothing: leave it out. What a reader of a run shall see of a function or event is its `says \"…\"`"
private let leavingALoop = "a loop is left by `return` from a function of its own, or skips the rest by an `if`"
private let choosing = "compare: `if n < 5 { n += 1 }`, or as a value `if n < 5 { n } else { 5 }`"
private let promising = "what must be so at all times is a sentence of the spec: `property \"…\": always …`"
