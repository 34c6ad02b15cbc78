import Foundation
import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage

/// The manifest by which administrators of Apple's devices set a program's preferences.
enum PreferenceManifest {
  static func document(of description: SchemaDescription, domain: String) -> WrittenDocument {
    var subkeys = payload(of: description, domain)
    var notes: [WrittenDocument.Note] = []
    for key in description.keys {
      if let reason = obstacle(key) {
        notes.append(.init(key: key.storageString, reason: reason))
      } else {
        subkeys.append(.record(members(of: key)))
      }
    }
    let summary = description.namespaces.count == 1 ? description.namespaces[0].summary : ""
    let members: [(name: String, value: PropertyList)] = [
      (
        "pfm_description",
        .string(Paragraphs.line(summary.isEmpty ? "\(description.title) settings" : summary))
      ),
      ("pfm_domain", .string(domain)), ("pfm_format_version", .integer(1)),
      ("pfm_last_modified", .date(DateText.seconds(description.day) ?? 0)),
      ("pfm_platforms", .array([.string("macOS")])), ("pfm_subkeys", .array(subkeys)),
      ("pfm_targets", .array([.string("user"), .string("system")])),
      ("pfm_title", .string(Paragraphs.line(description.title))), ("pfm_unique", .boolean(false)),
      ("pfm_version", .integer(1)),
    ]
    return WrittenDocument(text: PropertyListElement.text(of: members), notes: notes)
  }

  /// The keys that every payload begins with.
  private static func payload(
    of description: SchemaDescription, _ domain: String
  ) -> [PropertyList] {
    func key(
      _ name: String, _ type: String, _ title: String, _ text: String, _ value: PropertyList?
    ) -> PropertyList {
      .record(
        [
          ("pfm_name", .string(name)), ("pfm_title", .string(title)),
          ("pfm_description", .string(text)), ("pfm_type", .string(type)),
        ] + (value.map { [("pfm_default", $0)] } ?? []) + [("pfm_require", .string("always"))])
    }
    return [
      key(
        "PayloadDescription", "string", "Payload Description", "Description of the payload.",
        .string(Paragraphs.line("Settings of \(description.title)"))),
      key(
        "PayloadDisplayName", "string", "Payload Display Name", "Name of the payload.",
        .string(Paragraphs.line(description.title))),
      key(
        "PayloadIdentifier", "string", "Payload Identifier",
        "A unique identifier for the payload, dot-delimited.", .string(domain)),
      key("PayloadType", "string", "Payload Type", "The type of the payload.", .string(domain)),
      key("PayloadUUID", "string", "Payload UUID", "A unique identifier for the payload.", nil),
      key(
        "PayloadVersion", "integer", "Payload Version", "The version of the payload.", .integer(1)),
      key(
        "PayloadOrganization", "string", "Payload Organization",
        "The organisation that the payload comes from.", nil),
    ]
  }

  private static func obstacle(_ key: DescribedKey) -> String? {
    if key.isFamily { return "a family stands for many keys, whose names a manifest cannot list" }
    if key.model.coding == .memory { return "it is not stored" }
    if key.hasControls { return "a value holds a control character, which XML cannot" }
    if key.model.type.holdsOwnType { return "only the program knows the form of \(key.type)" }
    return nil
  }

  private static func members(of key: DescribedKey) -> [(String, PropertyList)] {
    var members: [(String, PropertyList)] = [
      ("pfm_name", .string(key.key.storageString)),
      ("pfm_title", .string(Paragraphs.line(key.title))),
    ]
    if !key.summary.isEmpty {
      members.append(("pfm_description", .string(Paragraphs.line(key.summary))))
    }
    members += ManifestForms.members(of: key.model.type, key.key.types)
    if !key.isHidden, let value = key.anyKey.storedDefault {
      members.append(("pfm_default", value.tree))
    }
    members += constraints(of: key)
    if !key.choices.isEmpty {
      let list = ManifestForms.list(
        key.choices.map { ($0.value.stored(key.key.types).tree, $0.shownTitle) })
      // The list of a key may have fewer cases than its type.
      members.removeAll { member in list.contains { $0.0 == member.0 } }
      members += list
    }
    func add(_ name: String, _ text: String?) {
      if let text { members.append((name, .string(Paragraphs.line(text)))) }
    }
    add("pfm_value_unit", key.unit)
    add("pfm_value_placeholder", key.example)
    add("pfm_note", key.lifecycle.deprecated.map { "Deprecated: \($0)" })
    if key.lifecycle.sensitivity != .public { members.append(("pfm_sensitive", .boolean(true))) }
    return members
  }

  private static func constraints(of key: DescribedKey) -> [(String, PropertyList)] {
    key.key.shownConstraints.flatMap { constraint -> [(String, PropertyList)] in
      switch constraint {
      case .range(let bounds):
        let ends = [("pfm_range_min", bounds.lower), ("pfm_range_max", bounds.upper)]
        return ends.compactMap { name, end in end.map { (name, $0.stored(key.key.types).tree) } }
      case .pattern(let pattern): return [("pfm_format", .string("^(?:\(pattern))$"))]
      case .length(let least, let greatest):
        if case .scalar = key.model.type { return [] }
        let ends = [("pfm_repetition_min", least), ("pfm_repetition_max", greatest)]
        return ends.compactMap { name, end in end.map { (name, .integer(Int64($0))) } }
      case .allowed: return []
      }
    }
  }
}
