#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The messages of etcd's gRPC gateway, as its JSON names them
// (https://etcd.io/docs/v3.4/dev-guide/api_grpc_gateway/). A field that is not used is left out.

struct Header: Codable, Sendable {
  @WireCount var revision = 0
  @WireCount var raft_term = 0
  /// Of 64 bits without a sign.
  var cluster_id: String?
}

/// An answer whose header a majority has confirmed.
protocol ConfirmedResponse {
  var header: Header? { get }
}

struct KeyValue: Codable, Sendable {
  var key = Data()
  var value: Data?
  @WireCount var mod_revision = 0
  @WireCount var create_revision = 0
  @WireCount var version = 0
  @WireInteger var lease = 0
}

struct RangeRequest: Codable, Sendable {
  var key: Data
  var range_end: Data?
  var limit: Int?
  var revision: String?
  var sort_order: String?
  var sort_target: String?
  var keys_only: Bool?
  var count_only: Bool?
  /// Whether a member answers by its own database, without its cluster.
  var serializable: Bool?
}

struct RangeResponse: Codable, Sendable, ConfirmedResponse {
  var header: Header?
  var kvs: [KeyValue]?
  var more: Bool?
  @WireCount var count = 0
}

struct PutRequest: Codable, Sendable {
  var key: Data
  var value: Data
  var lease: String?
}

struct DeleteRangeRequest: Codable, Sendable {
  var key: Data
  var range_end: Data?
}

struct Compare: Codable, Sendable {
  var result = "EQUAL"
  var target = "MOD"
  var key: Data
  var range_end: Data?
  var mod_revision: String

  /// A compare: a revision was the last to change a key; 0 if there is none.
  init(_ key: Data, isAt revision: Int64) {
    self.key = key
    mod_revision = "\(revision)"
  }

  /// A compare: no key of a range was changed after a revision.
  init(_ range: (start: Data, end: Data), isUnchangedSince revision: Int64) {
    key = range.start
    range_end = range.end
    result = "LESS"
    mod_revision = "\(revision + 1)"
  }
}

struct Operation: Codable, Sendable {
  var request_range: RangeRequest?
  var request_put: PutRequest?
  var request_delete_range: DeleteRangeRequest?
  var request_txn: TxnRequest?
}

struct TxnRequest: Codable, Sendable {
  var compare: [Compare]
  var success: [Operation]
  var failure: [Operation]
}

struct OperationResponse: Codable, Sendable {
  var response_range: RangeResponse?
  var response_txn: TxnResponse?
}

struct TxnResponse: Codable, Sendable, ConfirmedResponse {
  var header: Header?
  var succeeded: Bool?
  var responses: [OperationResponse]?
}

struct LeaseGrantRequest: Codable, Sendable {
  @WireInteger var TTL: Int64
}

struct LeaseRequest: Codable, Sendable {
  @WireInteger var ID: Int64
}

struct LeaseResponse: Codable, Sendable {
  @WireInteger var ID = 0
  @WireInteger var TTL = 0
}

/// A message of a stream.
struct Streamed<Message: Decodable>: Decodable {
  var result: Message?
  var error: ErrorMessage?
}

struct AuthenticateRequest: Codable, Sendable {
  var name: String
  var password: String
}

struct AuthenticateResponse: Codable, Sendable {
  var token: String?
}

/// An error answer of etcd.
struct ErrorMessage: Codable, Sendable {
  var message: String?
  var error: String?
  var code: Int?
  var grpc_code: Int?
}

struct WatchRequest: Codable, Sendable {
  struct Creation: Codable, Sendable {
    var key: Data
    var range_end: Data
    @WireCount var start_revision: Int64
  }

  var create_request: Creation
}

struct WatchResponse: Codable, Sendable {
  struct Event: Codable, Sendable {
    /// "DELETE"; nothing for a put.
    var type: String?
    var kv: KeyValue?
  }

  var header: Header?
  var created: Bool?
  var canceled: Bool?
  @WireCount var compact_revision = 0
  var cancel_reason: String?
  var events: [Event]?
}
