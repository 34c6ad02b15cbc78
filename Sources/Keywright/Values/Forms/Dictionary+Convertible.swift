import KeywrightStorage

extension Dictionary: Convertible
where Key: Convertible, Key.Stored: DictionaryKeyForm, Value: Convertible {
  /// A dictionary is stored member by member.
  public typealias Stored = StoredValue

  /// Returns a dictionary, its members sorted by the bytes of their keys; O(n log n).
  ///
  /// - Throws: What a key or value throws, with its place; a ``ConversionFailure`` when two keys
  ///   have the same stored form.
  public func encode() throws -> StoredValue {
    var members: [PropertyListDictionary.Member] = []
    members.reserveCapacity(count)
    for (key, value) in self {
      let text = try key.encode().dictionaryKey()
      do {
        members.append(.init(key: text, value: try value.storedValue().tree))
      } catch let failure as ConversionFailure {
        throw failure.inside(member: text)
      }
    }
    do {
      return StoredValue(.dictionary(try PropertyListDictionary(members)))
    } catch {
      throw ConversionFailure(
        found: "two keys that are stored as \(StoredValue.string(error.key))",
        expected: "keys with stored forms of their own")
    }
  }

  /// Reads a dictionary, or nothing when one member cannot be read.
  ///
  /// Members whose keys are one to Swift, such as "é" and its decomposed spelling, cannot be read
  /// either: one of the two values would be lost.
  public static func decode(_ stored: StoredValue) -> [Key: Value]? {
    guard case .dictionary(let members) = stored.tree else { return nil }
    var result = [Key: Value](minimumCapacity: members.count)
    for member in members.members {
      guard let form = Key.Stored.value(dictionaryKey: member.key), let key = Key.decode(form),
        let value = Value.value(from: StoredValue(member.value)),
        result.updateValue(value, forKey: key) == nil
      else { return nil }
    }
    return result
  }

  /// As exact as its keys and values.
  public static var isExact: Bool { Key.isExact && Value.isExact }

  /// A dictionary of the value's form.
  public static var storedForm: String { "dictionary of \(Value.storedForm)" }
}
