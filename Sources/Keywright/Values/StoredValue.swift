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
  /// Tells whether a store would write the same bytes for both; linear in their size.
  public static func == (left: StoredValue, right: StoredValue) -> Bool {
    left.tree == right.tree
  }
}
