import Keywright
import KeywrightStorage

/// The history of the cluster, as far as its answers have shown it.
///
/// A cluster that was restored from a backup goes on from an older revision, and answers as ever: a watch
/// from a revision that it has not reached yet simply stays silent. Only the headers of its answers show
/// that what came after the backup is void: another number of the cluster, or a term or a revision that
/// is lower than one that this process knew before it asked.
///
/// Thread safety: safe from any thread.
final class ClusterHistory: Sendable {
  /// A moment of a history.
  struct Moment: Sendable {
    /// The number of times that the cluster began another history.
    var number = 0
    fileprivate(set) var cluster: UInt64?
    fileprivate(set) var term: Int64 = 0
    fileprivate(set) var revision: Int64 = 0
    /// The sign by which the present history was noticed, for a message.
    fileprivate(set) var sign: String?
  }

  private let state = Protected(Moment())

  /// The last moment that is known.
  var moment: Moment { state.withLock(\.self) }

  /// Notes that the watch has brought a revision of the history of a number.
  func note(revision: Int64, of number: Int) {
    state.withLock { state in
      if state.number == number { state.revision = max(state.revision, revision) }
    }
  }

  /// Notes the header of an answer that a majority has confirmed.
  ///
  /// - Parameter before: The moment that was known before the request was sent.
  func note(_ header: Header, before: Moment) {
    state.withLock { state in
      // An answer that was asked for in an earlier history says nothing of this one.
      guard state.number == before.number else { return }
      let cluster = header.cluster_id.flatMap { UInt64($0) } ?? state.cluster
      var next = Moment(
        number: state.number, cluster: cluster, term: max(state.term, header.raft_term),
        revision: max(state.revision, header.revision), sign: state.sign)
      if let sign = ClusterHistory.sign(of: header, cluster, after: before) {
        next = Moment(
          number: state.number + 1, cluster: cluster, term: header.raft_term,
          revision: header.revision, sign: sign)
      }
      state = next
    }
  }

  /// Begins another history, whose answers are not known to be lower in anything.
  func begin(because sign: String) {
    state.withLock { state in
      state = Moment(
        number: state.number + 1, cluster: state.cluster, term: state.term, revision: 0, sign: sign)
    }
  }

  private static func sign(
    of header: Header, _ cluster: UInt64?, after before: Moment
  ) -> String? {
    if let known = before.cluster, let cluster, known != cluster {
      return "the cluster \(cluster) instead of \(known)"
    }
    if header.revision < before.revision {
      return "revision \(header.revision) after \(before.revision)"
    }
    if header.raft_term < before.term { return "term \(header.raft_term) after \(before.term)" }
    return nil
  }
}

extension StoreError {
  static func newHistory(_ history: ClusterHistory.Moment, path: String?) -> StoreError {
    StoreError(
      .unavailable, operation: "watch", path: path, expected: "the history that was followed",
      found: history.sign,
      advice:
        "The cluster was restored from a backup, or is another one. Everything was loaded again; "
        + "commits that are newer than the backup are gone.")
  }
}
