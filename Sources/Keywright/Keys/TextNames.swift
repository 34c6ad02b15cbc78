/// The names of a program's keys in its environment and among its arguments, as its schemas say.
///
/// A schema says it by `"environmentPrefix": "NOTES"` for the file, and by `"flat": true` for a namespace that
/// those names leave out. The generated registry has it, and layers take it from there:
///
/// ```swift
/// let names = TextNames(prefix: "NOTES", flat: ["notes"])
/// // notes:pageSize is NOTES_PAGE_SIZE and --pageSize, server:port is NOTES_SERVER_PORT and --server.port
/// ```
///
/// Storage strings and JSON files keep all namespaces.
///
/// Thread safety: an immutable value.
public struct TextNames: Sendable, Hashable {
  /// The beginning of the variables, before a `_`; may be empty.
  public let prefix: String
  /// The storage strings that precede those of the keys in flat namespaces: `notes`, `notes:view`.
  public let flat: [String]

  /// Makes names; generated code calls this.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the variables, before a `_`; may be empty.
  ///   - flat: The storage strings that precede those of the keys in flat namespaces.
  public init(prefix: String = "", flat: [String] = []) {
    self.prefix = prefix
    self.flat = flat
  }

  /// The storage string without its flat namespaces; nil if it is in none.
  func shortened(_ name: StorageString) -> StorageString? {
    if flat.isEmpty { return nil }
    let string = name.string
    let shortened = EnvironmentName.shortened(string, flat: flat)
    return shortened.utf8.count == string.utf8.count ? nil : StorageString(shortened)
  }
}
