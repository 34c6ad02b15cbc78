import Foundation
import KeywrightSchema
import KeywrightStorage

/// The content of a store's file, as today's schemas see it.
struct StoreFile {
  let path: String
  let members: [PropertyListDictionary.Member]

  /// Whether a path looks like a store's: no schema, no lock, no folder.
  static func isStore(_ path: String) -> Bool {
    !path.hasSuffix(".json") && !SchemaFolder.isFolder(path)
      && FileManager.default.fileExists(atPath: path)
  }

  init(path: String, members: [PropertyListDictionary.Member]) {
    self.path = path
    self.members = members
  }

  /// Reads a store, with its journal, and changes nothing.
  init(_ path: String) throws {
    self.path = path
    do {
      let inspection = try DurableFile(path: path).inspect()
      // A misspelled path must not look like a store without orphans.
      if inspection.isMissing {
        throw InputFiles.Failure(path: path, reason: "there is no store")
      }
      let contents = try inspection.opening.get()
      if let damage = contents.damage {
        // A value that cannot be read could be of any key.
        throw InputFiles.Failure(
          path: damage.path, reason: "\(damage.words); \(StoreLocation.doctorAdvice(path))")
      }
      members = contents.members
        .filter { !$0.isRecord }
    } catch let error as StorageError {
      throw InputFiles.Failure(error)
    }
  }

  /// The values in it that today's program does not read.
  func losses(in today: KeyInventory) -> [Change] {
    let heirs = today.heirs
    return members.compactMap { member in
      guard let entry = today.key(of: member.key) else {
        if today.reservation(of: member.key) != nil { return nil }
        if today.heir(of: member.key, among: heirs) != nil { return nil }
        return Change(
          kind: .keyRemoved, key: member.key, from: member.value.kind,
          message: "`\(member.key)` is stored, and nothing declares it: \(size(of: member)) bytes",
          place: nil)
      }
      if ValueCheck(entry.key).reads(member.value) { return nil }
      let type = entry.key.string(.type) ?? ""
      return Change(
        kind: .typeChanged, key: member.key, from: member.value.kind, to: type,
        message: "`\(member.key)` holds \(withArticle(member.value.kind)) that is no \(type)",
        place: entry.place)
    }
  }

  /// The values that no schema declares, with their sizes.
  func orphans(in today: KeyInventory) -> [PropertyListDictionary.Member] {
    let heirs = today.heirs
    return members.filter {
      today.key(of: $0.key) == nil && today.heir(of: $0.key, among: heirs) == nil
    }
  }

  /// The size of a file that holds the value alone, in bytes.
  func size(of member: PropertyListDictionary.Member) -> Int {
    (try? BinaryPropertyList.encode(member.value).count) ?? 0
  }
}

/// Whether a stored value is one of a key's type.
struct ValueCheck {
  private let key: LockedKey
  private let types: LockedTypes

  init(_ key: LockedKey) {
    self.key = key
    types = LockedTypes(text: key[.types])
  }

  /// Whether a reader of the key gets the value; true for a type of the user's own, whose stored form
  /// the lock does not know.
  func reads(_ value: PropertyList) -> Bool {
    if key[.coding] != nil { return true }
    return reads(value, as: key.type.type)
  }

  private func reads(_ value: PropertyList, as type: LockedType) -> Bool {
    switch (type, value) {
    case (.scalar(let scalar), _): return reads(value, as: scalar)
    case (.optional(let type), _): return reads(value, as: type)
    case (.array(let element), .array(let values)), (.set(let element), .array(let values)):
      return values.allSatisfy { reads($0, as: element) }
    case (.dictionary(let name, let type), .dictionary(let dictionary)):
      return dictionary.members.allSatisfy {
        reads(memberName: $0.key, as: name) && reads($0.value, as: type)
      }
    case (.named(let name), _):
      switch types[name] {
      case .enumeration(let item): return reads(value, as: item)
      case .structure(let item): return reads(value, as: item.fields)
      case nil: return true
      }
    default: return false
    }
  }

  private func reads(_ value: PropertyList, as type: ScalarType) -> Bool {
    if let bounds = type.integerBounds {
      switch value {
      case .integer(let number):
        return number >= bounds.least && (number < 0 || UInt64(number) <= bounds.greatest)
      case .unsigned(let number): return number <= bounds.greatest
      case .real(let number):
        guard let whole = Int64(exactly: number) else { return false }
        return reads(.integer(whole), as: type)
      default: return false
      }
    }
    switch (type, value) {
    case (.bool, .boolean), (.double, .real), (.float, .real), (.string, .string), (.date, .date),
      (.data, .data), (.uuid, .string), (.url, .string), (.decimal, .string):
      return true
    case (.double, .integer(let number)): return number.magnitude <= 1 << 53
    case (.float, .integer(let number)): return number.magnitude <= 1 << 24
    case (.duration, .array(let parts)):
      return parts.count == 2 && parts.allSatisfy { $0.kind == "integer" }
    default: return false
    }
  }

  private func reads(memberName name: String, as type: LockedType) -> Bool {
    switch type {
    case .scalar(let scalar) where scalar.integerBounds != nil:
      IntegerLiteral(spelling: name)?.fits(scalar) ?? false
    case .named:
      reads(.string(name), as: type) || Int64(name).map { reads(.integer($0), as: type) } ?? false
    default: true
    }
  }

  private func reads(_ value: PropertyList, as item: LockedEnum) -> Bool {
    let raw: String
    switch value {
    case .string(let text): raw = JSONText.quoted(text)
    case .integer(let number): raw = String(number)
    default: return false
    }
    return item.keepsUnknown || item.cases.contains { $0.rawValue == raw }
      || item.formerCases.contains { $0.rawValue == raw }
  }

  private func reads(_ value: PropertyList, as fields: [LockedField]) -> Bool {
    guard case .dictionary(let dictionary) = value else { return false }
    return fields.allSatisfy { field in
      let names = [field.name] + field.formerNames
      if let value = names.lazy.compactMap({ dictionary[$0] }).first {
        return reads(value, as: field.type)
      }
      return field.hasDefault || field.type.unwrapped.isOptional
    }
  }
}
