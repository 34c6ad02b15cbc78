#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One argument of a key family: a further component of the storage string.
///
/// ```swift
/// static func band(_ index: Int) -> Key<Equaliser, Double> {
///   Key(.family("band", KeyParameter(index)), default: 0)   // "player:equaliser:band:3"
/// }
/// ```
///
/// Different values of one type give different strings; `:` and `%` are escaped as in ids.
///
/// Thread safety: an immutable value.
public struct KeyParameter: Sendable, Hashable {
  /// The component, before it is escaped.
  let component: String

  /// The string itself, of any content: `:` and `%` are escaped, and an empty string is a component
  /// too.
  public init(_ value: String) { component = value }

  /// `true` or `false`.
  public init(_ value: Bool) { component = value ? "true" : "false" }

  /// The decimal digits, without leading zeros; a negative number begins with `-`.
  public init(_ value: some FixedWidthInteger & Sendable) { component = String(value) }

  /// The UUID in capitals.
  public init(_ value: UUID) { component = value.uuidString }

  /// The raw value, so that a case which is renamed keeps its storage string.
  public init<Value: RawRepresentable>(_ value: Value) where Value.RawValue == String {
    self.init(value.rawValue)
  }

  /// The raw value, so that a case which is renamed keeps its storage string.
  public init<Value: RawRepresentable>(_ value: Value)
  where Value.RawValue: FixedWidthInteger & Sendable {
    self.init(value.rawValue)
  }
}

extension StorageString {
  /// A family's storage string and its parameters.
  @usableFromInline
  init(_ family: String, _ parameters: [KeyParameter]) {
    self.init(
      parameters.reduce(into: family) { $0 += ":" + $1.component.escapedAsComponent })
  }
}
