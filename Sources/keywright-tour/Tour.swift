import Foundation
import Keywright

/// Shows what Keywright does, on the schemas in the folder `Schemas` beside this file.
///
/// Everything below is ordinary use: `Player` and `Library` are generated from the schemas when
/// the program is built; the rest is the runtime.
@main
struct Tour {
  static func main() {
    let store = DefaultsStore(suite: "org.keywright.tour", keys: keywright_tourKeys.self)
    do {
      if CommandLine.arguments.dropFirst().contains("--reset") {
        try store.removeEverything()
        print("Forgotten. The next run starts afresh.")
      } else {
        try Tour(store: store).run()
      }
    } catch {
      print("The tour stopped: \(error)")
      exit(1)
    }
  }

  let store: DefaultsStore

  func run() throws {
    try remember()
    try readAndWrite()
    try process()
    try refuse()
    try together()
    try everyType()
    try lookAtTheFile()
  }

  func chapter(_ title: String) { print("\n\(title)") }

  func remember() throws {
    chapter("What a run remembers")
    try store.update(Player.launches) { $0 += 1 }
    switch store.get(Player.launches) {
    case 1: print("  This is the first run. Run it again: it will know.")
    case let count: print("  This is run \(count); the others left their values in the file.")
    }
    print("  The last run left the volume at \(store.get(Player.volume)).")
  }

  func readAndWrite() throws {
    chapter("Typed reads and writes")
    print("  'player.muted' has the default \(store.get(Player.muted)): a Bool, inferred.")
    try store.set(Player.theme, to: .dark)
    print("  The theme is an enum of the schema: \(store.get(Player.theme)).")
    try store.set(Player.window, to: Player.Frame(width: 1024, height: 768))
    store[Player.window].width += 16
    print("  The window is a struct of the schema: \(store[Player.window].width) wide.")
  }

  func process() throws {
    chapter("Values that processing changed")
    try store.set(Player.volume, to: 7)
    print("  The schema clamps the volume to 0...1: 7 became \(store.get(Player.volume)).")
    try store.set(Player.nickname, to: "  Ella   Fitzgerald ")
    print("  A function of this program tidied a name: '\(store.get(Player.nickname) ?? "")'.")
    store[Player.volume] -= 0.25
  }

  func refuse() throws {
    chapter("A commit that a hook refused, and one that a constraint refused")
    do {
      try store.set(Player.nickname, to: "admin")
    } catch {
      print("  \(error)")
    }
    do {
      try store.set(Player.Equaliser.gain, to: 40)
    } catch {
      print("  \(error)")
    }
    print("  The name is still '\(store.get(Player.nickname) ?? "")'.")
  }

  func together() throws {
    chapter("Several keys, one commit")
    try store.transaction { change in
      try change.set(Player.Equaliser.Presets.current, to: "rock")
      try change.update(Player.Equaliser.Presets.bands) { $0["rock"] = [5, 0, 3] }
      try change.set(Player.Equaliser.isOn, to: true)
    }
    let current = store.get(Player.Equaliser.Presets.current)
    let bands = store.get(Player.Equaliser.Presets.bands)[current] ?? []
    print("  '\(current)' is \(bands), three namespaces deep: \(Player.Equaliser.Presets.current).")
  }

  func everyType() throws {
    chapter("Every family of types")
    let songs = ["a", "b", "a", "c"].map { URL(filePath: "/music/\($0).flac") }
    try store.set(Library.recent, to: songs)
    try store.set(Library.genres, to: ["soul", "folk"])
    try store.set(Library.lastScan, to: Date(timeIntervalSince1970: 1_700_000_000))
    try store.set(Library.cover, to: Data([0xca, 0xfe]))
    try store.set(Library.device, to: store.get(Library.device) ?? UUID())
    try store.set(Library.crossfade, to: .milliseconds(2500))
    try store.update(Library.played) { $0 &+= 1 }
    print("  recent: \(store.get(Library.recent).map(\.lastPathComponent))")
    print("  genres: \(store.get(Library.genres).sorted())")
    print("  budget: \(store.get(Library.budget)), homepage: \(store.get(Library.homepage))")
    print("  crossfade: \(store.get(Library.crossfade)), played: \(store.get(Library.played))")
  }

  func lookAtTheFile() throws {
    chapter("The file")
    try store.flush(compacting: true)
    guard let path = store.url?.path(percentEncoded: false) else { return }
    print("  \(path)\n  is a property list; `plutil -p` reads it:")
    let plutil = Process()
    plutil.executableURL = URL(filePath: "/usr/bin/env")
    plutil.arguments = ["plutil", "-p", path]
    do {
      fflush(nil)
      try plutil.run()
      plutil.waitUntilExit()
    } catch {
      print("  (plutil is not installed here: \(error))")
    }
    print("\n`swift run keywright-tour --reset` forgets all of it.")
  }
}
