/// A file in the place of a store's list that cannot be read as one: the list, damaged, or the file of
/// another program, whose path was given to the store by mistake.
enum DamagedList {
  /// Whether bytes that are no list may have been one.
  ///
  /// A binary list keeps some of its first eight bytes: half of those that are there count. One that was
  /// cut to nothing, or lost its blocks, is empty or all zeros. One in XML names its kind in its first lines.
  ///
  /// Linear in the number of bytes.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let header = Array("bplist00".utf8)
    let kept = zip(bytes, header).count { $0 == $1 }
    return 2 * kept >= min(bytes.count, header.count) || isMarkup(bytes)
      || bytes.allSatisfy { $0 == 0 }
  }

  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    // Without zeros, Latin letters of UTF-16 are ASCII, and its byte order marks are no text.
    let head = bytes.prefix(1_024).filter { $0 != 0 }
    let text = String(decoding: head, as: UTF8.self).lowercased()
    let start = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" && $0 != "\u{FFFD}" }
    return start == "<" && text.contains("plist")
  }
}
