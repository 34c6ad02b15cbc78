package import KeywrightStorage

/// A value as a store keeps it: one property-list value.
///
/// Every ``Convertible`` type becomes one of these on its way to a store and is made of one on
/// its way back. It is written as a literal, or with a maker where no literal exists:
///
/// ```swift
/// let window: StoredValue = ["width": 800, "title": "Untitled", "tabs": [true, 0.5]]
/// let token = StoredValue.data([0xca, 0xfe])
/// ```
///
/// Two are equal when a store would write the same bytes for both: strings are compared as
/// UTF-8 and not by canonical equivalence, the integer 1 differs from the real 1.0, `0.0` from
/// `-0.0`, and a NaN equals a NaN of the same bits. An integer has one form whatever type it
/// came from.
public struct StoredValue: Sendable {
  /// The value as the storage layer knows it.
  package var tree: PropertyList

  /// Wraps a value of the storage layer.
  package init(_ tree: PropertyList) {
    self.tree = tree
  }
}

extension StoredValue: Equatable {
  /// Returns whether a store would write the same bytes for both; linear in their size.
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    left.tree == right.tree
  }
}

extension StoredValue {
  /// The content of a stored value, for code that must look inside.
  ///
  /// ```swift
  /// if case .string(let text) = value.content { print(text) }
  /// ```
  public enum Content: Sendable {
    /// True or false.
    case boolean(Bool)
    /// An integer that fits `Int64`.
    case integer(Int64)
    /// An integer above `Int64.max`; a smaller one is always ``integer(_:)``.
    case unsigned(UInt64)
    /// A floating-point number.
    case real(Double)
    /// Text.
    case string(String)
    /// A moment, in seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// Values in order.
    case array([StoredValue])
    /// Members, strictly ascending by the UTF-8 bytes of their keys.
    case dictionary([(key: String, value: StoredValue)])
    /// An object reference of Foundation's keyed archives: kept as found, never made.
    case uid(UInt64)
    /// An object of a property list that is no value, such as a null or a date that is no number, in words: kept as
    /// found, never made.
    case foreign(String)
  }

  /// The content of this value; linear in the number of direct elements or members.
  ///
  /// ```swift
  /// switch value.content {
  /// case .integer(let number): print("a number,", number)
  /// case .array(let elements): print(elements.count, "elements")
  /// default: print(value)
  /// }
  /// ```
  public var content: Content {
    switch tree {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .real(let value): .real(value)
    case .string(let value): .string(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .array(let elements): .array(elements.map(StoredValue.init))
    case .dictionary(let dictionary):
      .dictionary(dictionary.members.map { ($0.key, StoredValue($0.value)) })
    case .uid(let value): .uid(value)
    case .foreign(let object): .foreign(object.words)
    }
  }

  /// The member of a dictionary with a key, compared by its bytes; nil if there is none, and of any other value.
  ///
  /// ```swift
  /// let window: StoredValue = ["width": 640, "height": 480]
  /// let width = window["width"]
  /// ```
  ///
  /// Complexity: O(log *n*) in the number of members.
  public subscript(key: String) -> StoredValue? {
    guard case .dictionary(let dictionary) = tree else { return nil }
    return dictionary[key].map(StoredValue.init)
  }

  /// The element of an array at a position; nil if there is none, and of any other value.
  ///
  /// ```swift
  /// let window: StoredValue = ["tabs": ["notes", "mail"]]
  /// let first = window["tabs"]?[0]
  /// ```
  public subscript(position: Int) -> StoredValue? {
    guard case .array(let elements) = tree, elements.indices.contains(position) else { return nil }
    return StoredValue(elements[position])
  }
}

extension StoredValue: Hashable {
  /// Hashes what `==` compares; linear in the size of the value.
  public func hash(into hasher: inout Hasher) {
    tree.hash(into: &hasher)
  }
}

extension PropertyList {
  /// Feeds the stored bytes, each value led by its kind and each run by its length.
  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .boolean(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(UInt64(bitPattern: value))
    case .unsigned(let value), .uid(let value): hasher.combine(value)
    case .real(let value), .date(let value): hasher.combine(value.bitPattern)
    case .string(let value): value.hashBytes(into: &hasher)
    case .data(let bytes): hasher.combine(bytes)
    case .array(let elements):
      hasher.combine(elements.count)
      for element in elements { element.hash(into: &hasher) }
    case .dictionary(let dictionary):
      hasher.combine(dictionary.count)
      for member in dictionary.members {
        member.key.hashBytes(into: &hasher)
        member.value.hash(into: &hasher)
      }
    case .foreign(.bytes(let bytes)): hasher.combine(bytes)
    case .foreign(let object):
      hasher.combine(object.elements.count)
      for element in object.elements { element.hash(into: &hasher) }
    }
  }
}

extension String {
  /// Feeds the UTF-8 bytes; `hash(into:)` feeds a normalised form.
  fileprivate func hashBytes(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { bytes in
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

extension StoredValue: CustomStringConvertible {
  /// The value in one line for messages, shortened when it is long.
  ///
  /// Strings are quoted, and what would break a line or turn its direction is escaped. The time
  /// it takes is bounded, however large the value is.
  public var description: String {
    var writer = StoredValueWriter(budget: 120)
    writer.write(tree)
    return writer.text
  }
}
