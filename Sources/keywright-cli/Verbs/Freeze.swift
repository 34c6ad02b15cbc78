import Keywright
import KeywrightEtcd
import KeywrightSchema
import KeywrightVerbs

/// `freeze WHY`: stops all changes of a store on etcd.
enum Freeze: Verb {
  static let description = VerbDescription(
    word: "freeze", summary: "stops all changes of a store on etcd, on every machine",
    operands: [.init("WHY", .nothing)],
    options: [StoreLocation.option, .json],
    discussion: """
      From then on every machine shows the values of this moment, also one that starts, and commits are
      refused with WHY, until `keywright thaw`. The same is done by `etcdctl put PREFIX/keywright:freeze`.
      """,
    codes: [.success: "frozen", .problems: "it is frozen already"],
    examples: ["keywright freeze 'until Monday' --store etcd://10.0.0.1:2379/shop"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    let reason = try arguments.only("the reason")
    return try FreezeChange.make(arguments, isFrozen: true) { store throws(StoreError) in
      try store.freeze(because: reason)
    }
  }
}

/// `thaw`: lets a store on etcd change again.
enum Thaw: Verb {
  static let description = VerbDescription(
    word: "thaw", summary: "lets a store on etcd change again",
    options: [StoreLocation.option, StoreChanges.reason, .json],
    discussion: """
      Ends a freeze: every machine applies the changes that were held back.
      """,
    codes: [.success: "thawed", .problems: "it is not frozen"],
    examples: ["keywright thaw --store etcd://10.0.0.1:2379/shop"])

  static func run(_ arguments: Arguments) throws -> Outcome {
    try arguments.none()
    return try FreezeChange.make(arguments, isFrozen: false) { store throws(StoreError) in
      try store.thaw()
    }
  }
}

private enum FreezeChange {
  static func make(
    _ arguments: Arguments, isFrozen: Bool, _ change: (EtcdStore) throws(StoreError) -> Void
  ) throws -> Outcome {
    let cluster = try ClusterLocation(of: StoreSearch.location(arguments, for: .changing))
    let reason = arguments.value(of: StoreChanges.reason)
    // Nothing has to be loaded for it.
    let store = cluster.connected()
    defer { store.close() }
    var outcome = Outcome(complaints: cluster.exposureNote)
    do throws(StoreError) {
      try change(reason.map(store.because) ?? store)
    } catch {
      guard error.code == .refused else { throw error }
      outcome.code = .problems
      outcome.complaints +=
        complaint("nothing changed: \(error.found ?? "\(error)")")
      return outcome
    }
    outcome.output = arguments.output(["frozen": .bool(isFrozen)], or: "")
    return outcome
  }
}
