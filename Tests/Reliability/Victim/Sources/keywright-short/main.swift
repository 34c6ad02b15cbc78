import Glibc
import Keywright
import KeywrightRig

// A short program of README's form: its store is a global, which nothing closes.
//
// `keywright-short return|exit|_exit` adds one to a number and ends in that way. Before that it says
// `ending N T`, with the number and the time.
let number = Key<Root, Int>("number", default: 0)
let store = DefaultsStore(suite: "org.keywright.short")

try store.update(number) { $0 += 1 }
for issue in store.issues { say("issue \(issue.code.rawValue)") }
say("ending \(store.get(number)) \(moment())")
switch CommandLine.arguments.dropFirst().first {
case "exit": exit(0)
case "_exit": _exit(0)
default: break
}
