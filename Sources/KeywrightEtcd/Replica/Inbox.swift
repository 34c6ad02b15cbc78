import KeywrightStorage

/// The revisions that the watch has brought and that are not applied yet.
///
/// The thread that reads the watch puts them in; the holder of the writer's lock takes them out: the
/// follower, or a commit that waits for its own revision. So a commit never waits for another thread to
/// be scheduled, nor for one that waits for the lock.
///
/// Thread safety: safe from any thread.
final class Inbox: Sendable {
  private struct State {
    var batches: [ReplicaBatch] = []
    var received: Int64 = 0
    var size = 0
    var mustLoad = true
    var wakes = 0
    /// Counts the beginnings of the watch at another revision than behind the last one.
    var epoch = 0
  }

  private let state: Monitor<State>

  init(_ time: any TimeSource) { state = Monitor(State(), time) }

  /// The most bytes that wait: beyond it the replica is loaded again, which is bounded.
  static let capacity = 128 << 20

  /// Whether everything has to be loaded, so that the watch may bring nothing more before that.
  var mustLoad: Bool {
    get { state.read(\.mustLoad) }
    set { state.change { $0.mustLoad = newValue } }
  }

  /// The revision up to which the watch has brought everything.
  var lastReceived: Int64 { state.read(\.received) }

  /// The same, and the number of the row of revisions to which it belongs.
  var position: (received: Int64, epoch: Int) { state.read { ($0.received, $0.epoch) } }

  /// Takes revisions of a watch.
  ///
  /// - Parameter epoch: The number of the row when the watch was opened; revisions of an earlier row are dropped.
  func put(_ new: [ReplicaBatch], epoch: Int) {
    guard let last = new.last else { return }
    state.change { state in
      guard state.epoch == epoch else { return }
      for batch in new where batch.revision > state.received {
        state.batches.append(batch)
        state.size += batch.size
      }
      state.received = max(state.received, last.revision)
      if state.size > Inbox.capacity {
        state.mustLoad = true
        state.batches = []
        state.size = 0
      }
    }
  }

  /// Takes what came, up to a revision.
  func take(upTo limit: Int64 = .max) -> [ReplicaBatch] {
    state.change { state in
      let end = state.batches.firstIndex { $0.revision > limit } ?? state.batches.endIndex
      let taken = Array(state.batches[..<end])
      state.batches.removeFirst(end)
      state.size -= taken.reduce(0) { $0 + $1.size }
      return taken
    }
  }

  /// Forgets what a load has found too.
  func begin(at revision: Int64) {
    state.change { state in
      state.batches.removeAll { $0.revision <= revision }
      state.size = state.batches.reduce(0) { $0 + $1.size }
      state.received = max(state.received, revision)
    }
  }

  /// Forgets everything: the watch begins again behind a revision.
  func restart(at revision: Int64) {
    state.change { state in
      state = State(
        received: revision, mustLoad: state.mustLoad, wakes: state.wakes + 1,
        epoch: state.epoch + 1)
    }
  }

  /// What ended a wait for the watch.
  enum Arrival {
    case brought
    /// A load has to come before: for it, the writer's lock has to be released.
    case mustLoad
    case late
  }

  /// Waits until the watch brings what is newer than a revision.
  func wait(
    forMoreThan revision: Int64, until deadline: Moment
  ) -> Arrival {
    state.wait(until: deadline) { $0.received > revision || $0.mustLoad }
    return state.read { state in
      state.received > revision ? .brought : state.mustLoad ? .mustLoad : .late
    }
  }

  /// Waits until the watch or a load has brought a revision; false if the time is over before.
  func wait(for revision: Int64, until deadline: Moment) -> Bool {
    state.wait(until: deadline) { $0.received >= revision }
  }

  /// Waits until there is something to take, or another thread calls ``wake()``, or the time is over.
  func waitForNews(until deadline: Moment) {
    let before = state.read(\.wakes)
    state.wait(until: deadline) { !$0.batches.isEmpty || $0.wakes != before }
  }

  func wake() { state.change { $0.wakes += 1 } }
}
