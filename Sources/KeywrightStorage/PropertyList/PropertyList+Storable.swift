extension PropertyList {
  /// Refuses a value that could not be written as a member of a file's dictionary.
  ///
  /// Complexity: O(*n*) in the size of the value; O(1) for a scalar.
  ///
  /// - Throws: ``PropertyListError`` for a value over ``PropertyListLimits``, or a date that is not
  ///   finite.
  package func checkStorable() throws(PropertyListError) {
    switch self {
    case .boolean, .integer, .unsigned, .real, .uid: return
    case .string(let string) where string.utf8.count < 1 << 20: return
    default: _ = try BinaryPropertyListSize(of: .array([self]))
    }
  }
}
