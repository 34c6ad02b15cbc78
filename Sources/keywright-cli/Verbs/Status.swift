import KeywrightSchema
import KeywrightVerbs

/// `status`: the members of a cluster, and a store on it.
enum Status: Verb {
  static let description = VerbDescription(
    words: ["status"], summary: "says how a store on etcd and the members of its cluster are",
    options: StoreLocation.options + [.flag("json", "one JSON object")],
    discussion: """
      Asks each member for its version, its revision, its alarms and what it holds of the store, and
      the store for its values and its freeze. Nothing is written.
      """,
    codes: [
      .success: "all members answer, without alarms and alike, and all values are readable",
      .problems: "not so",
    ],
    examples: ["keywright status --store etcd://10.0.0.1:2379,10.0.0.2:2379/shop"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    let cluster = try ClusterLocation(arguments)
    let report = ClusterReport(cluster)
    var outcome = arguments.flags.contains("json") ? report.document : report.outcome
    outcome.complaints = cluster.exposureNote
    return outcome
  }
}
