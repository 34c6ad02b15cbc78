extension StoreError {
  /// The report of a value that was written under a former name of its key.
  ///
  /// - Parameters:
  ///   - former: The name, as it was written.
  ///   - name: The present name, as people write it there.
  ///   - key: The storage string.
  ///   - isConverted: Whether the value is of an earlier type.
  static func renamed(
    _ former: String, to name: String, of key: StorageString, isConverted: Bool
  ) -> StoreError {
    StoreError(
      .renamed, storageString: key.string, operation: "read", source: former,
      expected: "the present name",
      advice: isConverted
        ? "Write '\(name)' with a value of today's type; a value under the former name is converted."
        : "Write '\(name)'; the former name is read, too.")
  }
}
