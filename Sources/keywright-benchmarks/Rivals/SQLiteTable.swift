/// A table of SQLite with a write-ahead log and prepared statements: a commit is in the kernel.
final class SQLiteTable {
  private typealias Text = UnsafePointer<CChar>
  private let bindText:
    @convention(c) (OpaquePointer, Int32, Text, Int32, UnsafeRawPointer?) -> Int32
  private let bindInt: @convention(c) (OpaquePointer, Int32, Int64) -> Int32
  private let step: @convention(c) (OpaquePointer) -> Int32
  private let reset: @convention(c) (OpaquePointer) -> Int32
  private let columnInt: @convention(c) (OpaquePointer, Int32) -> Int64
  private let columnText: @convention(c) (OpaquePointer, Int32) -> Text?
  private let select: OpaquePointer
  private let insert: OpaquePointer

  private static let row: Int32 = 100
  private static let done: Int32 = 101

  init(_ library: RivalLibrary, at path: String) throws {
    let open: @convention(c) (Text, UnsafeMutablePointer<OpaquePointer?>) -> Int32 =
      try library.function("sqlite3_open")
    let execute:
      @convention(c) (
        OpaquePointer, Text, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
      ) -> Int32 = try library.function("sqlite3_exec")
    let prepare:
      @convention(c) (
        OpaquePointer, Text, Int32, UnsafeMutablePointer<OpaquePointer?>, UnsafeRawPointer?
      ) -> Int32 = try library.function("sqlite3_prepare_v2")
    bindText = try library.function("sqlite3_bind_text")
    bindInt = try library.function("sqlite3_bind_int64")
    step = try library.function("sqlite3_step")
    reset = try library.function("sqlite3_reset")
    columnInt = try library.function("sqlite3_column_int64")
    columnText = try library.function("sqlite3_column_text")

    var connection: OpaquePointer?
    guard open(path, &connection) == 0, let connection else { throw RivalFailure(words: path) }
    for words in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
      "CREATE TABLE settings (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    ] where execute(connection, words, nil, nil, nil) != 0 {
      throw RivalFailure(words: words)
    }
    func statement(_ words: String) throws -> OpaquePointer {
      var statement: OpaquePointer?
      guard prepare(connection, words, -1, &statement, nil) == 0, let statement else {
        throw RivalFailure(words: words)
      }
      return statement
    }
    select = try statement("SELECT value FROM settings WHERE key = ?")
    insert = try statement("INSERT OR REPLACE INTO settings VALUES (?, ?)")
  }

  func set(_ key: String, to number: Int) throws {
    try key.withCString { key in try set(key) { bindInt(insert, 2, Int64(number)) } }
  }

  func set(_ key: String, to text: String) throws {
    try key.withCString { key in
      try text.withCString { text in try set(key) { bindText(insert, 2, text, -1, nil) } }
    }
  }

  /// The key and the value outlive the step, so that SQLite need not copy them.
  private func set(_ key: Text, _ bindValue: () -> Int32) throws {
    defer { _ = reset(insert) }
    guard bindText(insert, 1, key, -1, nil) == 0, bindValue() == 0, step(insert) == Self.done else {
      throw RivalFailure(words: "a set of SQLite")
    }
  }

  func number(_ key: String) -> Int { read(key) { Int(columnInt(select, 0)) } }

  func textCount(_ key: String) -> Int {
    read(key) { columnText(select, 0).map { String(cString: $0).utf8.count } ?? 0 }
  }

  private func read(_ key: String, _ value: () -> Int) -> Int {
    key.withCString { key in
      defer { _ = reset(select) }
      return bindText(select, 1, key, -1, nil) == 0 && step(select) == Self.row ? value() : 0
    }
  }
}
