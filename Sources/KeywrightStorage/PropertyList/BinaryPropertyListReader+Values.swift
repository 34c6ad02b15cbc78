extension BinaryPropertyListReader {
  /// Reads one object and all below it; the caller has counted the visit.
  mutating func value(at index: Int, depth: Int) throws(PropertyListError) -> PropertyList {
    let object = try object(index)
    decodedObjects += 1
    switch object.marker >> 4 {
    case 0x5:
      if let text = try asciiString(object) { return .string(text.string) }
      return try foreignText(object, unit: 1)
    case 0x1: return try integer(object)
    case 0x0 where object.marker == 0x08 || object.marker == 0x09:
      return .boolean(object.marker == 0x09)
    case 0x2: return try real(object)
    case 0x3 where object.marker == 0x33: return try date(object)
    case 0x4: return .data(try data(object))
    case 0x6:
      if let text = try utf16String(object) { return .string(text) }
      return try foreignText(object, unit: 2)
    case 0x8:
      let size = object.low + 1
      try take(size, at: object.content, of: object)
      return size > 8 ? foreign(object, size) : .uid(number(at: object.content, size: size))
    case 0x0 where object.marker == 0x00: return .foreign(.bytes([0]))
    case 0xB, 0xC:
      return try list(index, object, depth: depth) { reader throws(PropertyListError) in
        .foreign(.set(object.marker & 0xF0, try reader.array(object, depth: depth)))
      }
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
        offset: object.offset, found: "an object with marker 0x" + String(object.marker, radix: 16),
        expected: "a value that property lists have")
    }
  }

  private mutating func integer(_ object: Object) throws(PropertyListError) -> PropertyList {
    let size = 1 << object.low
    try take(size, at: object.content, of: object)
    let start = object.content
    switch size {
    case 17...: return foreign(object, size)
    case 8: return .integer(Int64(bitPattern: number(at: start, size: 8)))
    case 16:
      let (high, low) = (number(at: start, size: 8), number(at: start + 8, size: 8))
      if high == 0 { return PropertyList(canonical: low) }
      if high == UInt64.max, low >> 63 == 1 { return .integer(Int64(bitPattern: low)) }
      return foreign(object, size)
    default: return .integer(Int64(number(at: start, size: size)))
    }
  }

  private mutating func real(_ object: Object) throws(PropertyListError) -> PropertyList {
    switch object.marker {
    case 0x22:
      try take(4, at: object.content, of: object)
      let bits = UInt32(truncatingIfNeeded: number(at: object.content, size: 4))
      return .real(Double(Float(bitPattern: bits)))
    case 0x23:
      try take(8, at: object.content, of: object)
      return .real(Double(bitPattern: number(at: object.content, size: 8)))
    default:
      try take(1 << object.low, at: object.content, of: object)
      return foreign(object, 1 << object.low)
    }
  }

  private mutating func date(_ object: Object) throws(PropertyListError) -> PropertyList {
    try take(8, at: object.content, of: object)
    let seconds = Double(bitPattern: number(at: object.content, size: 8))
    return seconds.isFinite ? .date(seconds) : foreign(object, 8)
  }

  /// An object without parts that is no value, whose bytes are counted.
  private func foreign(_ object: Object, _ size: Int) -> PropertyList {
    let end = object.content + size
    return .foreign(.bytes([UInt8](UnsafeRawBufferPointer(rebasing: bytes[object.offset..<end]))))
  }

  private func foreignText(_ object: Object, unit: Int) throws(PropertyListError) -> PropertyList {
    let (count, start) = try length(of: object)
    return foreign(object, start + unit * count - object.content)
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
    return isAscending
      ? PropertyListDictionary(sortedMembers: members) : PropertyListDictionary(joining: members)
  }
}
