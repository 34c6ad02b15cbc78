import Keywright

let store = DefaultsStore(suite: "org.example.player", keys: MyPlayerKeys.self)
func turnUp() throws {
  try store.set(Player.volume, to: store.get(Player.volume) + 0.1)  // a Double, at most 1
  store[Player.volume] += 0.1  // atomic, also across processes
  try store.transaction { change in  // all of it, or nothing
    try change.set(Player.volume, to: 0.2)
    try change.set(Player.nickname, to: nil)  // nil removes
  }
}
