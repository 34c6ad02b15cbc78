extension String {
  /// Puts parts together in one piece of memory, where interpolation takes several and `+=` looks at
  /// what it has each time.
  @inlinable
  package init(joining parts: [String]) {
    self.init(unsafeUninitializedCapacity: parts.reduce(0) { $0 + $1.utf8.count }) { buffer in
      var count = 0
      for var part in parts {
        part.withUTF8 { count = buffer[count...].initialize(fromContentsOf: $0) }
      }
      return count
    }
  }
}
