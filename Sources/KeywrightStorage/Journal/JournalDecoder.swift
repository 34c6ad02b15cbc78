/// Reads a journal's bytes; every step returns nil rather than read beyond them.
struct JournalDecoder {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0
  private var values = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Whether this number of bytes is there.
  @inline(__always)
  private func has(_ count: Int) -> Bool { count <= bytes.count - position }

  @inline(__always)
  mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
    let size = MemoryLayout<Number>.size
    guard has(size) else { return nil }
    defer { position += size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
  }

  mutating func run(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, has(count) else { return nil }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// Reads a length or a count; each thing counted takes at least `size` bytes.
  mutating func count(of size: Int) -> Int? {
    guard let count = number(UInt32.self), Int(count) <= (bytes.count - position) / size else {
      return nil
    }
    return Int(count)
  }

  mutating func string() -> String? {
    guard let count = count(of: 1), let utf8 = run(count) else { return nil }
    // Most are ASCII, and the library's own check costs several times as much as this one.
    return utf8.isASCII
      ? String(decoding: utf8, as: UTF8.self) : String(validating: utf8, as: UTF8.self)
  }

  /// Counts a removal as a value.
  /// - Returns: Whether it is within the limit.
  mutating func countRemoval() -> Bool {
    values += 1
    return values <= PropertyListLimits.values
  }

  /// Reads a value, as strictly as the property-list reader.
  mutating func value(depth: Int) -> PropertyList? {
    values += 1
    guard depth <= PropertyListLimits.depth, values <= PropertyListLimits.values,
      let tag = number(UInt8.self)
    else { return nil }
    switch tag {
    case 0, 1: return .boolean(tag == 1)
    case 2: return number(Int64.self).map { .integer($0) }
    case 3: return number(UInt64.self).flatMap { $0 > UInt64(Int64.max) ? .unsigned($0) : nil }
    case 4: return number(UInt64.self).map { .real(Double(bitPattern: $0)) }
    case 5: return string().map { .string($0) }
    case 6:
      return number(UInt64.self).map { Double(bitPattern: $0) }
        .flatMap { $0.isFinite ? .date($0) : nil }
    case 7:
      guard let count = count(of: 1), let run = run(count) else { return nil }
      return .data([UInt8](run))
    case 8: return elements(depth: depth).map { .array($0) }
    case 9: return dictionary(depth: depth)
    case 10: return number(UInt64.self).map { .uid($0) }
    case 11:
      guard let count = count(of: 1), let run = run(count) else { return nil }
      return ForeignObject(bytes: [UInt8](run)).map { .foreign($0) }
    case 12:
      guard let marker = number(UInt8.self), marker == 0xB0 || marker == 0xC0 else { return nil }
      return elements(depth: depth).map { .foreign(.set(marker, $0)) }
    case 13: return elements(depth: depth).map { .foreign(.repeated($0)) }
    default: return nil
    }
  }

  private mutating func elements(depth: Int) -> [PropertyList]? {
    guard let count = count(of: 1), values + count <= PropertyListLimits.values else { return nil }
    var elements: [PropertyList] = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return elements
  }

  private mutating func dictionary(depth: Int) -> PropertyList? {
    guard let count = count(of: 5), values + count <= PropertyListLimits.values else { return nil }
    var members: [PropertyListDictionary.Member] = []
    members.reserveCapacity(count)
    for _ in 0..<count {
      guard let key = string(), let value = value(depth: depth + 1) else { return nil }
      if let last = members.last, !last.key.precedesInBytes(key) { return nil }
      members.append(.init(key: key, value: value))
    }
    return .dictionary(PropertyListDictionary(sortedMembers: members))
  }
}
