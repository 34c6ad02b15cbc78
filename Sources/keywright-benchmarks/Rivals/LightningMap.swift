/// A database of LMDB that several processes may use; a commit is in the kernel.
final class LightningMap {
  private typealias Handle = OpaquePointer
  private typealias Text = UnsafePointer<CChar>

  /// The `MDB_val` of its header.
  private struct Value {
    var size: Int
    var data: UnsafeMutableRawPointer?
  }

  private let begin:
    @convention(c) (Handle, Handle?, UInt32, UnsafeMutablePointer<Handle?>) -> Int32
  private let commit: @convention(c) (Handle) -> Int32
  private let renew: @convention(c) (Handle) -> Int32
  private let reset: @convention(c) (Handle) -> Void
  private let get:
    @convention(c) (Handle, UInt32, UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32
  private let put:
    @convention(c) (Handle, UInt32, UnsafeMutableRawPointer, UnsafeMutableRawPointer, UInt32) ->
      Int32
  private let environment: Handle
  private var database: UInt32 = 0
  private var reader: Handle?

  /// The flags of its header.
  private enum Flag {
    static let noSubfolder: UInt32 = 0x4000
    static let noSynchronization: UInt32 = 0x1_0000
    static let readOnly: UInt32 = 0x2_0000
    static let writableMap: UInt32 = 0x8_0000
  }

  /// - Parameter isMapped: Whether commits write to a shared map, and not by calls of the system.
  init(_ library: RivalLibrary, at path: String, isMapped: Bool) throws {
    let create: @convention(c) (UnsafeMutablePointer<Handle?>) -> Int32 =
      try library.function("mdb_env_create")
    let setSize: @convention(c) (Handle, Int) -> Int32 =
      try library.function("mdb_env_set_mapsize")
    let open: @convention(c) (Handle, Text, UInt32, UInt32) -> Int32 =
      try library.function("mdb_env_open")
    let openDatabase:
      @convention(c) (Handle, Text?, UInt32, UnsafeMutablePointer<UInt32>) -> Int32 =
        try library.function("mdb_dbi_open")
    begin = try library.function("mdb_txn_begin")
    commit = try library.function("mdb_txn_commit")
    renew = try library.function("mdb_txn_renew")
    reset = try library.function("mdb_txn_reset")
    get = try library.function("mdb_get")
    put = try library.function("mdb_put")

    var made: Handle?
    let flags =
      Flag.noSubfolder | Flag.noSynchronization | (isMapped ? Flag.writableMap : 0)
    guard create(&made) == 0, let made, setSize(made, 64 << 20) == 0,
      open(made, path, flags, 0o600) == 0
    else { throw RivalFailure(words: path) }
    environment = made
    try write { openDatabase($0, nil, 0, &database) }
    guard begin(environment, nil, Flag.readOnly, &reader) == 0, let reader else {
      throw RivalFailure(words: "a reader of LMDB")
    }
    reset(reader)
  }

  private func write(_ body: (Handle) -> Int32) throws {
    var transaction: Handle?
    guard begin(environment, nil, 0, &transaction) == 0, let transaction, body(transaction) == 0,
      commit(transaction) == 0
    else { throw RivalFailure(words: "a commit of LMDB") }
  }

  func set(_ key: String, to number: Int) throws {
    try withUnsafeBytes(of: number) { try set(key, to: $0) }
  }

  func set(_ key: String, to text: String) throws {
    var text = text
    try text.withUTF8 { try set(key, to: UnsafeRawBufferPointer($0)) }
  }

  private func set(_ key: String, to bytes: UnsafeRawBufferPointer) throws {
    var value = Value(size: bytes.count, data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
    try write { transaction in
      Self.withValue(of: key) { put(transaction, database, &$0, &value, 0) }
    }
  }

  func number(_ key: String) -> Int { read(key) { $0.loadUnaligned(as: Int.self) } }

  func textCount(_ key: String) -> Int {
    read(key) { String(decoding: $0, as: UTF8.self).utf8.count }
  }

  private func read(_ key: String, _ body: (UnsafeRawBufferPointer) -> Int) -> Int {
    guard let reader, renew(reader) == 0 else { return 0 }
    defer { reset(reader) }
    var value = Value(size: 0, data: nil)
    guard Self.withValue(of: key, { get(reader, database, &$0, &value) }) == 0 else { return 0 }
    return body(UnsafeRawBufferPointer(start: value.data, count: value.size))
  }

  private static func withValue(of key: String, _ body: (inout Value) -> Int32) -> Int32 {
    var key = key
    return key.withUTF8 { bytes in
      var value = Value(
        size: bytes.count, data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
      return body(&value)
    }
  }
}
