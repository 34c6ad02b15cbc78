import Keywright

extension StoreConformance {
  private static let part = Part(name: "threads", scope: .supporting(.writing))

  static let threadBehaviours = [
    part("increments by many threads are all counted", incrementsAreExact),
    part("in-place increments by many threads are all counted", inPlaceIncrementsAreExact),
    part("keys set by many threads are all kept", differentKeysAreKept),
    part("a reader sees the old value or the new one", readersSeeWholeValues),
    part("a default persisted by many threads is one value", persistedDefaultIsOne),
    part("every commit of many threads has its own number", numbersAreUnique),
  ]

  private static func incrementsAreExact(_ subject: Subject) async throws {
    let store = try subject.fresh()
    try await concurrently(4) { _ in
      for _ in 0..<25 { try store.update(Sample.other) { $0 += 1 } }
    }
    try expect(store.get(Sample.other), is: 100, "The sum of 100 increments")
  }

  private static func inPlaceIncrementsAreExact(_ subject: Subject) async throws {
    let store = try subject.fresh()
    try await concurrently(4) { _ in for _ in 0..<10 { store[Sample.other] += 1 } }
    try expect(store.get(Sample.other), is: 40, "The sum of 40 increments")
  }

  private static func differentKeysAreKept(_ subject: Subject) async throws {
    let store = try subject.fresh()
    let keys = (0..<4).map { thread in
      (0..<10).map { Key<Sample, Int>("key \(thread) \($0)", default: -1) }
    }
    try await concurrently(4) { thread in
      for (index, key) in keys[thread].enumerated() { try store.set(key, to: index) }
    }
    try expect(try store.storageStrings().count, is: 40, "The number of names")
    for (index, key) in keys.flatMap({ $0.enumerated() }) {
      try expect(store.get(key), is: index, "The value of '\(key)'")
    }
  }

  private static func readersSeeWholeValues(_ subject: Subject) async throws {
    let store = try subject.store(
      holding: Holding(Sample.name, String(repeating: "a", count: 1_000)))
    try await concurrently(4) { thread in
      for turn in 0..<20 {
        if thread == 0 {
          try store.set(Sample.name, to: String(repeating: turn % 2 == 0 ? "b" : "a", count: 1_000))
        } else {
          let seen = store.get(Sample.name)
          try expect(
            seen.count == 1_000 && Set(seen).count == 1, "A reader saw half a value: \(seen).")
        }
      }
    }
  }

  private static func persistedDefaultIsOne(_ subject: Subject) async throws {
    let store = try subject.fresh()
    let seen = Log()
    try await concurrently(8) { thread in
      // Each task plays a process of its own: its default is another number.
      let key = Key<Sample, Int>(
        "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { thread }))
      seen.add("\(store.get(key))")
    }
    try expect(Set(seen.lines).count, is: 1, "The number of different defaults seen")
  }

  private static func numbersAreUnique(_ subject: Subject) async throws {
    let store = try subject.fresh()
    let log = Log()
    try await Hooked.$hooks.withValue(.init(post: { log.add("\($0.number)") })) {
      try await concurrently(4) { thread in
        for turn in 1...10 { try store.set(Hooked.one, to: thread * 100 + turn) }
      }
    }
    try expect(log.lines.count, is: 40, "The number of commits received")
    try expect(Set(log.lines).count, is: 40, "The number of different numbers")
  }
}
