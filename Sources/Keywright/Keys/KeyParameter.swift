#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One argument of a key family: a further component of the storage string.
///
/// ```swift
/// static func band(_ index: Int) -> Key<Equaliser, Double> {
///   Key("band", parameters: [KeyParameter(index)], default: 0)   // "player:equaliser:band:3"
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

extension Key where Value: Convertible {
  /// Makes a key of a family in this namespace.
  ///
  /// - Parameters:
  ///   - id: The family's own component; `:` and `%` are escaped.
  ///   - parameters: The components that distinguish this key from others of the family.
  ///   - value: The value that `get` gives when nothing is stored.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  ///
  /// Complexity: O(*n*) in the length of the storage string, which is made and hashed each time.
  public init(
    _ id: String, parameters: [KeyParameter], default value: Value,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      StorageString(StorageString(id, in: Space.self).string, parameters), default: value,
      form: PlainForm<Value>.self, descriptor: descriptor)
  }

  /// Makes a key of a family in this namespace, with a default that is computed when it is first
  /// needed: once for each key that is made.
  ///
  /// - Parameters:
  ///   - id: The family's own component; `:` and `%` are escaped.
  ///   - parameters: The components that distinguish this key from others of the family.
  ///   - value: The default, in place of one that the descriptor has.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init(
    _ id: String, parameters: [KeyParameter], default value: DefaultValue<Value>,
    descriptor: KeyDescriptor<Value>? = nil
  ) {
    self.init(
      StorageString(StorageString(id, in: Space.self).string, parameters), default: nil,
      form: PlainForm<Value>.self, descriptor: KeyDescriptor(descriptor, default: value))
  }

  /// Refuses a key that has neither a default nor an optional type, and says what it lacks.
  @available(*, unavailable, message: "give the key a 'default:', or an optional type")
  public init(_ id: String, parameters: [KeyParameter]) {
    self.init(
      StorageString(StorageString(id, in: Space.self).string, parameters), default: nil,
      form: PlainForm<Value>.self, descriptor: nil)
  }
}

extension Key {
  /// Makes a key of a family in this namespace whose value may be absent.
  ///
  /// - Parameters:
  ///   - id: The family's own component; `:` and `%` are escaped.
  ///   - parameters: The components that distinguish this key from others of the family.
  ///   - descriptor: Processing, constraints and functions, if there are any.
  public init<Wrapped: Convertible>(
    _ id: String, parameters: [KeyParameter], descriptor: KeyDescriptor<Value>? = nil
  ) where Value == Wrapped? {
    self.init(
      StorageString(StorageString(id, in: Space.self).string, parameters),
      default: descriptor.literalNil(),
      form: OptionalForm<Wrapped>.self, descriptor: descriptor)
  }
}
