#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// The etcd keys of one store: a prefix, and behind it the bytes of a storage string as they are.
///
/// So no two storage strings share a key, and every key under the prefix is one storage string, whoever
/// wrote it. The store's own records lie beside the prefix, in front of it in etcd's order:
///
/// | key | what it is |
/// |---|---|
/// | `/app/player:volume` | the value of a key |
/// | `/app/keywright:freeze` | while it is there, no machine applies changes or commits |
/// | `/app.keywright/marker/…` | the last commit of one process, under a lease |
/// | `/app.keywright/log/…` | who committed, when and why |
struct KeyRange: Sendable, Hashable {
  /// Ends in a slash.
  let prefix: String

  init(prefix: String) {
    self.prefix = prefix.utf8.last == UInt8(ascii: "/") ? prefix : prefix + "/"
  }

  /// The first key, and the first one behind the last.
  var bounds: (start: Data, end: Data) { KeyRange.bounds(ofPrefix: Data(prefix.utf8)) }

  /// The range of the store's own records.
  private var records: String { prefix.dropLast() + ".keywright/" }

  var markers: String { records + "marker/" }
  var logs: String { records + "log/" }

  /// The storage string of the key that freezes the store.
  static let freeze = StorageString("keywright:freeze")

  func key(of name: StorageString) -> Data { Data((prefix + name.string).utf8) }

  /// The storage string of a key; nil for one that is not under the prefix.
  ///
  /// A key that is not UTF-8 is no key of a program: it is known by its bytes, and hidden.
  func name(of key: Data) -> StorageString? {
    guard key.starts(with: prefix.utf8) else { return nil }
    let rest = key.dropFirst(prefix.utf8.count)
    if let name = String(validating: rest, as: UTF8.self) { return StorageString(name) }
    return StorageString(
      KeyRange.foreign + rest.map { String($0, radix: 16) }.joined(separator: " "))
  }

  private static let foreign = "keywright:bytes:"

  /// Whether a key is not UTF-8.
  static func isForeign(_ name: StorageString) -> Bool {
    name.string.utf8.starts(with: foreign.utf8)
  }

  /// The ranges of all storage strings that begin with a text, without the library's own records.
  func bounds(ofNames text: String) -> [(start: Data, end: Data)] {
    let all = KeyRange.bounds(ofPrefix: Data((prefix + text).utf8))
    guard "keywright:".hasPrefix(text) else { return [all] }
    let reserved = KeyRange.bounds(ofPrefix: Data((prefix + "keywright:").utf8))
    return [(all.start, reserved.start), (reserved.end, all.end)]
  }

  /// The keys that begin with some bytes: from them to the same with the last byte counted up.
  static func bounds(ofPrefix bytes: Data) -> (start: Data, end: Data) {
    var end = bytes
    while let last = end.last, last == 0xFF { end.removeLast() }
    guard let last = end.popLast() else { return (bytes, Data([0])) }
    end.append(last + 1)
    return (bytes, end)
  }
}
