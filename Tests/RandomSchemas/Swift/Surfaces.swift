#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import Keywright
import KeywrightUserDefaults

// The program's side of the search across surfaces: it fills stores with random trees, valid and not, and
// says of each key what it has, by each road that it knows.

/// What the program has of one key.
struct Account: Equatable, CustomStringConvertible {
  /// `stored`, `unreadable` or `default`.
  var source: String
  var text: String?
  var json: String?

  var description: String { "\(source) \(text ?? "nil") \(json ?? "nil")" }
}

/// Keys with the trees that are stored under them; nil for nothing.
typealias Trees = [(key: AnyKey, tree: StoredValue?)]

extension Checker {
  /// Stores a random tree under each key of the target, and prints what the program has of each.
  ///
  /// - Parameters:
  ///   - registry: The registry of the target.
  ///   - arguments: A folder for stores, of which the command reads `defaults.plist` and watches
  ///     `watched.plist`; the seed of the trees; the name of a surface that lacks a value, for a control, or
  ///     nothing; and, if there is an etcd, one of its members and a prefix.
  public func compareSurfaces(of registry: any KeyRegistry.Type, _ arguments: [String]) {
    say("surfaces", "")
    let folder = arguments[0]
    lie = arguments[2]
    var random = SplitMix(state: UInt64(arguments[1]) ?? 0)
    let trees: Trees = keys.all.map { key in
      (key, Int.random(in: 0..<8, using: &random) > 0 ? tree(for: key, &random) : nil)
    }
    let memory = MemoryStore()
    let defaults = DefaultsStore(
      url: URL(filePath: folder + "/defaults.plist"), watching: .never)
    let watched = DefaultsStore(url: URL(filePath: folder + "/watched.plist"), watching: .never)
    let files = FileStore(folder: URL(filePath: folder + "/files"))
    let preferences = UserDefaultsStore(suite: "random.surfaces")
    for store in [memory, defaults, watched, files, preferences] as [any Store] {
      // A user of this release: an earlier one's would keep the defaults of then.
      do { try store.migrate(registry.migrations) } catch {
        differ("migrate", "\(error)", "no error")
      }
      fill(store, with: lies("\(type(of: store))") ? lessened(trees) : trees)
    }
    do { try defaults.flush(compacting: true) } catch { differ("flush", "\(error)", "no error") }
    let told = lies("explain") ? MemoryStore() : memory
    var refused: Set<StorageString> = []
    for (key, tree) in trees {
      let account = self.account(of: key, in: memory)
      for (name, store) in [
        ("DefaultsStore", defaults), ("FileStore", files), ("UserDefaultsStore", preferences),
        ("Layers", Layers([.readingAndWriting(memory)])),
      ] as [(String, any ReadableStore)] {
        let other = self.account(of: key, in: store)
        if other != account { differ("\(key) in a \(name)", "\(other)", "\(account)") }
      }
      let explained = Explained(explanationOf: key, over: tree, in: told)
      compare(explained, of: key, over: tree, with: account)
      // The value may be another than what is stored, as where a key corrects what it reads.
      let isSame = tree.map { "\($0)" } == explained.value
      let mustRefuse = lies("refusals") ? true : explained.isRefused ? (isSame ? true : nil) : false
      let isRefused = compareTexts(of: key, account, isRefused: mustRefuse, registry)
      if isRefused { refused.insert(key.storageString) }
      describe(
        key, account, isHeld: tree != nil, violates: explained.isRefused, isRefused: isRefused)
    }
    compareFiles(in: folder, memory, refused)
    if arguments.count > 4 {
      compareCluster(arguments[3], prefix: arguments[4], trees, memory, refused)
    }
    watched.close()
    defaults.close()
  }

  /// Prints what the program has of a key.
  private func describe(
    _ key: AnyKey, _ account: Account, isHeld: Bool, violates: Bool, isRefused: Bool
  ) {
    let texts = [account.text, account.json, key.defaultText, key.defaultJSON]
    let fields =
      [
        hexadecimal(key.storageString.string), account.source, isHeld ? "held" : "free",
        violates ? "wrong" : "right", isRefused ? "refused" : "accepted",
      ] + texts.map { $0.map { "=" + hexadecimal($0) } ?? "-" }
    say("surface", fields.joined(separator: ";"))
  }

  /// Stores trees as they are; where there is none, nothing is stored.
  ///
  /// - Parameter count: The number of keys in a commit. A store of files takes one, a cluster some 120.
  func fill(_ store: some Store, with trees: Trees, atOnce count: Int = 1) {
    for start in stride(from: 0, to: trees.count, by: count) {
      do {
        try store.transaction { change in
          for (key, tree) in trees[start..<min(start + count, trees.count)] {
            let raw = Key<Root, StoredValue?>(key.storageString)
            try change.set(raw, to: tree)
          }
        }
      } catch {
        differ("trees are not stored in \(store)", "\(error)", "no error")
      }
    }
  }

  /// Whether a surface is one that lacks a value on purpose.
  func lies(_ surface: String) -> Bool { lie == surface }

  /// Trees without the first of them that is stored.
  func lessened(_ trees: Trees) -> Trees {
    var trees = trees
    if let index = trees.firstIndex(where: { $0.tree != nil }) { trees[index].tree = nil }
    return trees
  }

  func account(of key: AnyKey, in store: some ReadableStore) -> Account {
    do {
      let text = try key.storedText(in: store)
      let json = text == nil ? key.defaultJSON : key.json(in: store)
      return Account(
        source: text == nil ? "default" : "stored", text: text ?? key.defaultText, json: json)
    } catch {
      return Account(source: "unreadable", text: key.defaultText, json: key.defaultJSON)
    }
  }
}
