import Foundation
import Keywright
import KeywrightEtcd
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// `history`: the past of a store.
enum History: Verb {
  static let description = VerbDescription(
    word: "history", summary: "lists what changed in a store, and when",
    operands: [.init("[KEY…]", .key)],
    options: [
      StoreLocation.option,
      .value("since", "WHEN", "what changed since then: a time, a day, or before now: 30m, 2h, 7d"),
      .value("count", "N", "the last ones, 100 without it"),
      .json,
    ],
    discussion: """
      Of a store in a file the lists that were kept when a newer one took their place, newest first:
      number, time of the last commit, the names of the values in which it differs from the one before
      it. `keywright restore NUMBER` returns to it, with --dry-run it says what differs now.

      Of a store on etcd the commits, with who made them and why, and the values before and after;
      `keywright revert` undoes one. The last 20 of each key are kept, for 30 days, unless the program
      says otherwise. A change that was not made by Keywright shows as one of an unknown hand, while its
      value is there. Values of private and secret keys are never in it.

      With KEY… only what changed those.
      """,
    codes: [.success: "listed, or nothing was kept"],
    examples: [
      "keywright history player:volume --store org.example.player",
      "keywright history --since 2h --store etcd://10.0.0.1:2379/shop",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let location = try StoreSearch.location(arguments, for: .reading)
    let wanted = try Wanted(arguments)
    if let cluster = location.cluster {
      return try CommitHistory(wanted: wanted).outcome(of: cluster)
    }
    try location.requireFile()
    guard location.exists else {
      return Outcome(complaints: location.absence ?? "", code: .failed)
    }
    // What is no store has no past either; a store that cannot be read may have kept lists.
    if (try? DurableFile(path: location.path).earlierLists())?.isEmpty ?? true {
      _ = try location.read()
    }
    return try ListHistory(wanted: wanted).outcome(of: location)
  }

  /// What a person wants to see.
  struct Wanted {
    private let names: Set<ExactString>
    /// In nanoseconds since 1970.
    let since: Int64?
    let count: Int
    let arguments: Arguments

    init(_ arguments: Arguments) throws(Arguments.Refusal) {
      names = Set(arguments.operands.map(ExactString.init))
      self.arguments = arguments
      since = try arguments.values["since"].map { text throws(Arguments.Refusal) in
        guard case .time(let first, _) = try Moment(text, of: "--since: ") else {
          throw Arguments.Refusal(reason: "--since is a time, not the number of a list")
        }
        return first
      }
      guard let text = arguments.values["count"] else {
        count = 100
        return
      }
      guard let count = Int(text), 1...100_000 ~= count else {
        throw Arguments.Refusal(reason: "--count is a number from 1 to 100000, not \(text)")
      }
      self.count = count
    }

    /// Whether the last changes are wanted, of whatever key and time.
    var isAnything: Bool { names.isEmpty && since == nil }

    func isAbout(_ changed: some Sequence<String>) -> Bool {
      names.isEmpty || changed.contains { names.contains(ExactString($0)) }
    }
  }
}

/// The lists that a store in a file kept.
private struct ListHistory {
  let wanted: History.Wanted
  /// More names do not help in a line.
  private static let longest = 4

  private struct Entry {
    let list: EarlierList
    /// The names that differ from the list before; nil for the first one.
    var names: [String]?
    var count = 0
    /// The reason why it cannot be read.
    var trouble: String?
  }

  func outcome(of location: StoreLocation) throws -> Outcome {
    let file = DurableFile(path: location.path)
    do throws(StorageError) {
      var previous: StoredValues?
      var entries: [Entry] = []
      let lists = try file.earlierLists()
      for list in lists { entries.append(entry(of: list, in: file, &previous)) }
      entries.removeAll {
        $0.list.date < wanted.since ?? .min || !wanted.isAbout($0.names ?? [])
      }
      entries = Array(entries.reversed().prefix(wanted.count))
      let isTold = entries.isEmpty && !wanted.arguments.has(.json)
      let none: Sentence =
        lists.isEmpty
        ? "no earlier list of \(path: location.path) is kept yet; `keywright doctor` tells its last commits"
        : "no such list of \(path: location.path) was kept"
      return Outcome(
        output: wanted.arguments.output(
          .array(entries.map(document)), or: entries.map(line).joined()),
        complaints: location.notes
          + (isTold ? complaint(none) : ""))
    } catch {
      return Outcome(complaints: complaint("\(words: error.sentence)"), code: .failed)
    }
  }

  private func entry(
    of list: EarlierList, in file: DurableFile, _ previous: inout StoredValues?
  ) -> Entry {
    do throws(StorageError) {
      let values = StoredValues(try file.members(of: list))
      let before = previous
      previous = values
      return Entry(
        list: list, names: before.map { StoreDifference($0, values, nil).entries.map(\.name) },
        count: values.names.count)
    } catch {
      return Entry(list: list, trouble: "cannot be read: \(error.reason)")
    }
  }

  private func line(_ entry: Entry) -> String {
    let date = Moment.formatter("yyyy-MM-dd HH:mm:ss").string(
      from: Date(nanoseconds: entry.list.date))
    let note = entry.list.kind == .beforeUpdate ? ", before an update" : ""
    return "\(entry.list.number)  \(date)  \(entry.trouble ?? summary(entry))\(note)\n"
  }

  private func summary(_ entry: Entry) -> String {
    guard let names = entry.names else { return counted(entry.count, "value") }
    if names.isEmpty { return "no change" }
    let shown = names.prefix(Self.longest).map { printable($0) }.joined(separator: ", ")
    return names.count > Self.longest ? "\(shown), and \(names.count - Self.longest) more" : shown
  }

  private func document(_ entry: Entry) -> JSONDocument {
    let date = DateText.text(Date(nanoseconds: entry.list.date).timeIntervalSinceReferenceDate)
    return [
      "number": .integer(Int(entry.list.number)), "date": date.map(JSONDocument.string) ?? .null,
      "file": .string(entry.list.name),
      "beforeUpdate": .bool(entry.list.kind == .beforeUpdate),
      "values": entry.trouble == nil ? .integer(entry.count) : .null,
      "changed": .array((entry.names ?? []).map { .string($0) }),
    ]
  }
}

/// The commits that a store on etcd keeps.
private struct CommitHistory {
  let wanted: History.Wanted

  func outcome(of cluster: ClusterLocation) throws -> Outcome {
    // The last commits of one key, or since a moment, may be anywhere among all.
    var commits = try cluster.open { try $0.log(last: wanted.isAnything ? wanted.count : 100_000) }
    if let since = wanted.since.map({ Date(nanoseconds: $0) }) {
      // A change of unknown time is as late as its revision.
      let last = commits.lazy.filter { $0.date.map { $0 < since } ?? false }.map(\.revision).max()
      commits.removeAll { $0.revision <= last ?? 0 }
    }
    commits.removeAll { !wanted.isAbout($0.changes.map(\.storageString)) }
    commits = Array(commits.prefix(wanted.count))
    return Outcome(
      output: wanted.arguments.output(
        .array(commits.map(document)), or: commits.map(text).joined()),
      complaints: cluster.exposureNote)
  }

  private func text(_ commit: EtcdStore.LoggedCommit) -> String {
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

  private func date(of commit: EtcdStore.LoggedCommit) -> String? {
    commit.date.flatMap { DateText.text($0.timeIntervalSinceReferenceDate) }
  }

  private func text(_ value: StoredValue?) -> String {
    value.map { JSONDocument($0).line } ?? "nothing"
  }

  private func document(_ commit: EtcdStore.LoggedCommit) -> JSONDocument {
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
