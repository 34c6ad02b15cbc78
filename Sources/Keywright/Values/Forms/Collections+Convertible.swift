import KeywrightStorage

extension Array: Convertible where Element: Convertible {
  /// An array is stored element by element.
  public typealias Stored = StoredValue

  /// Returns an array of the elements' stored forms; linear in their number.
  ///
  /// - Throws: Any error of an element, with its place.
  public func encode() throws -> StoredValue {
    var elements: [PropertyList] = []
    elements.reserveCapacity(count)
    for (index, element) in enumerated() {
      do {
        elements.append(try element.storedValue().tree)
      } catch let failure as ConversionFailure {
        throw failure.inside(index: index)
      }
    }
    return StoredValue(.array(elements))
  }

  /// Reads an array, or nothing when one element cannot be read.
  public static func decode(_ stored: StoredValue) -> [Element]? {
    guard case .array(let trees) = stored.tree else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(trees.count)
    for tree in trees {
      guard let element = Element.value(from: StoredValue(tree)) else { return nil }
      elements.append(element)
    }
    return elements
  }

  /// As exact as its elements.
  public static var isExact: Bool { Element.isExact }

  /// An array of the element's form.
  public static var storedForm: String { "array of \(Element.storedForm)" }
}

extension Set: Convertible where Element: Convertible {
  /// A set is stored as an array.
  public typealias Stored = StoredValue

  /// Returns an array, sorted so that equal sets give the same bytes; O(n log n).
  ///
  /// Elements of one kind are in their natural order: numbers by value, strings by UTF-8 bytes,
  /// arrays and dictionaries by the first difference.
  ///
  /// - Throws: Any error of an element.
  public func encode() throws -> StoredValue {
    let elements = try map { try $0.storedValue().tree }
    return StoredValue(.array(elements.sorted { $0.precedes($1) }))
  }

  /// Reads an array in any order; an element that is there twice is taken once.
  public static func decode(_ stored: StoredValue) -> Set<Element>? {
    guard case .array(let trees) = stored.tree else { return nil }
    var elements = Set<Element>(minimumCapacity: trees.count)
    for tree in trees {
      guard let element = Element.value(from: StoredValue(tree)) else { return nil }
      elements.insert(element)
    }
    return elements
  }

  /// As exact as its elements.
  public static var isExact: Bool { Element.isExact }

  /// An array of the element's form.
  public static var storedForm: String { "array of \(Element.storedForm)" }
}

extension Dictionary: Convertible
where Key: Convertible, Key.Stored: DictionaryKeyForm, Value: Convertible {
  /// A dictionary is stored member by member.
  public typealias Stored = StoredValue

  /// Returns a dictionary, its members sorted by the bytes of their keys; O(n log n).
  ///
  /// - Throws: Any error of a key or value, with its place; a ``ConversionFailure`` when two keys
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
  /// either: one of the two values would be lost. Of a key's present spelling and one of an earlier version,
  /// as an enum's former case has, the present one counts.
  public static func decode(_ stored: StoredValue) -> [Key: Value]? {
    guard case .dictionary(let members) = stored.tree else { return nil }
    var result = [Key: Value](minimumCapacity: members.count)
    for member in members.members {
      guard let form = Key.Stored.value(dictionaryKey: member.key), let key = Key.decode(form),
        let value = Value.value(from: StoredValue(member.value))
      else { return nil }
      guard let known = result.index(forKey: key) else {
        result[key] = value
        continue
      }
      guard let present = spelling(of: key), present == spelling(of: result[known].key),
        members[present.text] != nil
      else { return nil }
      if present == ExactString(member.key) { result[key] = value }
    }
    return result
  }

  /// The name of a key's member, as it is written now.
  private static func spelling(of key: Key) -> ExactString? {
    (try? key.encode().dictionaryKey()).map { ExactString($0) }
  }

  /// As exact as its keys and values.
  public static var isExact: Bool { Key.isExact && Value.isExact }

  /// A dictionary of the value's form.
  public static var storedForm: String { "dictionary of \(Value.storedForm)" }
}

/// A stored form that can be the key of a stored dictionary: text, or an integer in decimal.
///
/// A type whose ``Convertible/Stored`` form is one of these is a dictionary key without further
/// ado: `String`, every integer, enums with such raw values, `UUID`, `URL`, `Decimal`.
///
/// ```swift
/// enum Theme: String, Convertible { case light, dark }
/// let seen: [Theme: Int] = [.light: 3]
/// let stored = try seen.storedValue()           // ["light": 3]
/// ```
public protocol DictionaryKeyForm: Convertible where Stored == Self {
  /// Returns the key as text, different for different values.
  ///
  /// ```swift
  /// print(42.dictionaryKey())                   // "42"
  /// ```
  func dictionaryKey() -> String

  /// Reads a key, or returns nil for text that ``dictionaryKey()`` never gives.
  ///
  /// ```swift
  /// let number = Int.value(dictionaryKey: "42") // 42
  /// let other = Int.value(dictionaryKey: "042") // nil
  /// ```
  static func value(dictionaryKey: String) -> Self?
}

extension String: DictionaryKeyForm {
  /// Returns the string itself.
  public func dictionaryKey() -> String { self }

  /// Returns the key itself.
  public static func value(dictionaryKey: String) -> String? { dictionaryKey }
}

extension DictionaryKeyForm where Self: FixedWidthInteger {
  /// An integer is stored as it is.
  public typealias Stored = Self

  /// Returns the decimal digits.
  public func dictionaryKey() -> String { String(self) }

  /// Reads decimal digits as they are written: without plus sign or leading zeros.
  public static func value(dictionaryKey: String) -> Self? {
    guard let value = Self(dictionaryKey), String(value) == dictionaryKey else { return nil }
    return value
  }
}
