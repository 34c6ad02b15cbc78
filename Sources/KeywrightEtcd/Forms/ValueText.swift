import Keywright

/// The text of a stored value in etcd: JSON that `etcdctl get` shows readably and that any language
/// reads, with tags for what JSON lacks; see ``TaggedJSON``.
///
/// A real has a point or an exponent, so that 1.0 is no integer. Null has no stored form.
enum ValueText {
  /// The text of a value.
  static func text(of value: StoredValue) -> String { TaggedJSON.text(of: value) }

  /// Reads a whole text; nil for text that has no meaning.
  ///
  /// Complexity: O(*n*) in the number of bytes; nesting is bounded.
  static func value(of bytes: [UInt8]) -> StoredValue? { try? TaggedJSON.stored(ofText: bytes) }
}
