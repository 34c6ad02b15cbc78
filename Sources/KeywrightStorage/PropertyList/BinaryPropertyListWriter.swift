/// Writes a measured tree into memory of exactly its size.
///
/// Objects are numbered in the order in which they are written, a dictionary before its keys and
/// values, each key before its value.
struct BinaryPropertyListWriter {
  private let buffer: UnsafeMutableRawBufferPointer
  private let offsetTable: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let objects: Int
  private var position = 0
  private var nextObject = 0
  /// Set when something did not fit: the tree is then not the one that was measured.
  private var overflowed = false

  init(buffer: UnsafeMutableRawBufferPointer, size: BinaryPropertyListSize) {
    self.buffer = buffer
    offsetTable = size.offsetTable
    offsetSize = size.offsetSize
    referenceSize = size.referenceSize
    objects = size.objects
  }

  /// Writes header, objects, offsets and trailer, the checksum's bytes as zero.
  /// - Returns: False if the tree was not of the size that was measured.
  mutating func writeFile(_ value: PropertyList) -> Bool {
    guard buffer.count >= offsetTable + objects * offsetSize + BinaryPropertyList.trailerLength
    else { return false }
    BinaryPropertyList.header.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    write(value)
    guard !overflowed, position == offsetTable, nextObject == objects else { return false }
    position = offsetTable + objects * offsetSize
    let trailer = [
      UInt64(offsetSize) << 8 | UInt64(referenceSize), UInt64(objects), 0, UInt64(offsetTable),
    ]
    for number in trailer {
      buffer.storeBytes(of: number.bigEndian, toByteOffset: position, as: UInt64.self)
      position += 8
    }
    return true
  }

  private mutating func write(_ value: PropertyList) {
    switch value {
    case .boolean(let boolean): beginObject(boolean ? 0x09 : 0x08)
    case .integer(let integer):
      let bits = UInt64(bitPattern: integer)
      let width = BinaryPropertyListSize.width(of: bits)
      beginObject(0x10 | UInt8(width.trailingZeroBitCount))
      append(bits, width: width)
    case .unsigned(let integer):
      let isLong = integer > UInt64(Int64.max)
      beginObject(isLong ? 0x14 : 0x13)
      if isLong { append(0, width: 8) }
      append(integer, width: 8)
    case .real(let real):
      beginObject(0x23)
      append(real.bitPattern, width: 8)
    case .date(let seconds):
      beginObject(0x33)
      append(seconds.bitPattern, width: 8)
    case .uid(let uid):
      let width = BinaryPropertyListSize.width(of: uid)
      beginObject(0x80 | UInt8(width - 1))
      append(uid, width: width)
    case .string(let string): write(string)
    case .data(let data):
      beginObject(0x40, count: data.count)
      data.withUnsafeBytes { append($0) }
    case .array(let elements): write(elements, marker: 0xA0)
    case .foreign(.bytes(let bytes)):
      beginObject(bytes.first ?? 0)
      bytes.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
    case .foreign(.set(let marker, let elements)): write(elements, marker: marker)
    // The measurement refuses it.
    case .foreign(.repeated): overflowed = true
    case .dictionary(let dictionary):
      let count = dictionary.countInFile
      beginObject(0xD0, count: count)
      var keyReference = reserve(2 * count)
      var valueReference = keyReference + count * referenceSize
      // Through pointers, so that nothing is retained to be looked at.
      dictionary.members.withUnsafeBufferPointer { members in
        guard let first = members.baseAddress else { return }
        for member in first..<first + members.count {
          if case .foreign(.repeated(let values)) = member.pointee.value {
            for value in values {
              putReference(at: &keyReference)
              write(member.pointee.key)
              putReference(at: &valueReference)
              write(value)
            }
            continue
          }
          putReference(at: &keyReference)
          write(member.pointee.key)
          putReference(at: &valueReference)
          write(member.pointee.value)
        }
      }
    }
  }

  private mutating func write(_ elements: [PropertyList], marker: UInt8) {
    beginObject(marker, count: elements.count)
    var reference = reserve(elements.count)
    elements.withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      for element in first..<first + elements.count {
        putReference(at: &reference)
        write(element.pointee)
      }
    }
  }

  @inline(__always)
  private mutating func write(_ string: String) {
    let units = BinaryPropertyListSize.units(of: string)
    if units.isASCII {
      string.withBytes { bytes in
        beginObject(0x50, count: bytes.count)
        append(bytes)
      }
    } else {
      writeUnits(of: string, units.count)
    }
  }

  private mutating func writeUnits(of string: String, _ count: Int) {
    beginObject(0x60, count: count)
    if fits(2 * count) {
      let end = position + 2 * count
      for unit in string.utf16 where position + 2 <= end {
        buffer.storeBytes(of: unit.bigEndian, toByteOffset: position, as: UInt16.self)
        position += 2
      }
    }
  }

  // MARK: Bytes

  /// Whether that many more bytes fit before the offset table.
  @inline(__always)
  private mutating func fits(_ count: Int) -> Bool {
    if count <= offsetTable - position { return true }
    overflowed = true
    return false
  }

  @inline(__always)
  private mutating func beginObject(_ marker: UInt8) {
    guard nextObject < objects, fits(1) else {
      overflowed = true
      return
    }
    store(UInt64(position), width: offsetSize, at: offsetTable + nextObject * offsetSize)
    nextObject += 1
    buffer[position] = marker
    position += 1
  }

  @inline(__always)
  private mutating func beginObject(_ marker: UInt8, count: Int) {
    beginObject(marker | UInt8(truncatingIfNeeded: min(count, 15)))
    guard count >= 15 else { return }
    appendCount(count)
  }

  /// Writes a count that the marker has no room for.
  private mutating func appendCount(_ count: Int) {
    if count <= 0xff, fits(2) {
      buffer[position] = 0x10
      buffer[position + 1] = UInt8(truncatingIfNeeded: count)
      position += 2
      return
    }
    let width = BinaryPropertyListSize.width(of: UInt64(count))
    append(0x10 | UInt64(width.trailingZeroBitCount), width: 1)
    append(UInt64(count), width: width)
  }

  private mutating func append(_ number: UInt64, width: Int) {
    guard fits(width) else { return }
    store(number, width: width, at: position)
    position += width
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard fits(bytes.count) else { return }
    if let source = bytes.baseAddress {
      buffer.baseAddress?.advanced(by: position).copyMemory(from: source, byteCount: bytes.count)
    }
    position += bytes.count
  }

  /// Leaves room for references that are filled in when their objects are numbered.
  private mutating func reserve(_ references: Int) -> Int {
    let start = position
    if fits(references * referenceSize) { position += references * referenceSize }
    return start
  }

  private mutating func putReference(at place: inout Int) {
    guard !overflowed else { return }
    store(UInt64(nextObject), width: referenceSize, at: place)
    place += referenceSize
  }

  @inline(__always)
  private func store(_ number: UInt64, width: Int, at place: Int) {
    switch width {
    case 1:
      buffer.storeBytes(of: UInt8(truncatingIfNeeded: number), toByteOffset: place, as: UInt8.self)
    case 2:
      buffer.storeBytes(
        of: UInt16(truncatingIfNeeded: number).bigEndian, toByteOffset: place, as: UInt16.self)
    case 4:
      buffer.storeBytes(
        of: UInt32(truncatingIfNeeded: number).bigEndian, toByteOffset: place, as: UInt32.self)
    default:
      buffer.storeBytes(of: number.bigEndian, toByteOffset: place, as: UInt64.self)
    }
  }
}
