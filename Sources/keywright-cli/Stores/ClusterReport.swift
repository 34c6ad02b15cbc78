import Foundation
import Keywright
import KeywrightEtcd
import KeywrightSchema
import KeywrightVerbs

/// The state of a cluster, and of a store on it, for operators.
struct ClusterReport {
  private let members: [MemberReport]
  /// The text of the freeze key; nil if the store is not frozen.
  private let freeze: String?
  /// The reason why the store has no values; nil if it has.
  private let problem: StoreError?
  private let keys: Int
  /// The storage strings of values that the store cannot read.
  private let unreadable: [String]

  init(_ cluster: ClusterLocation) {
    let store = cluster.connected()
    defer { store.close() }
    members = store.members()
    do throws(StoreError) {
      try store.waitUntilReady(
        within: .seconds(members.contains { $0.problem == nil } ? 10 : 0), orRefused: true)
      problem = nil
    } catch {
      problem = error
    }
    keys = ((try? store.storedKeys()) ?? []).count
    unreadable = store.status.refused
    freeze = store.freezeReason
  }

  /// Whether all members that answer hold the same; nil where they do not say.
  private var isAlike: Bool? {
    let contents = members.filter { $0.problem == nil }.map(\.contents)
    guard !contents.isEmpty, !contents.contains(nil) else { return nil }
    return Set(contents).count == 1
  }

  private var isHealthy: Bool {
    problem == nil && unreadable.isEmpty && isAlike != false
      && members.allSatisfy { $0.problem == nil && $0.alarms.isEmpty }
  }

  var code: ExitCode { isHealthy ? .success : .problems }

  var text: String {
    var lines = members.map(line)
    if members.count > 1, let isAlike {
      lines.append(isAlike ? "the members hold the same" : "THE MEMBERS HOLD DIFFERENT VALUES")
    }
    if let problem {
      lines.append("the store cannot be read: \(problem.found ?? "\(problem)")")
    } else {
      lines.append("the store has \(counted(keys, "value"))")
    }
    if let freeze { lines.append("frozen: \(freeze)") }
    lines += unreadable.map { "\($0): a value that is no JSON" }
    return lines.map { printable($0) + "\n" }.joined()
  }

  private func line(_ member: MemberReport) -> String {
    if let problem = member.problem {
      return "\(member.url): \(problem.found ?? "no answer"). \(problem.advice ?? "")"
    }
    let size = "\((member.size + 524_288) >> 20) MB"
    let parts =
      ["etcd \(member.version)", "revision \(member.revision)", size]
      + (member.isLeader ? ["leader"] : []) + member.alarms
    return "\(member.url): " + parts.joined(separator: ", ")
  }

  var json: JSONDocument {
    var parts: [(String, JSONDocument)] = [
      ("members", .array(members.map(document))),
      ("alike", isAlike.map(JSONDocument.bool) ?? .null),
      ("values", problem == nil ? .integer(keys) : .null),
      ("unreadable", .array(unreadable.map(JSONDocument.string))),
      ("frozen", freeze.map(JSONDocument.string) ?? .null),
    ]
    if let problem { parts.append(("problem", .string("\(problem)"))) }
    return .object(parts)
  }

  private func document(_ member: MemberReport) -> JSONDocument {
    if let problem = member.problem {
      return ["endpoint": .string(member.url), "problem": .string("\(problem)")]
    }
    return [
      "endpoint": .string(member.url), "version": .string(member.version),
      "revision": .integer(Int(member.revision)), "bytes": .integer(Int(member.size)),
      "leader": .bool(member.isLeader), "alarms": .array(member.alarms.map(JSONDocument.string)),
    ]
  }
}
