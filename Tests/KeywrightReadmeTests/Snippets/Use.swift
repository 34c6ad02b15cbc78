import Keywright

let store = DefaultsStore(suite: "org.example.player")

func turnUp() throws {
  try store.set(Player.volume, to: store.get(Player.volume) + 0.1)  // at most 1
  store[Player.launches] += 1  // atomic, also across processes
  try store.set(Player.nickname, to: nil)  // nil removes

  try store.transaction { change in  // all of it, or nothing
    try change.set(Player.theme, to: .dark)
    try change.set(Player.volume, to: 0.2)
  }
}
