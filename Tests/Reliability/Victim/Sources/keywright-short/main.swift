import Dispatch
import Glibc
import Keywright
import KeywrightRig

// A short program of README's form: its store is a global, which nothing closes.
//
// `keywright-short WAY [COMMITS [BYTES [SECONDS]]]` adds one to a number, as often as is said, beside a value of
// so many bytes, waits so long, and ends in that way. Before that it says `ending N T`, with the number and the
// time. With the ways `committing` and `committing, _exit` a thread goes on meanwhile, and says each number once
// its commit returned. With the way `look` it says `number N` and nothing else.
let number = Key<Root, Int>("number", default: 0)
let filler = Key<Root, String>("filler", default: "")
let store = DefaultsStore(suite: "org.keywright.short")

let way = CommandLine.arguments.dropFirst().first ?? "return"
let amounts = CommandLine.arguments.dropFirst(2).compactMap(Double.init) + [0, 0, 0]
if way == "look" {
  say("number \(store.get(number))")
  _exit(0)
}
if amounts[1] > 0 { try store.set(filler, to: String(repeating: "x", count: Int(amounts[1]))) }
for _ in 0..<max(1, Int(amounts[0])) { try store.update(number) { $0 += 1 } }
for issue in store.issues { say("issue \(issue.code.rawValue)") }
if way == "handler" {
  // The lines that the article Reliability has for daemons.
  signal(SIGTERM, SIG_IGN)
  let end = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
  end.setEventHandler { @Sendable in exit(0) }
  end.resume()
  usleep(50_000)
  say("ending \(store.get(number)) \(moment())")
  kill(getpid(), SIGTERM)
  sleep(60)
  withExtendedLifetime(end) {}
}
if way.hasPrefix("committing") {
  let last = store.get(number)
  _ = Worker { @Sendable in
    for n in (last + 1)... {
      guard (try? store.set(number, to: n)) != nil else { return }
      say("committed \(n)")
    }
  }
}
if amounts[2] > 0 { usleep(UInt32(amounts[2] * 1e6)) }
say("ending \(store.get(number)) \(moment())")
switch way {
case "exit", "committing": exit(0)
case "_exit", "committing, _exit": _exit(0)
case "SIGTERM": kill(getpid(), SIGTERM)
case "SIGKILL": kill(getpid(), SIGKILL)
default: break
}
