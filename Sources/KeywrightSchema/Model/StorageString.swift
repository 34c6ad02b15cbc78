/// The string under which a store keeps a value, made of ids.
package enum StorageString {
  /// The separator between the ids of a path.
  package static let separator = ":"

  /// The storage string of an id below a prefix; the root's prefix is empty.
  package static func joined(_ prefix: String, _ id: String) -> String {
    prefix.isEmpty ? id.escapedAsComponent : prefix + separator + id.escapedAsComponent
  }

  /// The id that is one component of a storage string, without the escapes of `:` and `%`.
  package static func id(ofComponent component: some StringProtocol) -> String {
    String(component).replacing("%3A", with: ":").replacing("%25", with: "%")
  }

  /// The storage strings that a storage string continues, the shortest first: those of the namespaces
  /// and of the family that it may belong to.
  package static func ancestors(of string: String) -> some BidirectionalCollection<String> {
    string.utf8.indices.lazy.filter { string.utf8[$0] == UInt8(ascii: ":") }
      .map { String(string[..<$0]) }
  }

  /// The hash that a declared key carries; the runtime computes the same for keys made by hand.
  package static func hash(of storageString: String) -> UInt64 { KeyHash.hash(storageString) }
}
