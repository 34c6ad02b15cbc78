/// A string that is equal to another only if both are the same bytes.
///
/// Swift's `==` follows canonical equivalence and holds "é" and its decomposed twin to be one.
package struct ExactString: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    // Strings that are not even equivalent, which Swift mostly sees at once, differ in their bytes.
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
