import Keywright

extension StoreConformance {
  private static let part = Part(name: "shared", scope: .supporting([.shared, .writing]))
  private static let atomic = Part(name: "shared", scope: .supporting([.shared, .atomic]))

  static let sharedBehaviours = [
    part("what one sets the other reads", oneSetsOtherReads),
    part("what one removes the other misses", oneRemovesOtherMisses),
    part("a value read before is not read stale", noStaleReads),
    part("both list the same", bothListTheSame),
    part("each keeps the keys of the other", keysOfBothStay),
    part("an update sees what the other set", updateSeesTheOther),
    part("increments by both are all counted", incrementsByBoth),
    part("a default persisted by one is the other's", persistedDefaultIsShared),
    part("a key that moves later is one for programs of both names", movesLater),
    part("a refused commit of one is unseen by the other", refusedIsUnseen),
    part.forms("the other's next commit knows what one set", oldValueIsKnown),
    atomic("transfers by both keep the sum", transfersByBoth),
  ]

  private static func oneSetsOtherReads(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    try one.set(Sample.count, to: 3)
    try two.set(Sample.name, to: "Noah")
    try expect(two.get(Sample.count), is: 3, "The value that the second reads")
    try expect(one.get(Sample.name), is: "Noah", "The value that the first reads")
  }

  private static func oneRemovesOtherMisses(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    try one.set(Sample.count, to: 3)
    _ = two.get(Sample.count)
    try one.remove(Sample.count)
    try expect(two.get(Sample.count), is: 7, "The value that the second reads")
    try expect(try two.contains(Sample.count), is: false, "`contains` of the second")
  }

  private static func noStaleReads(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    for number in 1...5 {
      try one.set(Sample.count, to: number)
      try one.set(Sample.name, to: "\(number)")
      try expect(two.get(Sample.count), is: number, "The integer that the second reads")
      try expect(two.get(Sample.name), is: "\(number)", "The string that the second reads")
    }
  }

  private static func bothListTheSame(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    try one.set(Sample.count, to: 3)
    try two.set(Sample.name, to: "Noah")
    for store in [one, two] {
      try expect(try store.storedKeys(), is: ["sample:count", "sample:name"], "The list")
    }
  }

  private static func keysOfBothStay(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    let keys = (0..<10).map { Key<Sample, Int>("key \($0)", default: -1) }
    for (index, key) in keys.enumerated() {
      try (index % 2 == 0 ? one : two).set(key, to: index)
    }
    for (index, key) in keys.enumerated() {
      try expect(one.get(key), is: index, "The value of '\(key)'")
    }
  }

  private static func updateSeesTheOther(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    for _ in 0..<5 {
      try one.update(Sample.other) { $0 += 1 }
      try two.update(Sample.other) { $0 += 1 }
    }
    try expect(one.get(Sample.other), is: 10, "The sum of 10 increments")
  }

  private static func incrementsByBoth(_ subject: Subject) async throws {
    let (one, two) = try subject.pair()
    try await concurrently(4) { thread in
      let store = thread % 2 == 0 ? one : two
      for _ in 0..<10 { try store.update(Sample.other) { $0 += 1 } }
    }
    try expect(one.get(Sample.other), is: 40, "The sum of 40 increments")
    try expect(two.get(Sample.other), is: 40, "The sum that the second reads")
  }

  private static func persistedDefaultIsShared(_ subject: Subject) throws {
    func key(_ number: Int) -> Key<Sample, Int> {
      Key(
        "install", descriptor: KeyDescriptor(default: .lazy(persist: .whenMissing) { number }))
    }
    let (one, two) = try subject.pair()
    try expect(one.get(key(1)), is: 1, "The value that the first reads")
    try expect(two.get(key(2)), is: 1, "The value that the second reads")
  }

  private static func movesLater(_ subject: Subject) throws {
    let (before, now) = try subject.pair()
    try now.set(Sample.moving, to: 1)
    try expect(before.get(Sample.former), is: 1, "The value that a program of before reads")
    for number in 2...4 {
      try before.set(Sample.former, to: number)
      try expect(now.get(Sample.moving), is: number, "The value that a program of before set")
      try now.update(Sample.moving) { $0 += 10 }
      try expect(before.get(Sample.former), is: number + 10, "The value that was updated")
    }
    try before.set(Sample.moved, to: 20)
    try before.remove(Sample.former)
    try expect(now.get(Sample.moving), is: 20, "The value that another program has moved")
    try now.set(Sample.moving, to: 21)
    try expect(before.get(Sample.moved), is: 21, "The value that a later program reads")
  }

  private static func refusedIsUnseen(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    try one.set(Sample.limited, to: 4)
    _ = try? one.set(Sample.limited, to: 11)
    try expect(two.get(Sample.limited), is: 4, "The value that the second reads")
  }

  private static func oldValueIsKnown(_ subject: Subject) throws {
    let (one, two) = try subject.pair()
    try one.set(Sample.count, to: 3)
    let key = LoggedKey(key: Sample.count, log: Log())
    try two.set(key, to: 4)
    try expect(key.log.lines, is: ["will 3 4", "did 3 4"], "The calls of the key")
  }

  private static func transfersByBoth(_ subject: Subject) async throws {
    let (one, two) = try subject.pair()
    try await concurrently(4) { thread in
      let store = thread % 2 == 0 ? one : two
      for _ in 0..<5 {
        try store.transaction { change in
          try change.update(Hooked.one) { $0 -= thread }
          try change.update(Hooked.two) { $0 += thread }
        }
      }
    }
    try expect(one.get(Hooked.one), is: -30, "The first key's value")
    try expect(two.get(Hooked.two), is: 30, "The second key's value")
  }
}
