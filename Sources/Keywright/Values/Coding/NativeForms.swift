#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

/// What a `Set` is to the coder: an array in an order that changes from run to run.
protocol UnorderedElements {}

extension Set: UnorderedElements {}

/// What a `Dictionary` is to the coder: members that must all be there, or pairs in an order that
/// changes from run to run.
protocol UnorderedMembers {
  var count: Int { get }
}

extension Dictionary: UnorderedMembers {}

/// What an `Optional` is to the coder: a value that may be nil, and may hold another one.
protocol NilValue {
  var isNil: Bool { get }
}

extension Optional: NilValue {
  var isNil: Bool { self == nil }
}
