import Keywright
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// The values in which two stores, or two states of one, differ.
struct StoreDifference {
  /// A storage string with what each side has.
  struct Entry {
    let name: String
    let key: CatalogKey?
    let old: StoredValue?
    let new: StoredValue?
  }

  let entries: [Entry]

  /// The difference that changes make.
  init(_ entries: [Entry]) { self.entries = entries }

  init(_ old: StoredValues, _ new: StoredValues, _ catalog: SchemaCatalog?) {
    let names = Set((old.names + new.names).map(ExactString.init)).map(\.text)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    entries = names.filter { old[$0] != new[$0] }.map { name in
      Entry(name: name, key: catalog?.owner(of: name), old: old[name], new: new[name])
    }
  }

  /// A line for each side of each value: `-` for the old one, `+` for the new one.
  func text(reveal: Bool) -> String {
    entries.map { entry in
      let name = LineText.name(entry.name)
      let sides = [("-", entry.old), ("+", entry.new)]
      return sides.map { sign, value in
        value.map { "\(sign) \(name)=\(entry.text(of: $0, reveal: reveal))\n" } ?? ""
      }.joined()
    }.joined()
  }

  func document(reveal: Bool) -> JSONDocument {
    .array(
      entries.map { entry in
        .object([
          ("key", .string(entry.name)), ("type", entry.key.map { .string($0.typeText) } ?? .null),
          ("old", entry.json(of: entry.old, reveal: reveal)),
          ("new", entry.json(of: entry.new, reveal: reveal)),
        ])
      })
  }
}

extension StoreDifference.Entry {
  /// The value as the program reads it; of an unknown key, or one of another type, as it is stored.
  func text(of value: StoredValue, reveal: Bool) -> String {
    // No schema says that an undeclared value is no secret.
    guard let key else {
      return reveal ? LineText.text(JSONDocument(value).text()) : "<undeclared: \(value.tree.kind)>"
    }
    if key.isSensitive, !reveal { return "<\(key.model.lifecycle.sensitivity.rawValue)>" }
    let anyKey = key.anyKey
    guard case .some(let read) = anyKey.read(value) else {
      return LineText.text(JSONDocument(value).text())
    }
    return read.map { LineText.text(anyKey.text(of: $0)) } ?? "nothing"
  }

  func json(of value: StoredValue?, reveal: Bool) -> JSONDocument {
    guard let value else { return .null }
    if key?.isSensitive ?? true, !reveal { return .null }
    guard let anyKey = key?.anyKey, case .some(let read) = anyKey.read(value) else {
      return JSONDocument(value)
    }
    return read.map { JSONDocument(anyKey.json(of: $0)) } ?? .null
  }
}

extension StoreDifference.Entry {
  init(_ key: CatalogKey, old: StoredValue?, new: StoredValue?) {
    self.init(name: key.storageString, key: key, old: old, new: new)
  }
}
