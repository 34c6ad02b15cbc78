#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import Keywright

/// The state of one member, for operators.
package struct MemberReport: Sendable {
  /// The endpoint.
  package let url: String
  /// The reason why it does not answer; nil if it does.
  package fileprivate(set) var problem: StoreError?
  package fileprivate(set) var version = ""
  package fileprivate(set) var revision: Int64 = 0
  /// The bytes of its database.
  package fileprivate(set) var size: Int64 = 0
  package fileprivate(set) var isLeader = false
  /// Alarms of the member, such as `NOSPACE`, and errors that it reports.
  package fileprivate(set) var alarms: [String] = []
  /// A hash of the store's keys and values in the member's own database, as of one revision that all members
  /// have, which is good for this process alone; nil if it is not known.
  package fileprivate(set) var contents: Int?
  fileprivate var number: String?
}

/// The status that members report.
struct Maintenance {
  let client: EtcdClient
  /// The keys of the store.
  let bounds: (start: Data, end: Data)
  let path: String

  /// Asks each member, one after another; each has the time of one request.
  func members() -> [MemberReport] {
    var reports = client.endpoints.indices.map(status)
    let alarms =
      reports.indices.lazy.filter { reports[$0].problem == nil }
      .compactMap(alarms).first ?? []
    for index in reports.indices where reports[index].problem == nil {
      reports[index].alarms += alarms.filter { $0.memberID == reports[index].number }
        .map { $0.alarm ?? "an alarm" }
    }
    // Hashes of different revisions say nothing. etcd's own one over the gateway is of the whole database,
    // where the members' salts of passwords differ.
    let common = reports.filter { $0.problem == nil }.map(\.revision).min() ?? 0
    for index in reports.indices where reports[index].problem == nil {
      reports[index].contents = try? contents(of: index, at: common)
    }
    return reports
  }

  private func status(of index: Int) -> MemberReport {
    var report = MemberReport(url: client.endpoints[index].text)
    do throws(EtcdFailure) {
      let status: StatusResponse = try client.call(
        "v3/maintenance/status", StatusRequest(), at: index)
      report.version = EtcdFailure.text(status.version ?? "")
      report.revision = status.header?.revision ?? 0
      report.size = status.dbSize
      report.number = status.header?.member_id
      report.isLeader = status.leader != nil && status.leader == report.number
      report.alarms = (status.errors ?? []).map(EtcdFailure.text)
    } catch {
      report.problem = StoreError(error, operation: "status", path: path)
    }
    return report
  }

  private func alarms(of index: Int) -> [AlarmResponse.Alarm]? {
    let response = try? client.call(
      "v3/maintenance/alarm", AlarmRequest(), at: index, as: AlarmResponse.self)
    return response.map { $0.alarms ?? [] }
  }

  private func contents(of index: Int, at revision: Int64) throws(EtcdFailure) -> Int {
    var hasher = Hasher()
    try client.forEachPair(of: bounds, at: index, revision: revision, serializable: true) { pair in
      hasher.combine(pair.key)
      hasher.combine(pair.mod_revision)
      hasher.combine(pair.value)
    }
    return hasher.finalize()
  }
}

private struct StatusRequest: Codable, Sendable {}

private struct StatusResponse: Codable, Sendable {
  struct Header: Codable, Sendable {
    var member_id: String?
    @WireCount var revision = 0
  }

  var header: Header?
  var version: String?
  @WireCount var dbSize = 0
  var leader: String?
  var errors: [String]?
}

private struct AlarmRequest: Codable, Sendable {
  var action = "GET"
}

private struct AlarmResponse: Codable, Sendable {
  struct Alarm: Codable, Sendable {
    var memberID: String?
    var alarm: String?
  }

  var alarms: [Alarm]?
}
