/// The string under which a store keeps a key's value.
///
/// Storage strings are UTF-8 bytes: they are compared and hashed as bytes, never by canonical
/// equivalence, because a file may hold both "é" and its decomposed twin. One made from a literal
/// borrows the program's own bytes and costs nothing to make or copy.
///
/// ```swift
/// let name: StorageString = "player:volume"
/// print(name == StorageString("player:volume"), "\(name)")  // true player:volume
/// ```
///
/// Thread safety: an immutable value.
@frozen
public struct StorageString: @unchecked Sendable {
  // `@unchecked`: the bytes are never written after `init`, so no lock guards them; they belong
  // to the program (`owner` is nil) or to `owner`.
  @usableFromInline let start: UnsafePointer<UInt8>
  @usableFromInline let count: Int
  @usableFromInline let owner: StorageBytes?

  /// The fixed hash of the bytes: SipHash-1-3 under a published key.
  @usableFromInline package let hash: UInt64

  /// Makes a storage string from any string; computes its hash.
  ///
  /// Complexity: O(*n*) in the number of bytes.
  public init(_ string: String) {
    var string = string
    self = string.withUTF8 { StorageString(copying: $0) }
  }

  /// Makes a storage string from a literal whose hash the generator computed.
  @inlinable
  init(literal: StaticString, hash: UInt64) {
    start = literal.utf8Start
    count = literal.utf8CodeUnitCount
    owner = nil
    self.hash = hash
  }

  /// Makes a storage string of bytes that belong to the program, or to `owner`.
  init(_ start: UnsafePointer<UInt8>, _ count: Int, of owner: StorageBytes?, hash: UInt64) {
    self.start = start
    self.count = count
    self.owner = owner
    self.hash = hash
  }

  init(copying bytes: UnsafeBufferPointer<UInt8>) {
    self.init(copying: bytes, hash: KeyHash.hash(bytes))
  }

  /// Makes a storage string with a hash computed elsewhere; tests give equal ones to several.
  init(copying bytes: UnsafeBufferPointer<UInt8>, hash: UInt64) {
    let owner = StorageBytes.copying(bytes)
    self.init(owner.start, bytes.count, of: owner, hash: hash)
  }

  /// Makes a storage string of bytes that an owner of many holds.
  init(_ bytes: UnsafeBufferPointer<UInt8>, of owner: StorageBytes) {
    self.init(
      bytes.baseAddress ?? owner.start, bytes.count, of: owner, hash: KeyHash.hash(bytes))
  }

  /// The bytes, for as long as the body runs.
  @inlinable
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withExtendedLifetime(owner) { body(UnsafeBufferPointer(start: start, count: count)) }
  }

  /// The same bytes as a `String`.
  public var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  /// Whether these bytes begin with those of `prefix`.
  func hasPrefix(_ prefix: String) -> Bool {
    withBytes { $0.starts(with: prefix.utf8) }
  }

  /// What follows a prefix; nil if these bytes do not begin with it.
  func dropping(_ prefix: String) -> StorageString? {
    guard hasPrefix(prefix) else { return nil }
    return withBytes { bytes in
      StorageString(copying: UnsafeBufferPointer(rebasing: bytes.dropFirst(prefix.utf8.count)))
    }
  }

  /// Whether these bytes begin with those of `prefix`.
  func hasPrefix(_ prefix: StorageString) -> Bool {
    guard count >= prefix.count else { return false }
    return withExtendedLifetime((owner, prefix.owner)) {
      StorageString.areEqual(start, prefix.start, prefix.count)
    }
  }
}

extension StorageString {
  /// Compares bytes, eight or four at a time.
  @inlinable
  @inline(__always)
  static func areEqual(
    _ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    if left == right { return true }
    let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    var offset = 0
    if count >= 8 {
      // The last eight may have been looked at in part.
      let last = count &- 8
      while true {
        let a = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let b = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        if a != b { return false }
        if offset == last { return true }
        offset = min(offset &+ 8, last)
      }
    }
    if count >= 4 {
      // The first four and the last four, which overlap in fewer than eight bytes.
      let last = count &- 4
      return left.loadUnaligned(as: UInt32.self) == right.loadUnaligned(as: UInt32.self)
        && left.loadUnaligned(fromByteOffset: last, as: UInt32.self)
          == right.loadUnaligned(fromByteOffset: last, as: UInt32.self)
    }
    while offset < count {
      let a = left.load(fromByteOffset: offset, as: UInt8.self)
      let b = right.load(fromByteOffset: offset, as: UInt8.self)
      if a != b { return false }
      offset &+= 1
    }
    return true
  }
}

extension StorageString: Hashable {
  /// Whether both hold the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    guard left.hash == right.hash, left.count == right.count else { return false }
    return withExtendedLifetime((left.owner, right.owner)) {
      StorageString.areEqual(left.start, right.start, left.count)
    }
  }

  /// Feeds the bytes to the process's seeded hasher, so that strings that were made to have one fixed
  /// hash do not collide in a dictionary.
  ///
  /// Complexity: O(*n*) in the number of bytes.
  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension StorageString: CustomStringConvertible, ExpressibleByStringLiteral {
  /// The string itself.
  public var description: String { string }

  /// Makes a storage string from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

/// Bytes at a fixed address for as long as this object lives.
@usableFromInline
final class StorageBytes: @unchecked Sendable {
  // `@unchecked`: the bytes are written before `init` returns and never again.
  let start: UnsafePointer<UInt8>

  private init(start: UnsafePointer<UInt8>) { self.start = start }

  static func copying(_ bytes: UnsafeBufferPointer<UInt8>) -> StorageBytes {
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    if let base = bytes.baseAddress { copy.update(from: base, count: bytes.count) }
    return StorageBytes(start: UnsafePointer(copy))
  }

  /// Makes room for bytes of many strings, and lets a body fill it.
  static func filled(
    _ count: Int, by body: (UnsafeMutableBufferPointer<UInt8>) -> Void
  ) -> StorageBytes {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
    body(UnsafeMutableBufferPointer(start: bytes, count: count))
    return StorageBytes(start: UnsafePointer(bytes))
  }

  deinit { start.deallocate() }
}

extension StorageString {
  /// The first component of the storage strings of the library's own records.
  static let reservedRoot = "keywright"

  /// Whether this is one of the library's own records: no commit of the program changes it, no
  /// observer is notified of it, and no list shows it.
  var isReserved: Bool {
    guard count > 9, start[0] == UInt8(ascii: "k"), hasPrefix(StorageString.reservedRoot) else {
      return false
    }
    return start[9] == UInt8(ascii: ":")
  }
}
