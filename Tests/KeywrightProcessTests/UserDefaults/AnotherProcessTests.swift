#if !canImport(Darwin)
  import Foundation
  import Keywright
  import KeywrightUserDefaults
  import Testing

  @testable import KeywrightTesting

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  #if canImport(Glibc)
    private let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private let fileSize = RLIMIT_FSIZE
  #endif

  /// Only another process reads the suite's file; this one would read Foundation's memory.
  @Suite struct AnotherProcessTests {
    let suite = TemporarySuite()

    @Test func anotherProcessReadsEveryFormAndName() async throws {
      let name = suite.name
      let store = UserDefaultsStore(suite: name)
      for (index, sample) in StoredForms.samples.enumerated() {
        try store.set(Holding.rawKey("form \(index)"), to: sample.form)
      }
      for (index, string) in StoredForms.hostileNames.enumerated() {
        try store.set(Key<Root, Int>(StorageString(string), default: -1), to: index)
      }
      await #expect(processExitsWith: .success) { [name = name as String] in
        let store = UserDefaultsStore(suite: name)
        for (index, sample) in StoredForms.samples.enumerated() {
          let found = try store.stored(Holding.rawKey("form \(index)").storageString)
          if found != sample.form { throw Broken("\(sample.label): \(String(describing: found))") }
        }
        for (index, string) in StoredForms.hostileNames.enumerated() {
          let key = Key<Root, Int>(StorageString(string), default: -1)
          if store.get(key) != index { throw Broken("\(string.debugDescription)") }
        }
        if try store.storedKeys().count
          != StoredForms.samples.count + StoredForms.hostileNames.count
        {
          throw Broken("\(try store.storedKeys())")
        }
      }
    }

    @Test func aValueOfAnotherProcessIsSeenAfterARefresh() async throws {
      let name = suite.name
      let key = Key<Root, Int>("count", default: 7)
      let store = UserDefaultsStore(suite: name)
      try store.set(key, to: 1)
      await #expect(processExitsWith: .success) { [name = name as String] in
        try UserDefaultsStore(suite: name).update(Key<Root, Int>("count", default: 7)) { $0 += 1 }
      }
      try store.refresh()
      #expect(store.get(key) == 2)
      try store.update(key) { $0 += 1 }
      #expect(store.get(key) == 3)
    }

    @Test func aSetIsInTheFileWhenItReturns() throws {
      try UserDefaultsStore(suite: suite.name).set(Key<Root, Int>("count", default: 7), to: 3)
      let tree = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: suite.file), format: nil)
      #expect((tree as? [String: Any])?["count"] as? Int == 3)
    }

    @Test func aFileThatCannotBeWrittenRefusesTheCommit() async throws {
      let name = suite.name
      await #expect(processExitsWith: .success) { [name = name as String] in
        let store = UserDefaultsStore(suite: name)
        let count = Key<Root, Int>("count", default: 7)
        let names = Key<Root, [String]>("names", default: [])
        try store.set(names, to: ["Noah"])
        // From here on no file of this process may grow.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(fileSize, &limit)
        do {
          try store.transaction { change in
            try change.set(count, to: 3)
            try change.remove(names)
          }
          throw Broken("The commit succeeds.")
        } catch let error as StoreError {
          if error.code != .unavailable { throw error }
        }
        try expect(store.get(count), is: 7, "The value refused")
        try expect(store.get(names), is: ["Noah"], "The value not removed")
        try expect(try store.storedKeys(), is: ["names"], "The list")
      }
    }
  }
#endif
