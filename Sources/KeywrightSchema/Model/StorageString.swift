/// How ids become the string under which a store keeps a value.
package enum StorageString {
  /// The separator between the ids of a path.
  package static let separator = ":"

  /// The storage string of an id below a prefix; the root's prefix is empty.
  package static func joined(_ prefix: String, _ id: String) -> String {
    prefix.isEmpty
      ? id.escapedAsComponent : String(joining: [prefix, separator, id.escapedAsComponent])
  }

  /// The hash that a declared key carries; the runtime computes the same for keys made by hand.
  package static func hash(of storageString: String) -> UInt64 { KeyHash.hash(storageString) }
}

/// A string that is equal to another only if both are the same bytes.
///
/// Swift's `==` follows canonical equivalence and holds "é" and its decomposed twin to be one.
package struct ExactString: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Wraps a string.
  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    // What is not even equivalent, which Swift mostly sees at once, has not the same bytes.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    let hashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}
