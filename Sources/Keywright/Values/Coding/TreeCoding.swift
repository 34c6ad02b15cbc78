import KeywrightStorage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns `Codable` values into property-list trees and back, with no format in between.
///
/// Integers stay exact, up to `UInt64.max`. A property list has no null, so absence stands for
/// nil: a nil member is left out, and nil where absence has no form (in an array, a dictionary,
/// or an optional) is refused. A set's elements and a dictionary's pairs, whose order depends on Swift's random
/// hashing, are sorted, so that equal values give equal trees.
enum TreeCoding {
  /// The greatest number of `encode(to:)` or `init(from:)` calls inside one another: room for
  /// optionals and wrappers at each of the 64 levels, and far from the end of a thread's stack.
  static let callLimit = 4 * PropertyListLimits.depth

  /// Turns a value into a tree.
  ///
  /// - Throws: A `ConversionFailure`, or whatever the value's `encode(to:)` throws.
  static func encode<Value: Encodable>(_ value: Value) throws -> PropertyList {
    let root = EncodingNode(session: EncodingSession(), path: .root, calls: 0)
    do {
      guard let tree = try root.tree(of: value, at: .root) else { throw ConversionFailure.null }
      return tree
    } catch let error as EncodingError {
      throw ConversionFailure(error)
    }
  }

  /// Makes a value of a tree.
  ///
  /// - Parameter cases: The cases that people name, if a value inside may have the form of its type's text, such
  ///   as a date that is a string.
  /// - Throws: A `DecodingError`, or whatever the type's `init(from:)` throws.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from tree: PropertyList, naming cases: NamedCases? = nil
  ) throws -> Value {
    try DecodingNode(tree: tree, path: .root, calls: 0, cases: cases)
      .value(type, from: tree, at: .root)
  }

  /// Tells where and why a tree cannot be decoded; nil when it can.
  static func failure(
    decoding type: any Decodable.Type, from tree: PropertyList
  ) -> ConversionFailure? {
    do {
      _ = try decode(type, from: tree)
      return nil
    } catch let error as DecodingError {
      return ConversionFailure(error)
    } catch let failure as ConversionFailure {
      return failure
    } catch {
      return ConversionFailure(
        found: "a value that \(type) refuses", expected: "the members of \(type)",
        advice: String(describing: error))
    }
  }
}

/// The types that have the same stored form inside a `Codable` value as by themselves.
enum NativeForms {
  /// The conformance to use for a type in place of its `Codable` one; nil for all others.
  ///
  /// The first four would come out the same, and are here because they spare a node for each
  /// element of a large array.
  static func conformance(of type: any Any.Type) -> (any Convertible.Type)? {
    if type == String.self { return String.self }
    if type == Int.self { return Int.self }
    if type == Double.self { return Double.self }
    if type == Bool.self { return Bool.self }
    if type == Date.self { return Date.self }
    if type == Data.self { return Data.self }
    if type == URL.self { return URL.self }
    if type == UUID.self { return UUID.self }
    if type == Decimal.self { return Decimal.self }
    if type == Duration.self { return Duration.self }
    return nil
  }
}

/// `Set` as the coder sees it: an array in an order that changes from run to run.
protocol UnorderedElements {}

extension Set: UnorderedElements {}

/// `Dictionary` as the coder sees it: members that must all be there, or pairs in an order that
/// changes from run to run.
protocol UnorderedMembers {
  var count: Int { get }

  /// The members that count: one with an earlier spelling of its key, as an enum's former case has, gives way
  /// to the one with the present spelling.
  ///
  /// - Parameter cases: The cases that people name, for members that a text has.
  static func counting(
    in members: PropertyListDictionary, naming cases: NamedCases?
  ) throws(TextFailure) -> PropertyListDictionary
}

extension Dictionary: UnorderedMembers {
  static func counting(
    in members: PropertyListDictionary, naming cases: NamedCases?
  ) throws(TextFailure) -> PropertyListDictionary {
    // Strings and integers have one spelling, and keys without a name are stored in pairs.
    guard Self.Key.self != String.self, Self.Key.self != Int.self,
      let type = Self.Key.self as? any CodingKeyRepresentable.Type
    else { return members }
    if let counting = try cases?.counting(in: members, of: Self.Key.self) { return counting }
    func givesWay(_ name: String) -> Bool {
      guard let present = type.init(codingKey: MemberName(name))?.codingKey.stringValue else {
        return false
      }
      return ExactString(present) != ExactString(name) && members[present] != nil
    }
    if !members.members.contains(where: { givesWay($0.key) }) { return members }
    let counting = members.members.filter { !givesWay($0.key) }
    return (try? PropertyListDictionary(counting)) ?? members
  }
}

/// `Optional` as the coder sees it: a value that may be nil, and may hold another one.
protocol NilValue {
  var isNil: Bool { get }
}

extension Optional: NilValue {
  var isNil: Bool { self == nil }
}

/// Whether a value is a nil.
func isNil<Value>(_ value: Value) -> Bool {
  // A cast that fails takes ten times as long as the question.
  _isOptional(Value.self) && (value as? any NilValue)?.isNil ?? false
}
