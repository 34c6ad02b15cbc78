import CSQLite

/// A table of SQLite with a write-ahead log and prepared statements.
///
/// With `synchronous` at `NORMAL` a commit is in the kernel, at `FULL` on the disk.
final class Database: Rival {
  private let connection: OpaquePointer
  private let select: OpaquePointer
  private let insert: OpaquePointer
  private var waitsForDisk = false

  struct Failure: Error { let words: String }

  init(_ path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
      throw Failure(words: "cannot open \(path)")
    }
    connection = opened
    for words in [
      "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
      "CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
    ] {
      try Self.execute(words, on: opened)
    }
    select = try Self.prepare("SELECT value FROM settings WHERE key = ?", on: opened)
    insert = try Self.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)", on: opened)
  }

  private static func execute(_ words: String, on connection: OpaquePointer) throws {
    guard sqlite3_exec(connection, words, nil, nil, nil) == SQLITE_OK else {
      throw Failure(words: String(cString: sqlite3_errmsg(connection)))
    }
  }

  private static func prepare(
    _ words: String, on connection: OpaquePointer
  ) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, words, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw Failure(words: String(cString: sqlite3_errmsg(connection))) }
    return statement
  }

  func fill(_ count: Int) throws {
    try Self.execute("BEGIN", on: connection)
    for number in 0..<count { try write(number, under: "key\(number)") }
    try write(1, under: "count")
    try Self.execute("INSERT OR REPLACE INTO settings VALUES ('title', '\(title)')", on: connection)
    try Self.execute("COMMIT", on: connection)
    try Self.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: connection)
  }

  private func write(_ number: Int, under key: String) throws {
    // The key outlives the step, so that SQLite need not copy it.
    try key.withCString { key in
      sqlite3_bind_text(insert, 1, key, -1, nil)
      sqlite3_bind_int64(insert, 2, Int64(number))
      defer { sqlite3_reset(insert) }
      guard sqlite3_step(insert) == SQLITE_DONE else {
        throw Failure(words: String(cString: sqlite3_errmsg(connection)))
      }
    }
  }

  func number() -> Int { read("count") { Int(sqlite3_column_int64($0, 0)) } }

  func text() -> Int {
    read("title") { String(cString: sqlite3_column_text($0, 0)).utf8.count }
  }

  private func read(_ key: String, _ body: (OpaquePointer) -> Int) -> Int {
    key.withCString { key in
      sqlite3_bind_text(select, 1, key, -1, nil)
      defer { sqlite3_reset(select) }
      return sqlite3_step(select) == SQLITE_ROW ? body(select) : 0
    }
  }

  func set(_ number: Int) throws { try write(number, under: "count") }

  func setDurably(_ number: Int) throws -> Bool {
    if !waitsForDisk { try Self.execute("PRAGMA synchronous = FULL", on: connection) }
    waitsForDisk = true
    try write(number, under: "count")
    return true
  }
}

@main
enum Program {
  static func main() throws { try run(Database.self) }
}
