import Foundation
import Keywright
import KeywrightStorage

/// Reads what `NSKeyedArchiver` made of a value that a property list can hold.
///
/// Foundation's own reader ends the program, on Linux, where an archive is damaged. The format is
/// that of Apple's open-source Core Foundation and of swift-corelibs-foundation
/// (`NSKeyedArchiver.swift`): a binary property list whose `$top` names the root by its place in
/// `$objects`. Numbers, strings and data stand there as they are; other objects are dictionaries with
/// the place of their class.
struct KeyedArchive {
  private let objects: [PropertyList]
  /// The number of further objects that may be looked at, each use of a shared one counted.
  private var rest = PropertyListLimits.values

  /// The value at the root; nil for what is no whole archive, or one of other classes.
  ///
  /// - Complexity: O(*n*) in the size of the archive, and of what it would be without sharing.
  static func value(of bytes: [UInt8]) -> StoredValue? {
    guard case .dictionary(let file)? = try? bytes.withUnsafeBytes(BinaryPropertyList.decode),
      case .array(let objects)? = file["$objects"], case .dictionary(let top)? = file["$top"]
    else { return nil }
    var archive = KeyedArchive(objects: objects)
    return archive.value(at: top["root"], depth: 1).map(StoredValue.init)
  }

  private init(objects: [PropertyList]) {
    self.objects = objects
  }

  private mutating func object(at place: PropertyList?) -> PropertyList? {
    guard case .uid(let uid)? = place, rest > 0, let index = Int(exactly: uid),
      objects.indices.contains(index)
    else { return nil }
    rest -= 1
    return objects[index]
  }

  private mutating func value(at place: PropertyList?, depth: Int) -> PropertyList? {
    // The first object stands for nil.
    if depth > PropertyListLimits.depth || place == .uid(0) { return nil }
    switch object(at: place) {
    case .dictionary(let members): return value(of: members, depth: depth)
    case .array, .uid, nil: return nil
    case let value?: return value
    }
  }

  private mutating func value(of members: PropertyListDictionary, depth: Int) -> PropertyList? {
    guard case .dictionary(let kind)? = object(at: members["$class"]),
      case .string(let name)? = kind["$classname"]
    else { return nil }
    switch name {
    case "NSDate":
      guard case .real(let seconds)? = members["NS.time"], seconds.isFinite else { return nil }
      return .date(seconds)
    case "NSData", "NSMutableData":
      guard case .data? = members["NS.data"] else { return nil }
      return members["NS.data"]
    case "NSString", "NSMutableString":
      guard case .string? = members["NS.string"] else { return nil }
      return members["NS.string"]
    case "NSURL": return url(members, depth: depth).map { .string($0.absoluteString) }
    case "NSArray", "NSMutableArray":
      return values(at: members["NS.objects"], depth: depth).map(PropertyList.array)
    case "NSDictionary", "NSMutableDictionary":
      guard let keys = values(at: members["NS.keys"], depth: depth),
        let values = values(at: members["NS.objects"], depth: depth), keys.count == values.count
      else { return nil }
      let pairs = zip(keys, values).compactMap { key, value in
        if case .string(let key) = key {
          PropertyListDictionary.Member(key: key, value: value)
        } else {
          nil
        }
      }
      guard pairs.count == keys.count else { return nil }
      return (try? PropertyListDictionary(pairs)).map(PropertyList.dictionary)
    default: return nil
    }
  }

  /// The values at the places that an array holds; nil unless all are there.
  private mutating func values(at places: PropertyList?, depth: Int) -> [PropertyList]? {
    guard case .array(let places)? = places else { return nil }
    var values: [PropertyList] = []
    for place in places {
      guard let value = value(at: place, depth: depth + 1) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func url(_ members: PropertyListDictionary, depth: Int) -> URL? {
    guard case .string(let relative)? = value(at: members["NS.relative"], depth: depth + 1)
    else { return nil }
    // The base is a URL too, which is its text here.
    guard let base = value(at: members["NS.base"], depth: depth + 1) else {
      return URL(string: relative)
    }
    guard case .string(let text) = base, let url = URL(string: text) else { return nil }
    return URL(string: relative, relativeTo: url)
  }
}
