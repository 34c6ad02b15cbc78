#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
public import Keywright
import KeywrightStorage

extension EtcdStore {
  /// Stops all changes on all machines: they show the values of this revision, and commits throw, until
  /// ``thaw()``.
  ///
  /// - Parameter reason: A text for people, which is the value of the freeze key.
  /// - Throws: `refused` if the store is frozen already, with the reason of that.
  public func freeze(because reason: String) throws(StoreError) {
    let value = ValueText.text(of: .string(reason))
    let key = space.replica.range.key(of: KeyRange.freeze)
    let response = try operate(
      "freeze", changing: (nil, value),
      if: [Compare(key, isAt: 0)],
      doing: Operation(request_put: PutRequest(key: key, value: Data(value.utf8))))
    guard response.succeeded != true else { return }
    let found = response.responses?.first?.response_range?.kvs?.first?.value ?? Data()
    // The answer to an earlier request of this very call may have been lost.
    if found == Data(value.utf8) { return }
    throw StoreError(
      .refused, operation: "freeze", path: space.path, expected: "a store that is not frozen",
      found: "the freeze key: \(EtcdFailure.text(String(decoding: found, as: UTF8.self)))",
      advice: "Thaw it first, or leave it.")
  }

  /// Ends a freeze: every machine applies what was held back.
  ///
  /// - Throws: `refused` if the store is not frozen.
  public func thaw() throws(StoreError) {
    let key = space.replica.range.key(of: KeyRange.freeze)
    var exists = Compare(key, isAt: 0)
    exists.result = "GREATER"
    let response = try operate(
      "thaw", changing: (nil, nil), if: [exists],
      doing: Operation(request_delete_range: DeleteRangeRequest(key: key)))
    guard response.succeeded != true else { return }
    throw StoreError(
      .refused, operation: "thaw", path: space.path, expected: "a store that is frozen",
      found: "no freeze key")
  }

  /// Makes a transaction of the freeze key, with a record in the log.
  private func operate(
    _ operation: String, changing change: (old: String?, new: String?), if compares: [Compare],
    doing action: KeywrightEtcd.Operation
  ) throws(StoreError) -> TxnResponse {
    let (client, range) = (space.client, space.replica.range)
    let record = LogRecord(
      [.init(key: KeyRange.freeze.string, old: change.old, new: change.new)], note,
      at: client.time.today)
    let entry = record.operation(in: range, named: "\(UUID().uuidString.lowercased())/1")
    let reading = KeywrightEtcd.Operation(
      request_range: RangeRequest(key: range.key(of: KeyRange.freeze)))
    let request = TxnRequest(
      compare: compares, success: [action] + (entry.map { [$0] } ?? []), failure: [reading])
    do throws(EtcdFailure) {
      return try client.read(
        "v3/kv/txn", request, until: client.time.moment + client.options.commitTimeout,
        while: { [health = space.health] in !health.state.isSilent })
    } catch {
      throw StoreError(error, operation: operation, path: space.path)
    }
  }

  /// The reason of a freeze; nil if the store is not frozen.
  package var freezeReason: String? { space.replica.freezeReason }

  /// The status that each member reports, in the order of the endpoints.
  package func members() -> [MemberReport] {
    Maintenance(
      client: space.client, bounds: space.replica.range.bounds, path: space.path
    ).members()
  }

  /// Whether an endpoint's text leads to another machine without TLS: for the command, which warns of it.
  package static func isPlainAndRemote(endpoint text: String) -> Bool {
    guard let endpoint = try? Endpoint(text) else { return false }
    return !endpoint.isSecure && !endpoint.isLocal
  }
}
