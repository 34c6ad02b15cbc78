import KeywrightStorage

extension ValueTable {
  /// Fills a new table with the members of a file.
  ///
  /// - Parameter members: The members, no two of one name. Nobody else knows the table yet.
  func load(_ members: [PropertyListDictionary.Member]) {
    load(ValueTable.names(of: members)) { StoredValue(members[$0].value) }
  }

  /// The names as storage strings, all of their bytes in one piece of memory.
  private static func names(of members: [PropertyListDictionary.Member]) -> [StorageString] {
    var ends: [Int] = []
    ends.reserveCapacity(members.count)
    var count = 0
    for index in members.indices {
      count += members[index].key.utf8.count
      ends.append(count)
    }
    let bytes = StorageBytes.filled(count) { bytes in
      var start = 0
      for index in members.indices {
        var key = members[index].key
        key.withUTF8 { key in
          _ = UnsafeMutableBufferPointer(rebasing: bytes[start...]).update(fromContentsOf: key)
        }
        start = ends[index]
      }
    }
    var start = 0
    return ends.map { end in
      defer { start = end }
      return StorageString(
        UnsafeBufferPointer(start: bytes.start + start, count: end - start), of: bytes)
    }
  }
}
