import KeywrightStorage

/// What etcd holds under a prefix at one revision: enough to know whether a copy of it is current.
struct Newest: Sendable {
  let revision: Int64
  /// The last change of a key that is there.
  let modified: Int64
  /// The number of keys.
  let count: Int64
  /// The revision that created the key which freezes the store; nil if it is not there.
  let frozenAt: Int64?

  /// The question; a transaction, so that both answers are of one revision.
  static func request(of range: KeyRange) -> TxnRequest {
    let (start, end) = range.bounds
    let last = RangeRequest(
      key: start, range_end: end, limit: 1, sort_order: "DESCEND", sort_target: "MOD",
      keys_only: true)
    let freeze = RangeRequest(key: range.key(of: KeyRange.freeze), keys_only: true)
    return TxnRequest(
      compare: [],
      success: [last, freeze].map { Operation(request_range: $0) }, failure: [])
  }

  init(_ response: TxnResponse) throws(EtcdFailure) {
    guard let revision = response.header?.revision, let answers = response.responses,
      answers.count == 2, let last = answers[0].response_range
    else { throw .malformed("a transaction without its answers") }
    self.revision = revision
    modified = last.kvs?.first?.mod_revision ?? 0
    count = last.count
    frozenAt = answers[1].response_range?.kvs?.first?.create_revision
  }
}

extension EtcdClient {
  /// What etcd holds under a prefix, from any member.
  func newest(of range: KeyRange, until deadline: Moment) throws(EtcdFailure) -> Newest {
    try Newest(read("v3/kv/txn", Newest.request(of: range), until: deadline))
  }
}

extension Replica {
  /// Takes in what has arrived, and returns whether the values are those of an answer to that question, or
  /// are frozen; they are then confirmed as of the moment of asking. The caller holds the writer's lock.
  ///
  /// A freeze counts for as long as etcd has its key: a thaw that the watch could not bring is found by a load alone.
  func confirms(_ newest: Newest, asOf asked: Moment) -> Bool {
    drain()
    let isCurrent =
      frozenAt.map { $0 == newest.frozenAt || $0 > newest.revision } ?? holds(newest)
    if isCurrent { confirm(asOf: asked) }
    return isCurrent
  }

  /// Whether the known keys are those that etcd held.
  ///
  /// Every such key is then known as it was, and a key that is known and was gone would make the numbers
  /// differ.
  private func holds(_ newest: Newest) -> Bool {
    if isOutdated { return false }
    if applied >= newest.revision { return true }
    return applied >= newest.modified
      && entries.reduce(0) { $0 + ($1.value.isGone ? 0 : 1) } == newest.count
  }
}
