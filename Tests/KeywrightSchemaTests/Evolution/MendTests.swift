import Foundation
import KeywrightSchema
import Testing

@Suite("A mend")
struct MendTests {
  /// The number of mends that one change can need.
  private static let most = 8

  @Test("helps where it is pasted", arguments: ChangeSample.all)
  func paste(_ sample: ChangeSample) throws {
    var evolution = try Evolution.from(sample.old, to: sample.new)
    for _ in 0..<Self.most {
      let waiting = evolution.changes.filter { $0.level >= .warning && $0.schemaMend != nil }
      guard let change = waiting.first, let mend = change.schemaMend else { return }
      var (text, others) = (evolution.source.text, evolution.others)
      if mend.text.hasPrefix("{") {
        others.append(SourceFile(path: "B\(others.count).keys.json", text: mend.text))
      } else {
        text = try text.pasting(mend, of: change, in: evolution.source)
        if mend.text.hasPrefix("\"store\"") {
          text = text.replacing(/, "store": "\w+"/, with: "")
        }
        if mend.effect.hasPrefix("in place of \"") {
          let id = mend.effect.dropFirst(13).prefix { $0 != "\"" }
          text = text.replacing(", \"\(id)\"]", with: "]")
        }
        if mend.effect.contains("in place of `former`")
          || mend.effect.contains("in place of the former key")
        {
          text = text.replacing(", \"former\": [\"\(change.key)\"]", with: "")
        }
      }
      evolution = try Evolution(text, lock: evolution.lock, others: others)
      #expect(
        !evolution.changes.contains { $0.key == change.key && $0.message == change.message },
        "\(change.message)\n\(mend.text)\n\(text)")
    }
    // A clamp that a mend brings along changes what it brings into a range.
    let left = evolution.changes.filter { $0.level >= .warning && $0.fate != .altered }
    #expect(left.isEmpty, "\(evolution.printed)\(evolution.source.text)")
  }
}

extension SourceFile {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  /// A schema with a mend pasted as its author would: into the object that it names.
  fileprivate func pasting(
    _ mend: Change.Mend, of change: Change, in source: SourceFile
  ) throws -> String {
    let place = try #require(mend.place)
    let location = source.location(at: place.origin.offset)
    var start = try #require(index(line: location.line, column: location.column))
    // A part of a namespace's path stands within quotes.
    if self[start] != "\"" { start = self[..<start].lastIndex(of: "\"") ?? start }
    if let field = change.fieldOfMend {
      start = try #require(self[start...].firstRange(of: "\"\(field)\"")?.lowerBound)
    } else if mend.text.hasPrefix("\"former\""), change.isOfCase {
      return try inserting(mend, intoTypeAt: start)
    }
    return try inserting(mend.text.filled, into: start)
  }

  private func index(line: Int, column: Int) -> Index? {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    return lines[line - 1].utf8.index(lines[line - 1].startIndex, offsetBy: column - 1)
  }

  /// The text with a member more in the object whose name is at a place, or beside the name in it.
  private func inserting(_ member: String, into start: Index) throws -> String {
    let rest = self[start...]
    let name = rest.hasPrefix("\"") ? String(rest.dropFirst().prefix { $0 != "\"" }) : ""
    var end = rest.index(start, offsetBy: name.isEmpty ? 0 : name.count + 2)
    let isNamed = ["namespace", "key"].contains { self[..<start].hasSuffix("\"\($0)\": ") }
    if !name.isEmpty, isNamed {
      return merging(member, at: end, after: true)
    }
    let value = self[end...].drop { " :".contains($0) }
    if value.hasPrefix("\"") {
      // The short form of a field or a case, which becomes an object.
      let text = value.dropFirst().prefix { $0 != "\"" }
      let rest = self[index(after: text.endIndex)...]
      let type = member.hasPrefix("\"rawValue\"") ? "" : "\"type\": \"\(text)\", "
      return String(self[..<value.startIndex]) + "{ \(type)\(member) }" + String(rest)
    }
    end = self.index(after: try #require(self[end...].firstIndex(of: "{")))
    return merging(member, at: end, after: false)
  }

  /// The text with a member more, or with its elements more where a list of its name follows.
  private func merging(_ member: String, at place: Index, after isAfter: Bool) -> String {
    let list = member.prefix { $0 != "[" }
    let object = self[place...].prefix { $0 != "}" }
    if list != member, let own = object.firstRange(of: list + "[") {
      let known = object[own.upperBound...].prefix { $0 != "]" }
      let elements = member.dropFirst(list.count + 1).dropLast().split(separator: ", ")
        .filter { known.firstRange(of: $0) == nil }.joined(separator: ", ")
      return String(self[..<own.upperBound]) + elements + ", " + String(self[own.upperBound...])
    }
    return String(self[..<place]) + (isAfter ? ", \(member)" : " \(member),")
      + String(self[place...])
  }

  /// The text with a former raw value more in the case that a mend names, or in the first one.
  private func inserting(_ mend: Change.Mend, intoTypeAt start: Index) throws -> String {
    let name = String(self[start...].dropFirst().prefix { $0 != "\"" })
    var root = try #require(JSONSerialization.jsonObject(with: Data(utf8)) as? [String: Any])
    var types = try #require(root["types"] as? [String: Any])
    var type = try #require(types[name] as? [String: Any])
    let names = type["enum"] as? [String] ?? []
    var cases =
      type["enum"] as? [String: Any] ?? Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
    let elements =
      try #require(
        JSONSerialization.jsonObject(with: Data("{\(mend.text)}".utf8)) as? [String: [NSObject]]
      )["former"].map { $0 } ?? []
    func change(_ name: String, _ former: ([NSObject]) -> [NSObject]) {
      var words = cases[name] as? [String: Any] ?? ["rawValue": cases[name] ?? name]
      words["former"] = former(words["former"] as? [NSObject] ?? [])
      cases[name] = words
    }
    let named = mend.effect.matches(of: /in `(\w+)`/).map { String($0.1) }
    if named.count > 1 { change(named[1]) { $0.filter { !elements.contains($0) } } }
    change(try #require(named.first ?? cases.keys.min())) { $0 + elements }
    if mend.effect.contains("in place of the reservation") {
      type["reserved"] = (type["reserved"] as? [NSObject])?.filter { !elements.contains($0) }
    }
    type["enum"] = cases
    types[name] = type
    root["types"] = types
    return String(
      decoding: try JSONSerialization.data(withJSONObject: root, options: .sortedKeys),
      as: UTF8.self)
  }

  /// The text with something in place of each word that only the author knows.
  fileprivate var filled: String {
    replacing("\"release\": \"…\"", with: "\"release\": \"2.0\"")
      .replacing("\"id\": \"…\"", with: "\"id\": \"another\"")
      .replacing("\"migrate\": \"…\"", with: "\"migrate\": \"Own.convert\"")
      .replacing("\"default\": …", with: "\"default\": 1")
      .replacing(": \"…\"}", with: ": \"x\"}")
  }
}

extension Change {
  /// The first mend that is a text for a schema.
  fileprivate var schemaMend: Mend? { mends.first { !$0.isCommand } }

  /// Whether the change is one of an enum's cases.
  fileprivate var isOfCase: Bool { part == .case }

  /// The case or field that the mend belongs in, if the change is about that.
  fileprivate var fieldOfMend: String? {
    let isFormer = schemaMend?.text.hasPrefix("\"former\"") == true
    return switch (fate, part) {
    case (.lost, .field): isFormer ? to : nil
    case (.lost, .case), (.misread, .case): isFormer ? nil : name
    case (.unreadable, .field): name
    default: nil
    }
  }

  /// The name of the part of a type that the change is about.
  private var name: String? { subject.split(separator: ".").last.map(String.init) }
}
