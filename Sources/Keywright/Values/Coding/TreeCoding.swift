import KeywrightStorage

/// Turns `Codable` values into property-list trees and back, with no format in between.
///
/// Integers stay exact, up to `UInt64.max`. A property list has no null, so absence stands for
/// nil: a nil member is left out, and nil where absence cannot be told (in an array, a dictionary,
/// or an optional) is refused. What depends on Swift's random hashing, the order of a set's
/// elements and of a dictionary's pairs, is sorted, so that equal values give equal trees.
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
  /// - Parameter isText: Whether a value inside may have the form of its type's text, such as a date that
  ///   is a string.
  /// - Throws: A `DecodingError`, or whatever the type's `init(from:)` throws.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from tree: PropertyList, isText: Bool = false
  ) throws -> Value {
    try DecodingNode(tree: tree, path: .root, calls: 0, isText: isText)
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
