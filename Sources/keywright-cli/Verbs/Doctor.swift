import Foundation
import KeywrightStorage
import KeywrightVerbs

/// `doctor`: examines the files of a store, and mends them.
enum Doctor: Verb {
  static let description = VerbDescription(
    word: "doctor", summary: "examines the files of a store, and mends them",
    options: [
      StoreLocation.option,
      .flag(
        "mend",
        """
        brings everything that can be read into a new property list, and keeps
        every other byte aside under another name; waits up to 10 s for other
        writers
        """),
      .flag(
        "acknowledge",
        """
        renames the damaged files that are kept beside the store, once their values are
        restored or given up: until then each opening reports them
        """),
      .json,
    ],
    discussion: """
      Says what is found for a store in a file: its property list, its journal with the commits in it,
      its lock, what a crash left, what was kept aside; and what opening the store would give. Without
      --mend and --acknowledge nothing is changed. A journal or a lock is no store: name the property
      list that it belongs to.

      Of a store on etcd it asks each member for its version, its revision, its alarms and what it
      holds of the store, and the store for its values and its freeze.
      """,
    codes: [
      .success: "healthy; all members answer, without alarms and alike",
      .problems: "in need of mending, or an earlier list cannot be read; not so",
      .failed: "unreadable or not there, or not mended",
    ],
    examples: [
      "keywright doctor --store org.example.player",
      "keywright doctor --mend --store ~/.config/org.example.player/defaults.plist",
      "keywright doctor --store etcd://10.0.0.1:2379,10.0.0.2:2379/shop",
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    let changes = ["mend", "acknowledge"].filter(arguments.flags.contains)
    let location = try StoreSearch.location(arguments, for: changes.isEmpty ? .reading : .changing)
    if let cluster = location.cluster {
      if let flag = changes.first {
        throw Arguments.Refusal(reason: "--\(flag) concerns the files of a store, not a cluster")
      }
      let report = ClusterReport(cluster)
      return Outcome(
        output: arguments.output(report.json, or: report.text), complaints: cluster.exposureNote,
        code: report.code)
    }
    if location.secrets != nil {
      throw Arguments.Refusal(
        reason: "the store of secrets has no files; `keywright get` says what is wrong")
    }
    let file = DurableFile(path: location.path)
    let report: DoctorReport
    do throws(StorageError) {
      if arguments.flags.contains("acknowledge") { _ = try file.acknowledgeDamage() }
      report = DoctorReport(path: location.path, try file.inspect())
    } catch {
      return Outcome(complaints: complaint("\(words: error.sentence)"), code: .failed)
    }
    guard arguments.flags.contains("mend"), report.canBeMended else {
      return Outcome(output: arguments.output(report.json, or: report.text), code: report.code)
    }
    do throws(StorageError) {
      try file.mend(timeout: .seconds(10))
      let mended = DoctorReport(path: location.path, try file.inspect(), before: report)
      return Outcome(
        output: arguments.output(mended.json, or: mended.text),
        code: mended.state == .healthy ? mended.code : .failed)
    } catch {
      return Outcome(
        output: arguments.output(report.json, or: report.text),
        complaints: complaint("not mended: \(words: error.sentence)"), code: .failed)
    }
  }
}
