import Foundation
import KeywrightTestSupport
import KeywrightVerbs
import Testing

@testable import keywright_cli

@Suite("history, restore, and diff of two states")
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
    EarlierStore.Moment.formatter("yyyy-MM-dd")
      .string(from: Date(timeIntervalSinceNow: -86_400 * daysAgo))
  }

  @Test("history lists what was kept, with the names that changed")
  func history() throws {
    try makeStore()
    let end = try command.run("history", "s.plist")
    let lines = end.output.split(separator: "\n")
    #expect(end.code == 0 && lines.count == 2)
    #expect(lines[0].hasPrefix("3  \(day(40)) ") && lines[0].hasSuffix("  2 values"))
    #expect(lines[1].hasPrefix("4  \(day(2)) ") && lines[1].hasSuffix("  player:volume, x"))
    let none = try command.run("set", "player:volume", "1", "--store", "./t.plist")
    #expect(none.code == 0)
    let empty = try command.run("history", "t.plist")
    #expect(empty == .init(0, "", "keywright: no earlier list of t.plist was kept\n"))
  }

  @Test("diff says in types and names what is different since a day")
  func diff() throws {
    try makeStore()
    let end = try command.run("diff", "s.plist@yesterday", "s.plist")
    #expect(
      end
        == .init(
          1, "+ player:theme=dark\n- player:volume=0.2\n+ player:volume=0.3\n", ""))
    let older = try command.run("diff", "s.plist@\(day(40))", "s.plist@\(day(2))")
    #expect(older.output == "- player:volume=0.1\n+ player:volume=0.2\n- x=<undeclared: integer>\n")
    let same = try command.run("diff", "s.plist@4", "s.plist@\(day(2))T23:59")
    #expect(same.code == 0 && same.output.isEmpty)
    let json = try command.run("diff", "--json", "s.plist@4", "s.plist")
    #expect(json.output.contains(#""key": "player:theme""#))
  }

  @Test("a store that has not changed since is its own state of that time")
  func unchanged() throws {
    try write("<key>player:volume</key><real>0.3</real>", to: "s.plist", daysAgo: 3)
    let end = try command.run("diff", "s.plist@yesterday", "s.plist")
    #expect(end == .init(0, "", ""))
  }

  @Test("restore brings all values back, or those of some keys")
  func restore() throws {
    try makeStore()
    let dry = try command.run("restore", "s.plist@yesterday", "--dry-run")
    #expect(
      dry.output == "- player:theme=dark\n- player:volume=0.3\n+ player:volume=0.2\n")
    let one = try command.run("restore", "s.plist@yesterday", "player:volume", "--yes")
    #expect(one == .init(0, "", ""))
    let list = try command.run("export", "--format", "env", "--store", "./s.plist")
    #expect(list.output.contains("0.2") && list.output.contains("dark"))
    let all = try command.run("restore", "s.plist@3", "--yes")
    #expect(all == .init(0, "", ""))
    let end = try command.run("diff", "s.plist@3", "s.plist")
    #expect(end == .init(0, "", ""))
    // What the store held before each return was kept, so that it can be undone.
    let undone = try command.run("restore", "s.plist@5", "--yes")
    #expect(undone == .init(0, "", ""))
    let values = try command.run("export", "--format", "env", "--store", "./s.plist")
    #expect(values.output.contains("0.3") && values.output.contains("dark"))
  }

  @Test("a time that is none, and one of which nothing was kept, are refused")
  func refusals() throws {
    try makeStore()
    let wrong = try command.run("restore", "s.plist@lately", "--yes")
    #expect(wrong.code == 2 && wrong.complaints.contains("`lately` is no time; as in yesterday"))
    let missing = try command.run("restore", "s.plist", "--yes")
    #expect(missing.code == 2 && missing.complaints.contains("a time is missing"))
    let early = try command.run("restore", "s.plist@1999-01-01", "--yes")
    #expect(early.code == 3 && early.complaints.contains("nothing of that time was kept"))
    let unknown = try command.run("restore", "s.plist@4", "player:volum", "--yes")
    #expect(unknown.complaints.contains("did you mean `player:volume`?"))
  }

  @Test(
    "moments mean the end of a day, or a minute",
    arguments: [
      ("2026-11-24", "2026-11-25 00:00:00", true),
      ("2026-11-24T10:05", "2026-11-24 10:05:00", false),
      ("yesterday", "2026-11-25 00:00:00", true), ("10:05", "2026-11-25 10:05:00", false),
    ])
  func moments(text: String, date: String, isEnd: Bool) throws {
    let formatter = EarlierStore.Moment.formatter("yyyy-MM-dd HH:mm:ss")
    let now = try #require(formatter.date(from: "2026-11-25 19:00:00"))
    let expected = try #require(formatter.date(from: date))
    let nanoseconds = Int64(expected.timeIntervalSince1970 * 1e9) - (isEnd ? 1 : 0)
    #expect(EarlierStore.Moment(text, now: now) == .date(nanoseconds))
    for wrong in ["", "2026-13-01", "25:00", "2026-11-24T", "0", "-1", "1e3", "2026-11-2"] {
      #expect(EarlierStore.Moment(wrong, now: now) == nil, "\(wrong)")
    }
  }
}
