/// A property-list value as a tree: what a stored form becomes in a file.
///
/// Numbers are canonical: an integer that fits `Int64` is always `.integer`, so that two trees
/// are equal exactly when a reader sees the same value.
package indirect enum PropertyList: Sendable {
  case boolean(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  case real(Double)
  case string(String)
  /// Seconds since 2001-01-01T00:00:00Z; always finite.
  case date(Double)
  case data([UInt8])
  case array([PropertyList])
  case dictionary(PropertyListDictionary)
  /// An object reference as Foundation's keyed archives write them; kept, never made.
  case uid(UInt64)
}
