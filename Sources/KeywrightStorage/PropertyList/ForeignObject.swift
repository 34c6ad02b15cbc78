/// An object of a binary property list that is no value of one: kept as it was found, never made.
///
/// Another program wrote it, and its neighbours are none the worse: only a reader of this one value has to be told.
package enum ForeignObject: Equatable, Sendable {
  /// An object without parts, as its bytes in the file, the marker first: a null, a date that is no number, an integer
  /// of over 64 bits, a text that is no Unicode.
  case bytes([UInt8])
  /// A set or an ordered set, with the high half of its marker.
  case set(UInt8, [PropertyList])
  /// The values of a dictionary's members that have one name, in the order of the file.
  case repeated([PropertyList])

  /// A name for what it is, for errors, without an article.
  package var words: String {
    switch self {
    case .set(0xB0, _): return "ordered set"
    case .set: return "set"
    case .repeated(let values): return "member with \(values.count) values"
    case .bytes(let bytes):
      let marker = bytes.first ?? 0
      switch marker >> 4 {
      case 0x0 where marker == 0x00: return "null"
      case 0x1: return "integer of over 64 bits"
      case 0x2: return "real of \(bytes.count - 1) bytes"
      case 0x3: return "date that is no number"
      case 0x5: return "text with bytes that are not ASCII"
      case 0x6: return "text with half of a surrogate pair"
      default: return "object with marker 0x" + String(marker, radix: 16)
      }
    }
  }

  /// The values in it.
  package var elements: [PropertyList] {
    switch self {
    case .bytes: []
    case .set(_, let values), .repeated(let values): values
    }
  }

  /// Takes bytes for an object that is no value and has no parts; nil if they are anything else.
  package init?(bytes: [UInt8]) {
    // The reader decides, as it did when it found them in a file.
    let table = BinaryPropertyList.headerLength + bytes.count
    var file = BinaryPropertyList.header.withUTF8Buffer { Array($0) } + bytes
    let trailer = [UInt64(8) << 8 | 1, 1, 0, UInt64(table)]
    for number in [UInt64(BinaryPropertyList.headerLength)] + trailer {
      withUnsafeBytes(of: number.bigEndian) { file += $0 }
    }
    let value = try? file.reading { file throws(PropertyListError) in
      try BinaryPropertyList.decode(file)
    }
    guard case .foreign(.bytes(bytes))? = value else { return nil }
    self = .bytes(bytes)
  }
}

extension PropertyListDictionary {
  /// Makes a dictionary of the members that a file has, in any order; several of one name become one.
  init(joining members: [Member]) {
    var joined: [Member] = []
    joined.reserveCapacity(members.count)
    for index in SortableKeys(members.lazy.map(\.key)).order() {
      let member = members[index]
      guard let last = joined.last, last.key.hasSameBytes(as: member.key) else {
        joined.append(member)
        continue
      }
      let before =
        if case .foreign(.repeated(let values)) = last.value { values } else { [last.value] }
      joined[joined.count - 1].value = .foreign(.repeated(before + [member.value]))
    }
    self.init(sortedMembers: joined)
  }

  /// The number of members in a file, where those of one name are several.
  var countInFile: Int {
    var count = members.count
    for index in members.indices {
      if case .foreign(.repeated(let values)) = members[index].value { count += values.count - 1 }
    }
    return count
  }
}
