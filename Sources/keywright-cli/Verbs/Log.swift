import Foundation
import Keywright
import KeywrightEtcd
import KeywrightSchema
import KeywrightVerbs

/// `log`: the commits of a store on etcd.
enum Log: Verb {
  static let description = VerbDescription(
    word: "log", summary: "lists who changed what in a store on etcd, when and why",
    operands: [.init("[KEY…]", .key)],
    options: StoreLocation.options + [
      .value(
        "since", "MOMENT", "commits since then: 2026-01-31T12:00:00Z, or before now: 30m, 2h, 7d"),
      .value("count", "N", "the last ones, 100 without it"),
      .flag("json", "one JSON array of objects"),
    ],
    discussion: """
      Lists commits, newest first, with the values before and after; of KEY… if some are named. Of each
      key the last 20 are kept, for 30 days, unless the program says otherwise. A change that was not
      made by Keywright, as by `etcdctl put`, shows as one of an unknown hand, while its value is there.
      Values of private and secret keys are never in the log.
      """,
    codes: [.success: "listed"],
    examples: [
      "keywright log --store etcd://10.0.0.1:2379/shop --since 2h",
      "keywright log player:volume --store etcd://10.0.0.1:2379/shop --json",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let cluster = try ClusterLocation(arguments)
    let names = Set(arguments.operands.map(ExactString.init))
    let since = try arguments.values["since"].map { try moment($0, before: Date()) }
    let count = try count(arguments.values["count"])
    // The last commits of one key, or since a moment, may be anywhere among all.
    let isWhole = names.isEmpty && since == nil
    var commits = try cluster.open { try $0.log(last: isWhole ? count : 100_000) }
    if let since {
      // A change of unknown time is as late as its revision.
      let last = commits.lazy.filter { $0.date.map { $0 < since } ?? false }.map(\.revision).max()
      commits.removeAll { $0.revision <= last ?? 0 }
    }
    if !names.isEmpty {
      commits.removeAll { commit in
        !commit.changes.contains { names.contains(ExactString($0.storageString)) }
      }
    }
    commits = Array(commits.prefix(count))
    let output =
      arguments.flags.contains("json")
      ? JSONDocument.array(commits.map(document)).text() + "\n" : commits.map(text).joined()
    return Outcome(output: output, complaints: cluster.exposureNote)
  }

  private static func count(_ text: String?) throws(Arguments.Refusal) -> Int {
    guard let text else { return 100 }
    guard let count = Int(text), 1...100_000 ~= count else {
      throw Arguments.Refusal(reason: "--count is a number from 1 to 100000, not \(text)")
    }
    return count
  }

  /// A moment of ISO 8601, or a time before now.
  static func moment(_ text: String, before now: Date) throws(Arguments.Refusal) -> Date {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    if let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
      number >= 0, number.isFinite
    {
      return now.addingTimeInterval(-number * unit)
    }
    if let seconds = DateText.seconds(text) { return Date(timeIntervalSinceReferenceDate: seconds) }
    throw Arguments.Refusal(
      reason: "--since is a moment as 2026-01-31T12:00:00Z, or a time before now as 2h, not \(text)"
    )
  }

  private static func text(_ commit: EtcdStore.LoggedCommit) -> String {
    let ink = Ink.ofOutput
    let when = date(of: commit) ?? "at an unknown time"
    let head =
      "\(commit.revision)  \(when)  \(commit.author ?? "an unknown hand")"
      + (commit.reason.map { ": \($0)" } ?? "")
    let lines = commit.changes.map { change in
      "  \(change.storageString)  "
        + (change.isHidden ? "(not shown)" : "\(text(change.old)) → \(text(change.new))")
    }
    return ink.paint(printable(head), .bold) + "\n" + lines.map { printable($0) + "\n" }.joined()
  }

  private static func date(of commit: EtcdStore.LoggedCommit) -> String? {
    commit.date.flatMap { DateText.text($0.timeIntervalSinceReferenceDate) }
  }

  private static func text(_ value: StoredValue?) -> String {
    value.map { JSONDocument($0).line } ?? "nothing"
  }

  private static func document(_ commit: EtcdStore.LoggedCommit) -> JSONDocument {
    let changes = commit.changes.map { change -> JSONDocument in
      var members: [(String, JSONDocument)] = [("key", .string(change.storageString))]
      if change.isHidden {
        members.append(("hidden", .bool(true)))
      } else {
        members.append(("old", change.old.map(JSONDocument.init) ?? .null))
        members.append(("new", change.new.map(JSONDocument.init) ?? .null))
      }
      return .object(members)
    }
    return [
      "revision": .integer(Int(commit.revision)),
      "author": commit.author.map(JSONDocument.string) ?? .null,
      "date": date(of: commit).map(JSONDocument.string) ?? .null,
      "reason": commit.reason.map(JSONDocument.string) ?? .null, "changes": .array(changes),
    ]
  }
}
