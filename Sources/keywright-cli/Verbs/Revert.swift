import Keywright
import KeywrightEtcd
import KeywrightSchema
import KeywrightVerbs

/// `revert REVISION`: makes the opposite of a commit of a store on etcd.
enum Revert: Verb {
  static let description = VerbDescription(
    word: "revert", summary: "brings back the values before a commit of a store on etcd",
    operands: [.init("REVISION", .nothing)],
    options: [
      StoreLocation.option,
      StoreChanges.reason, StoreChanges.trial,
      .json,
    ],
    discussion: """
      Makes a commit with the values that its keys had before the commit of REVISION, which
      `keywright history` lists. It is refused, and changes nothing, if a key was changed since, or if the
      log leaves out a value.
      """,
    codes: [.success: "reverted", .problems: "refused, and nothing changed"],
    examples: [
      "keywright revert 1234 --because 'too loud' --store etcd://10.0.0.1:2379/shop"
    ])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let text = try arguments.only("a revision")
    guard let revision = Int64(text), revision > 0 else {
      throw Arguments.Refusal(reason: "`\(text)` is no revision, as `keywright history` lists them")
    }
    let cluster = try ClusterLocation(of: StoreSearch.location(arguments, for: .changing))
    let isTrial = arguments.has(StoreChanges.trial)
    let commit = try cluster.open { store in
      let log = try store.log(last: 100_000)
      guard let commit = log.first(where: { $0.revision == revision }) else {
        throw PlainRefusal(reason: "the log has no commit of revision \(revision)")
      }
      if isTrial { return commit }
      do throws(StoreError) {
        try (arguments.value(of: StoreChanges.reason).map(store.because) ?? store)
          .revert(commit)
      } catch {
        guard error.code == .refused || error.code == .unsupported else { throw error }
        let key = error.storageString.map { "\($0): " } ?? ""
        throw PlainRefusal(
          reason: "\(key)\(error.found ?? "refused"). \(error.advice ?? "")")
      }
      return commit
    }
    let keys = commit.changes.map(\.storageString)
    return Outcome(
      output: arguments.output(
        .array(keys.map(JSONDocument.string)),
        or: isTrial ? keys.map { printable($0) + "\n" }.joined() : ""),
      complaints: cluster.exposureNote)
  }
}
