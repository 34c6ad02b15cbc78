extension StoreError: Equatable {
  /// Whether two errors say the same; the errors underneath count by their types and words, because
  /// an error need not be comparable.
  public static func == (left: StoreError, right: StoreError) -> Bool {
    left.code == right.code && left.storageString == right.storageString
      && left.operation == right.operation && left.path == right.path
      && left.systemError == right.systemError && left.source == right.source
      && left.expected == right.expected
      && left.found == right.found && left.advice == right.advice
      && left.underlying.map(String.init(reflecting:))
        == right.underlying.map(String.init(reflecting:))
  }
}
