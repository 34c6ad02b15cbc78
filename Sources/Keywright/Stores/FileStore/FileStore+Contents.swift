extension FileStore {
  /// The bytes of a value's file.
  public enum Contents: Sendable {
    /// A property list with the storage string and the value, and a checksum: the store's own files.
    case propertyList
    /// The value's bytes and nothing else, for files that other programs read and write too: of a text its
    /// UTF-8 form, of data the data (JSON with `coding: .json`), of an array or a dictionary (a struct with
    /// `coding: .propertyList`) a property list. A key of another stored form is refused. There is no
    /// checksum, so damage is not noticed.
    case raw
  }

  /// The names of the files of a folder with ``Contents/raw``.
  ///
  /// A storage string that has no name of up to 200 bytes is refused, and so are names that begin with a
  /// dot.
  public struct Names: Sendable {
    enum Encoding: Hashable {
      case escaped
      case plain
      case base64
      case base64URL
    }

    let encoding: Encoding

    /// The storage string with `:` written `+` and all but `a`–`z`, `0`–`9`, `-`, `_` and `.` escaped by
    /// `%`: safe on any volume. `album:cover.png` is `album+cover.png`.
    public static var escaped: Names { Names(encoding: .escaped) }

    /// The storage string itself, which may not contain `/`. On a volume that ignores case, strings that
    /// differ in case alone share a file.
    public static var plain: Names { Names(encoding: .plain) }

    /// Base64 of the storage string; a name with a `/` is refused.
    public static var base64: Names { Names(encoding: .base64) }

    /// Base64 of the storage string, with `-` and `_` in place of `+` and `/`.
    public static var base64URL: Names { Names(encoding: .base64URL) }
  }
}
