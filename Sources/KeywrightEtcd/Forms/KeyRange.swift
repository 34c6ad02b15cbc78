#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Keywright

/// The etcd keys of one store: a prefix, and behind it the bytes of a storage string, in which `/` is written `%2F`.
///
/// So no two storage strings share a key, and one store is one prefix: what lies behind a further slash is another
/// store's, and no call lists, watches or removes it. The store's own records lie beside the prefix, in front of it in
/// etcd's order:
///
/// | key | what it is |
/// |---|---|
/// | `/app/player:volume` | the value of a key |
/// | `/app/keywright:freeze` | while it is there, no machine applies changes or commits |
/// | `/app.keywright/marker/…` | the last commit of one process, under a lease |
/// | `/app.keywright/log/…` | who committed, when and why |
/// | `/app/eu/player:volume` | the value of a key of the store `/app/eu` |
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

  func key(of name: StorageString) -> Data {
    Data((prefix + KeyRange.escaped(name.string)).utf8)
  }

  /// The storage string of a key; nil for one that is not under the prefix.
  ///
  /// A key that is not UTF-8, or has a slash behind the prefix, is no key of this store: it is known by its bytes, and
  /// hidden.
  func name(of key: Data) -> StorageString? {
    guard key.starts(with: prefix.utf8) else { return nil }
    let rest = key.dropFirst(prefix.utf8.count)
    if !rest.contains(UInt8(ascii: "/")), let text = String(validating: rest, as: UTF8.self) {
      return StorageString(KeyRange.unescaped(text))
    }
    return StorageString(
      KeyRange.foreign + rest.map { String($0, radix: 16) }.joined(separator: " "))
  }

  private static let foreign = "keywright:bytes:"

  /// Whether a key is not of the store.
  static func isForeign(_ name: StorageString) -> Bool {
    name.string.utf8.starts(with: foreign.utf8)
  }

  /// The range that a sweep passes by for a foreign key: the other store that the key belongs to, or the key alone.
  private func bounds(ofForeign name: StorageString) -> (start: Data, end: Data)? {
    guard KeyRange.isForeign(name) else { return nil }
    let rest = name.string.utf8.dropFirst(KeyRange.foreign.utf8.count)
      .split(separator: UInt8(ascii: " "))
      .compactMap { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
    let key = Data(prefix.utf8) + rest
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return (key, key + [0]) }
    return KeyRange.bounds(ofPrefix: Data(prefix.utf8) + rest[...slash])
  }

  /// The ranges of all storage strings that begin with a text, without the library's own records and without other
  /// stores.
  ///
  /// - Parameter known: The names of the keys that are there.
  func bounds(
    ofNames text: String, among known: some Sequence<StorageString>
  ) -> [(start: Data, end: Data)] {
    let all = KeyRange.bounds(ofPrefix: Data((prefix + KeyRange.escaped(text)).utf8))
    var gaps = known.compactMap { bounds(ofForeign: $0) }
    gaps.append(KeyRange.bounds(ofPrefix: Data((prefix + "keywright:").utf8)))
    gaps.sort { $0.start.lexicographicallyPrecedes($1.start) }
    var ranges: [(start: Data, end: Data)] = []
    var start = all.start
    for gap in gaps where start.lexicographicallyPrecedes(gap.end) {
      guard gap.start.lexicographicallyPrecedes(all.end) else { break }
      if start.lexicographicallyPrecedes(gap.start) { ranges.append((start, gap.start)) }
      start = gap.end
    }
    if start.lexicographicallyPrecedes(all.end) { ranges.append((start, all.end)) }
    return ranges
  }

  // MARK: Slashes

  /// The text with `%2F` for each slash. A `%2F` that stands there already gets a `25` behind its percent sign, and so
  /// does one that got it before.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else {
      return text
    }
    var result = ""
    var rest = text[...]
    while let character = rest.unicodeScalars.first {
      switch character {
      case "/": result += "%2F"
      case "%": result += isEscape(rest) ? "%25" : "%"
      default: result.unicodeScalars.append(character)
      }
      rest.unicodeScalars.removeFirst()
    }
    return result
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var result = ""
    var rest = text[...]
    while let character = rest.unicodeScalars.first {
      if character == "%", isEscape(rest) {
        let isSlash = rest.unicodeScalars.starts(with: "%2F".unicodeScalars)
        result += isSlash ? "/" : "%"
        rest.unicodeScalars.removeFirst(3)
      } else {
        result.unicodeScalars.append(character)
        rest.unicodeScalars.removeFirst()
      }
    }
    return result
  }

  /// Whether a text begins with a percent sign, any number of `25`, and `2F`.
  private static func isEscape(_ text: Substring) -> Bool {
    var rest = text.utf8.dropFirst()
    while rest.starts(with: "25".utf8) { rest = rest.dropFirst(2) }
    return rest.starts(with: "2F".utf8)
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
