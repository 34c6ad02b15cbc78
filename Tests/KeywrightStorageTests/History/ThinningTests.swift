import KeywrightTestSupport
import Testing

@testable import KeywrightStorage

/// The choice of the lists that are kept, against one by another way.
@Suite("Thinning earlier lists")
struct ThinningTests {
  private static let hour: Int64 = 3_600_000_000_000

  private func list(
    _ number: Int, at date: Int64, size: Int = 100, kind: EarlierList.Kind = .replaced
  ) -> EarlierList {
    EarlierList(
      name: "s.earlier-\(number)", number: UInt64(number), kind: kind, date: date, size: size)
  }

  private func kept(_ lists: [EarlierList], _ limits: EarlierList.Limits = .init()) -> [UInt64] {
    let superfluous = Set(EarlierList.superfluous(lists, limits: limits).map(\.number))
    return lists.map(\.number).filter { !superfluous.contains($0) }
  }

  @Test("keeps the last list of hours, days and months, however long ago they are")
  func periods() {
    let quarterly = (1...10).map { list($0, at: Int64($0) * 90 * 24 * Self.hour) }
    #expect(kept(quarterly) == Array(1...10))
    let busy = (1...240).map { list($0, at: Int64($0) * Self.hour / 10) }
    // The last ones of twelve hours, of which the first is alone in its hour, and two more.
    #expect(kept(busy).count == 12 + 2)
    #expect(kept(busy).last == 240)
  }

  @Test("keeps a state that lasted, beside the many of a busy hour after it")
  func reset() {
    // The state before a reset at 10:05, and one list a minute after it.
    let lists =
      [list(1, at: 9 * Self.hour)] + (2...50).map { list($0, at: 10 * Self.hour + Int64($0)) }
    #expect(kept(lists) == [1, 47, 48, 49, 50])
  }

  @Test("keeps within the bytes, the newest first")
  func bytes() {
    let lists = (1...8).map { list($0, at: Int64($0) * Self.hour, size: 10) }
    var limits = EarlierList.Limits()
    limits.bytes = 35
    #expect(kept(lists, limits) == [6, 7, 8])
    limits.bytes = 9
    #expect(kept(lists, limits) == [])
  }

  /// The rule in other words: a list heads a period if the one after it belongs to another.
  static func expected(_ all: [EarlierList], _ limits: EarlierList.Limits) -> [UInt64] {
    var wanted = Set(all.suffix(limits.latest).map(\.number))
    wanted.formUnion(
      all.filter { $0.kind == .beforeUpdate }.suffix(limits.updates).map(\.number))
    for (hours, count) in [(1, limits.hours), (24, limits.days), (720, limits.months)] {
      let periods = all.map {
        (Double($0.date) / Double(Int64(hours) * Self.hour)).rounded(.down)
      }
      let heads = all.indices.filter { $0 + 1 == all.count || periods[$0] != periods[$0 + 1] }
      wanted.formUnion(heads.suffix(count).map { all[$0].number })
    }
    var rest = limits.bytes
    var result: [UInt64] = []
    for list in all.reversed() where wanted.contains(list.number) {
      rest -= list.size
      if rest < 0 { break }
      result.insert(list.number, at: 0)
    }
    return result
  }

  @Test("agrees with the rule in other words, whatever the clock said", arguments: 1...40)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      var date = Int64.random(in: -1000...1000, using: &random) * Self.hour
      let lists = (1...Int.random(in: 1...200, using: &random)).map { number in
        let longest = [Self.hour / 7, 5 * Self.hour, 40 * Self.hour].randomElement(using: &random)
        let step = Int64.random(in: 0...(longest ?? 0), using: &random)
        date += Int.random(in: 0..<10, using: &random) == 0 ? -step : step
        return list(
          number, at: date, size: Int.random(in: 1...50, using: &random),
          kind: EarlierList.Kind.allCases.filter {
            $0 == .replaced || Int.random(in: 0..<9, using: &random) == 0
          }.last ?? .replaced)
      }
      let limits = EarlierList.Limits(
        latest: Int.random(in: 0...5, using: &random),
        hours: Int.random(in: 0...12, using: &random),
        days: Int.random(in: 0...5, using: &random), months: Int.random(in: 0...5, using: &random),
        updates: Int.random(in: 0...3, using: &random),
        bytes: Int.random(in: 1...2000, using: &random))
      #expect(kept(lists, limits) == Self.expected(lists, limits), "seed \(seed)")
    }
  }
}
