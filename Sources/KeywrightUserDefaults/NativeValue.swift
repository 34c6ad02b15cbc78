import Foundation
import Keywright
import KeywrightStorage

/// Stored forms as Foundation's own types, and back.
///
/// | stored form | in the suite |
/// |---|---|
/// | boolean | `NSNumber` made of a `Bool` |
/// | integer | `NSNumber` made of an `Int64` or `UInt64` |
/// | real | `NSNumber` made of a `Double` |
/// | string, date, data | `String`, `Date`, `Data` |
/// | array, dictionary | `[Any]`, `[String: Any]` |
///
/// A value that Foundation would not give back bit for bit is a dictionary whose one key is
/// ``exactKey``: everywhere, dictionaries with canonically equal keys, which Foundation merges; on
/// Linux, where the file is XML, dates with a fraction of a second, the real -0.0, NaNs other than
/// the usual one, and strings that XML cannot hold. In a program that Foundation is linked into, arrays are
/// written so as well, and read in either form.
enum NativeValue {
  /// Whether Foundation takes arrays. Where it is linked into the program, as with `--static-swift-stdlib`, it
  /// ends the program when an array, or a dictionary that holds one, is set; it reads them.
  static let takesArrays: Bool = {
    #if canImport(Darwin)
      return true
    #else
      guard let library = dlopen("libFoundation.so", RTLD_LAZY | RTLD_NOLOAD) else { return false }
      dlclose(library)
      return true
    #endif
  }()

  /// The stored form of an object; nil if it is no value of a property list.
  static func value(of object: Any) -> StoredValue? {
    if let optional = object as? any OptionalObject {
      // On Linux collections hold optionals.
      return optional.object.flatMap(value(of:))
    }
    if let text = object as? String { return .string(text) }
    if let bytes = object as? Data { return .data(Array(bytes)) }
    if let date = object as? Date {
      return .date(secondsSince2001: date.timeIntervalSinceReferenceDate)
    }
    if let object = object as? NSNumber { return number(object) }
    if let elements = object as? [Any] { return array(elements) }
    if let members = object as? [AnyHashable: Any] { return dictionary(members) }
    return nil
  }

  /// The stored form of an object that lies under a storage string.
  ///
  /// - Throws: `corrupt` for what is no value of a property list.
  static func value(
    of object: Any, under name: StorageString, in path: String?
  ) throws(StoreError) -> StoredValue {
    if let value = value(of: object) { return value }
    throw StoreError(
      .corrupt, storageString: name.string, operation: "read", path: path,
      expected: "a value of a property list", found: "\(type(of: object))",
      advice: "`set` or `remove` replaces it on purpose; nothing else does.")
  }

  private static func number(_ number: NSNumber) -> StoredValue {
    if isBoolean(number) { return .boolean(number.boolValue) }
    // `CChar` is signed on some processors only.
    switch UInt8(truncatingIfNeeded: number.objCType.pointee) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(number.doubleValue)
    case UInt8(ascii: "Q"): return .unsigned(number.uint64Value)
    default: return .integer(number.int64Value)
    }
  }

  /// Whether a number was made of a `Bool`.
  private static func isBoolean(_ number: NSNumber) -> Bool {
    #if canImport(Darwin)
      CFGetTypeID(number) == CFBooleanGetTypeID()
    #else
      // There are two booleans; every other number is another object.
      number === NSNumber(value: true) || number === NSNumber(value: false)
    #endif
  }

  private static func array(_ objects: [Any]) -> StoredValue? {
    var elements: [StoredValue] = []
    for object in objects {
      guard let element = value(of: object) else { return nil }
      elements.append(element)
    }
    return .array(elements)
  }

  private static func dictionary(_ objects: [AnyHashable: Any]) -> StoredValue? {
    var members: [(String, StoredValue)] = []
    for (key, object) in objects {
      guard let key = key.base as? String, let member = value(of: object) else { return nil }
      members.append((key, member))
    }
    if members.count == 1, members[0].0 == exactKey { return exactValue(of: members[0].1) }
    return .dictionary(members)
  }

  /// An object that Foundation gave, as it may be given back: on Linux its collections hold
  /// optionals, which it does not take.
  static func settable(_ object: Any) -> Any? {
    value(of: object).flatMap { try? NativeValue.object(of: $0, for: "") }
  }

  /// The object of a stored form.
  ///
  /// - Parameter takesArrays: Whether arrays may be in it.
  static func object(
    of value: StoredValue, for name: StorageString, takesArrays: Bool = NativeValue.takesArrays
  ) throws(StoreError) -> Any {
    func object(of value: StoredValue) throws(StoreError) -> Any {
      try NativeValue.object(of: value, for: name, takesArrays: takesArrays)
    }
    if let exact = exactForm(of: value) { return [exactKey: try object(of: exact)] }
    switch value.content {
    case .boolean(let value): return NSNumber(value: value)
    case .integer(let value): return NSNumber(value: value)
    case .unsigned(let value): return NSNumber(value: value)
    case .real(let value): return NSNumber(value: value)
    case .string(let value): return value
    case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
    case .data(let bytes): return Data(bytes)
    case .array(let elements):
      guard takesArrays else { return [exactKey: try propertyList(of: value, for: name)] }
      return try elements.map { element throws(StoreError) in try object(of: element) }
    case .dictionary(let members):
      var objects: [String: Any] = [:]
      for (key, member) in members { objects[key] = try object(of: member) }
      return objects
    case .uid, .foreign:
      throw StoreError(
        .unencodable, storageString: name.string, operation: "commit", found: "\(value)",
        advice: "Only Foundation's keyed archives hold such a value.")
    }
  }
}

extension NativeValue {
  /// A value as a binary property list.
  private static func propertyList(
    of value: StoredValue, for name: StorageString
  ) throws(StoreError) -> Data {
    do throws(PropertyListError) {
      return Data(try BinaryPropertyList.encode(value.tree))
    } catch {
      throw StoreError(
        .unencodable, storageString: name.string, operation: "commit", expected: error.expected,
        found: error.found)
    }
  }
}

/// An optional inside an `Any`.
private protocol OptionalObject {
  var object: Any? { get }
}

extension Optional: OptionalObject {
  fileprivate var object: Any? { self }
}
