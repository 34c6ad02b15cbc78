import KeywrightTestSupport
import Testing

@testable import Keywright

/// What print and dump show of a commit, whoever made it: each origin, each sensitivity, each way to print.
@Suite("A printed commit") struct PrintedOriginTests {
  /// The keys with which the stores are opened; a family and a former name among them.
  private enum PrintedKeys: KeyRegistry {
    static let allKeys = [
      key("open", .public), key("diary", .private), key("token", .secret, ["printed:key"]),
      key("pins", .secret, isFamily: true),
    ]
    static let namespaces: [any Namespace.Type] = []

    private static func key(
      _ name: String, _ sensitivity: KeyDescription.Sensitivity, _ former: [String] = [],
      isFamily: Bool = false
    ) -> KeyDescription {
      KeyDescription(
        storageString: "printed:\(name)", namespace: "", name: name, type: "String",
        form: "string", schema: "Printed.keys.json", line: 1, isFamily: isFamily,
        sensitivity: sensitivity, formerKeys: former)
    }
  }

  private static let names = [
    "printed:open", "printed:diary", "printed:token", "printed:key", "printed:pins:3",
    "printed:of others",
  ]

  private static func canary(_ name: String) -> String { "canary of \(name)." }

  /// Keys that are made by hand, so that they carry no sensitivity of their own.
  private static func setAll(in store: some Store) throws {
    try store.transaction { change in
      for name in names {
        let key = Key<Root, String>(StorageString(name), default: "")
        try change.set(key, to: canary(name))
      }
    }
  }

  private static let foreign = names.map {
    StoreCore.ForeignChange(name: StorageString($0), stored: .string(canary($0)))
  }

  /// A way in which a commit comes about.
  enum Origin: CaseIterable {
    case local, otherProcess, composition, partOfComposition, cluster, edit, expiry, outside
  }

  /// All that is printed of the commits of an origin.
  private func printed(_ origin: Origin) throws -> String {
    let folder = TemporaryFolder()
    let texts = Shared("")
    func observe(_ store: some Store) -> ObservationToken {
      store.observe { commit in
        texts.change { text in
          print(commit, String(reflecting: commit), to: &text)
          dump(commit, to: &text)
          for change in commit.changes {
            print(change, String(reflecting: change), to: &text)
            dump(change, to: &text)
          }
        }
      }
    }
    func durable() -> DefaultsStore {
      let store = DefaultsStore(
        file: DefaultsFile(
          location: .success(folder.file("s.plist")), fileSystem: FaultyFileSystem()))
      store.register([PrintedKeys.self])
      return store
    }
    let (store, memory) = (durable(), MemoryStore())
    var tokens: [ObservationToken] = []
    switch origin {
    case .local:
      tokens = [observe(store)]
      try Self.setAll(in: store)
    case .otherProcess:
      tokens = [observe(store)]
      try Self.setAll(in: durable())
      try store.refresh()
    case .composition:
      tokens = [observe(store)]
      try Self.setAll(in: Layers([.writing(store)]))
    case .partOfComposition:
      let layers = Layers([.readingAndWriting(store)])
      tokens = [observe(layers)]
      try Self.setAll(in: durable())
      try store.refresh()
      withExtendedLifetime(layers) {}
    case .cluster, .edit, .expiry:
      tokens = [observe(memory)]
      let known: CommitOrigin =
        origin == .edit ? .externalEdit : origin == .expiry ? .expired : .otherProcess
      memory.core.takeOver { memory.core.absorb(Self.foreign, origin: known) }
    case .outside:
      tokens = [observe(memory)]
      memory.core.takeOver {
        memory.core.announce(
          outside: Self.foreign.map { ($0.name, nil, $0.stored) }, origin: .otherProcess)
      }
    }
    for token in tokens { token.cancel() }
    return texts.value
  }

  @Test(
    "shows the values of keys that are known to be public, and no others",
    arguments: Origin.allCases)
  func values(origin: Origin) throws {
    let text = try printed(origin)
    // The control: the search sees what is shown.
    #expect(text.contains(Self.canary("printed:open")))
    // A commit through this process brings the key along, which says of itself that it is public.
    let bringsKey = origin == .local || origin == .composition
    for name in Self.names.dropFirst() where !bringsKey || name != "printed:of others" {
      #expect(text.contains(name), "\(name) is not in the commit")
      #expect(!text.contains(Self.canary(name)), "\(name)")
    }
  }

  @Test("says why it leaves a value out")
  func reasons() throws {
    let text = try printed(.otherProcess)
    for words in [
      "printed:token = a value that is secret", "printed:diary = a value that is private",
      "printed:pins:3 = a value that is secret", "printed:key = a value that is secret",
      "printed:of others = a value of a key that is not known here",
    ] {
      #expect(text.contains(words))
    }
  }
}
