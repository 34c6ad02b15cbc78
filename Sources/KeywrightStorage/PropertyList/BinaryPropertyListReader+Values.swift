extension BinaryPropertyListReader {
  /// Reads one object and all below it; the caller has counted the visit.
  mutating func value(at index: Int, depth: Int) throws(PropertyListError) -> PropertyList {
    let object = try object(index)
    decodedObjects += 1
    switch object.marker >> 4 {
    case 0x5: return .string(try asciiString(object).string)
    case 0x1: return try integer(object)
    case 0x0 where object.marker == 0x08 || object.marker == 0x09:
      return .boolean(object.marker == 0x09)
    case 0x2: return .real(try real(object))
    case 0x3 where object.marker == 0x33: return .date(try date(object))
    case 0x4: return .data(try data(object))
    case 0x6: return .string(try utf16String(object))
    case 0x8 where object.low < 8:
      try take(object.low + 1, at: object.content, of: object)
      return .uid(number(at: object.content, size: object.low + 1))
    case 0xA:
      return try list(index, object, depth: depth) { reader throws(PropertyListError) in
        .array(try reader.array(object, depth: depth))
      }
    case 0xD:
      return try list(index, object, depth: depth) { reader throws(PropertyListError) in
        .dictionary(try reader.dictionary(object, depth: depth))
      }
    default:
      throw PropertyListError(
        offset: object.offset, found: BinaryPropertyListReader.name(of: object.marker),
        expected: "a value that property lists have")
    }
  }

  private mutating func integer(_ object: Object) throws(PropertyListError) -> PropertyList {
    guard object.low <= 4 else {
      throw PropertyListError(
        offset: object.offset, found: "an integer of \(1 << object.low) bytes",
        expected: "at most 16")
    }
    let size = 1 << object.low
    try take(size, at: object.content, of: object)
    let start = object.content
    switch size {
    case 8: return .integer(Int64(bitPattern: number(at: start, size: 8)))
    case 16:
      let (high, low) = (number(at: start, size: 8), number(at: start + 8, size: 8))
      if high == 0 { return PropertyList(canonical: low) }
      if high == UInt64.max, low >> 63 == 1 { return .integer(Int64(bitPattern: low)) }
      throw PropertyListError(
        offset: object.offset, found: "an integer of over 64 bits",
        expected: "-2^63 to 2^64 - 1")
    default: return .integer(Int64(number(at: start, size: size)))
    }
  }

  private mutating func real(_ object: Object) throws(PropertyListError) -> Double {
    switch object.marker {
    case 0x22:
      try take(4, at: object.content, of: object)
      let bits = UInt32(truncatingIfNeeded: number(at: object.content, size: 4))
      return Double(Float(bitPattern: bits))
    case 0x23:
      try take(8, at: object.content, of: object)
      return Double(bitPattern: number(at: object.content, size: 8))
    default:
      throw PropertyListError(
        offset: object.offset, found: "a real of \(1 << object.low) bytes", expected: "4 or 8")
    }
  }

  private mutating func date(_ object: Object) throws(PropertyListError) -> Double {
    try take(8, at: object.content, of: object)
    let seconds = Double(bitPattern: number(at: object.content, size: 8))
    guard seconds.isFinite else {
      throw PropertyListError(
        offset: object.offset, found: "date \(seconds)", expected: "a finite date")
    }
    return seconds
  }

  private mutating func data(_ object: Object) throws(PropertyListError) -> [UInt8] {
    let (count, start) = try length(of: object)
    try take(count, at: start, of: object)
    return [UInt8](UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
  }

  private mutating func array(_ object: Object, depth: Int) throws(PropertyListError)
    -> [PropertyList]
  {
    let (count, listStart) = try length(of: object)
    let (size, start) = try references(count, at: listStart, of: object)
    try enter(object, depth: depth, height: count == 0 ? 0 : 1, count: count)
    try take(count * size, at: start, of: object)
    var elements: [PropertyList] = []
    elements.reserveCapacity(count)
    for index in 0..<count {
      let reference = try reference(at: start + index * size)
      elements.append(try value(at: reference, depth: depth + 1))
    }
    return elements
  }

  private mutating func dictionary(_ object: Object, depth: Int) throws(PropertyListError)
    -> PropertyListDictionary
  {
    let (count, listStart) = try length(of: object)
    guard count <= bytes.count / 2 else { throw outOfSpace(object, "\(count) members") }
    let (size, start) = try references(2 * count, at: listStart, of: object)
    try enter(object, depth: depth, height: count == 0 ? 0 : 1, count: count)
    try take(2 * count * size, at: start, of: object)
    var members: [PropertyListDictionary.Member] = []
    members.reserveCapacity(count)
    var isAscending = true
    var previous: UnsafeRawBufferPointer?
    for index in 0..<count {
      let place = start + index * size
      let (key, utf8) = try key(at: try reference(at: place))
      if index > 0, isAscending {
        let order =
          if let previous, let utf8 {
            previous.compare(with: utf8)
          } else {
            members[index - 1].key.compareBytes(with: key)
          }
        isAscending = order < 0
      }
      previous = utf8
      let reference = try reference(at: place + count * size)
      members.append(.init(key: key, value: try value(at: reference, depth: depth + 1)))
    }
    if isAscending { return PropertyListDictionary(sortedMembers: members) }
    do {
      return try PropertyListDictionary(members)
    } catch {
      throw PropertyListError(
        offset: object.offset, found: "two members named \"\(error.key)\"",
        expected: "each key once")
    }
  }

  /// A name for what a marker announces and a property list cannot hold.
  private static func name(of marker: UInt8) -> String {
    switch marker {
    case 0x00: "a null"
    case 0xB0...0xBF: "an ordered set"
    case 0xC0...0xCF: "a set"
    default: "an object with marker 0x" + String(marker, radix: 16)
    }
  }
}
