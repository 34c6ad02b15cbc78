import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("history and restore")
struct HistoryVerbTests {
  let command: BuiltCommand

  init() throws { command = try BuiltCommand() }

  private func plist(_ values: String) -> String {
    "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(values)</dict></plist>"
  }

  private func write(_ values: String, to name: String, daysAgo days: Double) throws {
    _ = try command.folder.write(plist(values), to: name)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400 * days)],
      ofItemAtPath: command.folder.file(name))
  }

  /// A store that was changed today, and kept a list of two days ago and one of forty.
  private func makeStore() throws {
    try write(
      "<key>player:volume</key><real>0.1</real><key>x</key><integer>1</integer>",
      to: "s.plist.earlier-3", daysAgo: 40)
    try write("<key>player:volume</key><real>0.2</real>", to: "s.plist.earlier-4", daysAgo: 2)
    try write(
      "<key>player:volume</key><real>0.3</real><key>player:theme</key><string>dark</string>",
      to: "s.plist", daysAgo: 0)
  }

  private func day(_ daysAgo: Double) -> String {
    Moment.formatter("yyyy-MM-dd")
      .string(from: Date(timeIntervalSinceNow: -86_400 * daysAgo))
  }

  @Test("history lists what was kept, newest first, with the names that changed")
  func history() throws {
    try makeStore()
    let end = try command.run("history", "--store", "s.plist")
    let lines = end.output.split(separator: "\n")
    #expect(end.code == 0 && lines.count == 2)
    #expect(lines[0].hasPrefix("4  \(day(2)) ") && lines[0].hasSuffix("  player:volume, x"))
    #expect(lines[1].hasPrefix("3  \(day(40)) ") && lines[1].hasSuffix("  2 values"))
    for (words, numbers) in [
      (["x"], "4"), (["player:theme"], ""), (["--since", "7d"], "4"), (["--since", "60d"], "43"),
      (["--since", "yesterday"], ""), (["--count", "1"], "4"),
    ] {
      let some = try command.run(arguments: ["history", "--store", "s.plist"] + words)
      #expect(String(some.output.split(separator: "\n").compactMap(\.first)) == numbers, "\(words)")
    }
    let none = try command.run("set", "player:volume", "1", "--store", "./t.plist")
    #expect(none.code == 0)
    let empty = try command.run("history", "--store", "t.plist")
    #expect(
      empty
        == .init(
          0, "",
          """
          keywright: no earlier list of t.plist is kept yet; `keywright doctor` tells its last commits

          """))
    let missed = try command.run("history", "player:theme", "--store", "s.plist")
    #expect(missed == .init(0, "", "keywright: no such list of s.plist was kept\n"))
  }

  private func difference(_ moment: String) throws -> BuiltCommand.End {
    try command.run("restore", moment, "--dry-run", "--store", "s.plist")
  }

  @Test("restore says in types and names what differs from a time")
  func differences() throws {
    try makeStore()
    #expect(
      try difference("yesterday")
        == .init(0, "- player:theme=dark\n- player:volume=0.3\n+ player:volume=0.2\n", ""))
    #expect(
      try difference(day(40)).output
        == "- player:theme=dark\n- player:volume=0.3\n+ player:volume=0.1\n+ x=<undeclared: integer>\n"
    )
    for moment in ["4", "\(day(2))T23:59", "1d"] {
      #expect(try difference(moment) == difference("yesterday"), "\(moment)")
    }
    let json = try command.run("restore", "4", "--dry-run", "--json", "--store", "s.plist")
    #expect(json.output.contains(#""key": "player:theme""#))
  }

  @Test("a store that has not changed since is its own state of that time")
  func unchanged() throws {
    try write("<key>player:volume</key><real>0.3</real>", to: "s.plist", daysAgo: 3)
    #expect(
      try difference("yesterday")
        == .init(0, "", "keywright: nothing is different from that time\n"))
  }

  @Test("what a report says is kept stays, however often the store changes after that")
  func reported() throws {
    func set(_ value: Int) throws -> BuiltCommand.End {
      try command.run("set", "player:volume=0.\(value)", "--store", "s.plist")
    }
    #expect(try set(1).code == 0)
    try FileManager.default.removeItem(atPath: command.folder.file("s.plist"))
    let list = try command.run("list", "--changed", "--store", "s.plist")
    #expect(list.output.isEmpty && list.complaints.contains("The store begins anew"))
    #expect(try set(2).complaints.contains("kept as s.plist.earlier-1"))
    for value in 3...8 { #expect(try set(value).code == 0) }
    #expect(try command.run("restore", "1", "--yes", "--store", "s.plist") == .init(0, "", ""))
    #expect(try command.run("get", "player:volume", "--store", "s.plist").output == "0.1\n")
  }

  @Test("restore brings all values back, or those of some keys")
  func restore() throws {
    try makeStore()
    let one = try command.run(
      "restore", "yesterday", "player:volume", "--yes", "--store", "s.plist")
    #expect(one == .init(0, "", ""))
    let list = try command.run("export", "--format", "env", "--store", "./s.plist")
    #expect(list.output.contains("0.2") && list.output.contains("dark"))
    let all = try command.run("restore", "3", "--yes", "--store", "s.plist")
    #expect(all == .init(0, "", ""))
    #expect(try difference("3").output.isEmpty)
    // What the store held before each return was kept, so that it can be undone.
    let undone = try command.run("restore", "5", "--yes", "--store", "s.plist")
    #expect(undone == .init(0, "", ""))
    let values = try command.run("export", "--format", "env", "--store", "./s.plist")
    #expect(values.output.contains("0.3") && values.output.contains("dark"))
  }

  @Test("a time that is none, and one of which nothing was kept, are refused")
  func refusals() throws {
    try makeStore()
    let wrong = try command.run("restore", "lately", "--yes", "--store", "s.plist")
    #expect(wrong.code == 2 && wrong.complaints.contains("`lately` is no time; as in yesterday"))
    let missing = try command.run("restore", "--yes", "--store", "s.plist")
    #expect(missing.code == 2 && missing.complaints.contains("a time, as in yesterday, is missing"))
    let early = try command.run("restore", "1999-01-01", "--yes", "--store", "s.plist")
    #expect(early.code == 3 && early.complaints.contains("nothing of that time was kept"))
    let unknown = try command.run(
      "restore", "4", "player:volum", "--yes", "--store", "s.plist")
    #expect(unknown.complaints.contains("did you mean `player:volume`?"))
  }

  @Test(
    "moments mean a time, or a day with its first and last one",
    arguments: [
      ("2026-11-24", "2026-11-24 00:00:00", 86_400), ("2026-11-24T10:05", "2026-11-24 10:05:00", 0),
      ("yesterday", "2026-11-24 00:00:00", 86_400), ("10:05", "2026-11-25 10:05:00", 0),
      ("2h", "2026-11-25 17:00:00", 0), ("7d", "2026-11-18 19:00:00", 0),
    ])
  func moments(text: String, date: String, seconds: Int64) throws {
    let formatter = Moment.formatter("yyyy-MM-dd HH:mm:ss")
    let now = try #require(formatter.date(from: "2026-11-25 19:00:00"))
    let first = Int64(try #require(formatter.date(from: date)).timeIntervalSince1970 * 1e9)
    let last = first + max(0, seconds * 1_000_000_000 - 1)
    #expect(try Moment(text, now: now) == .time(first: first, last: last))
    #expect(try Moment("12", now: now) == .number(12))
    let zoned = try Moment("1970-01-01T00:00:02Z", now: now)
    // All of the second, of which `history` prints no part.
    #expect(zoned == .time(first: 2_000_000_000, last: 2_999_999_999))
    let whole = try Moment("2026-11-24 10:05:07", now: now)
    #expect(try Moment("2026-11-24T10:05:07", now: now) == whole)
    guard case .time(let start, let end) = whole else { return #expect(Bool(false), "\(whole)") }
    #expect(end - start == 999_999_999)
    #expect(
      try Moment("2026-11-24 10:05", now: now) == Moment("2026-11-24T10:05", now: now))
    for wrong in ["", "2026-13-01", "25:00", "2026-11-24T", "0", "-1", "1e3", "2026-11-2", "-2h"] {
      #expect(throws: Arguments.Refusal.self, "\(wrong)") { try Moment(wrong, now: now) }
    }
  }
}
