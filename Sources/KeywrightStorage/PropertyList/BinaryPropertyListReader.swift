/// Reads a binary property list from memory that it never leaves.
///
/// Every position is checked before it is used, every number before it is added. Recursion is
/// bounded by ``PropertyListLimits/depth``, which also ends every cycle of references; shared
/// objects are bounded by counting each visit and its bytes, and a shared list is decoded twice at
/// most, however often it is visited, so that the time is linear in the size of the file.
struct BinaryPropertyListReader {
  let bytes: UnsafeRawBufferPointer
  private let offsetTable: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let objects: Int
  private let top: Int
  private var visitedValues = 0
  private var visitedBytes = 0
  /// The number of objects that were decoded.
  var decodedObjects = 0
  /// The greatest depth of a value so far, or of the list that is being decoded.
  private var deepest = 0
  /// One bit for each object: whether it is a list that was met before. Most files share none, and
  /// need no more than this.
  private var metLists: [UInt64] = []
  /// The lists that were met twice.
  private var sharedLists: [Int: SharedList] = [:]

  /// A list that was decoded, with what each further use of it counts.
  private struct SharedList {
    let value: PropertyList
    let values: Int
    let bytes: Int
    let height: Int
  }

  /// Reads header and trailer; constant time.
  init(_ bytes: UnsafeRawBufferPointer) throws(PropertyListError) {
    self.bytes = bytes
    let headerLength = BinaryPropertyList.headerLength
    let trailer = bytes.count - BinaryPropertyList.trailerLength
    guard trailer >= headerLength else {
      throw PropertyListError(
        offset: bytes.count, found: "the end of the file", expected: "a header and a trailer")
    }
    func number(at offset: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: trailer + offset, as: UInt64.self))
    }
    func require(
      _ condition: Bool, at offset: Int, found: @autoclosure () -> String, expected: String
    ) throws(PropertyListError) {
      if !condition {
        throw PropertyListError(offset: offset, found: found(), expected: expected)
      }
    }
    try require(
      BinaryPropertyList.Mark.isBinary(bytes), at: 0, found: "another header", expected: "bplist00")
    try require(
      bytes[trailer + 5] == 0, at: trailer + 5, found: "sort version \(bytes[trailer + 5])",
      expected: "0")
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let space = trailer - headerLength
    try require(
      1...8 ~= offsetSize, at: trailer + 6, found: "offsets of \(offsetSize) bytes",
      expected: "1 to 8")
    try require(
      1...8 ~= referenceSize, at: trailer + 7, found: "references of \(referenceSize) bytes",
      expected: "1 to 8")
    let (objects, top, table) = (number(at: 8), number(at: 16), number(at: 24))
    try require(
      1...UInt64(max(space / offsetSize, 1)) ~= objects, at: trailer + 8,
      found: "\(objects) objects", expected: "1 to as many as the file can hold")
    try require(
      top < objects, at: trailer + 16, found: "top object \(top)", expected: "below \(objects)")
    let expectedTable = trailer - Int(objects) * offsetSize
    try require(
      table == UInt64(max(expectedTable, 0)) && expectedTable > headerLength, at: trailer + 24,
      found: "an offset table at \(table)", expected: "\(expectedTable), so that it ends the file")
    self.objects = Int(objects)
    self.top = Int(top)
    offsetTable = expectedTable
  }

  /// Reads the top object and all that it refers to.
  mutating func topValue() throws(PropertyListError) -> PropertyList {
    try countValues(1, at: offsetTable)
    return try value(at: top, depth: 1)
  }

  // MARK: Shared lists

  /// Decodes a list, or takes it as it was decoded before.
  mutating func list(
    _ index: Int, _ object: Object, depth: Int,
    decode: (inout Self) throws(PropertyListError) -> PropertyList
  ) throws(PropertyListError) -> PropertyList {
    if let shared = sharedLists[index] {
      visitedBytes += shared.bytes
      try visitedBytesCheck(object)
      try enter(object, depth: depth, height: shared.height, count: shared.values)
      return shared.value
    }
    if metLists.isEmpty { metLists = .init(repeating: 0, count: objects / 64 + 1) }
    let (word, bit) = (index / 64, UInt64(1) << UInt64(index % 64))
    guard metLists[word] & bit != 0 else {
      metLists[word] |= bit
      return try decode(&self)
    }
    let before = (values: visitedValues, bytes: visitedBytes, deepest: deepest)
    deepest = depth
    let value = try decode(&self)
    sharedLists[index] = SharedList(
      value: value, values: visitedValues - before.values, bytes: visitedBytes - before.bytes,
      height: deepest - depth)
    deepest = max(deepest, before.deepest)
    return value
  }

  /// Checks the depth of what is in a list, and counts it.
  mutating func enter(_ object: Object, depth: Int, height: Int, count: Int)
    throws(PropertyListError)
  {
    guard depth + height <= PropertyListLimits.depth else {
      throw PropertyListError(
        offset: object.offset, found: "nesting over \(PropertyListLimits.depth) deep or a cycle",
        expected: "at most \(PropertyListLimits.depth)")
    }
    deepest = max(deepest, depth + height)
    try countValues(count, at: object.offset)
  }

  // MARK: Places

  /// The start of an object's content, and its marker.
  struct Object {
    let offset: Int
    let marker: UInt8
    var content: Int { offset + 1 }
    /// The low half of the marker.
    var low: Int { Int(marker & 0x0f) }
  }

  /// Finds an object by its number, which the caller has checked.
  @inline(__always)
  func object(_ index: Int) throws(PropertyListError) -> Object {
    let place = offsetTable + index * offsetSize
    let offset = number(at: place, size: offsetSize)
    guard offset >= UInt64(BinaryPropertyList.headerLength), offset < UInt64(offsetTable) else {
      throw PropertyListError(
        offset: place, found: "object offset \(offset)",
        expected: "\(BinaryPropertyList.headerLength) to \(offsetTable - 1)")
    }
    return Object(offset: Int(offset), marker: bytes[Int(offset)])
  }

  /// Reads the reference at a place inside the objects' space.
  @inline(__always)
  func reference(at place: Int) throws(PropertyListError) -> Int {
    let index = number(at: place, size: referenceSize)
    guard index < UInt64(objects) else {
      throw PropertyListError(
        offset: place, found: "reference \(index)", expected: "below \(objects)")
    }
    return Int(index)
  }

  /// The references of a list, which must lie before the offset table.
  func references(_ count: Int, at start: Int, of object: Object) throws(PropertyListError)
    -> (size: Int, start: Int)
  {
    guard count <= (offsetTable - start) / referenceSize else {
      throw outOfSpace(object, "\(count) references")
    }
    return (referenceSize, start)
  }

  /// Reads a big-endian number of 1 to 8 bytes that starts before the trailer.
  ///
  /// Loading eight bytes stays in the file, because the trailer's 32 follow.
  @inline(__always)
  func number(at place: Int, size: Int) -> UInt64 {
    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      >> UInt64(64 - 8 * size)
  }

  /// Counts the bytes of an object as visited, if its content lies before the offset table.
  ///
  /// The count bounds the work on a hostile file, whose objects may share their bytes.
  @inline(__always)
  mutating func take(_ length: Int, at start: Int, of object: Object) throws(PropertyListError) {
    guard length <= offsetTable - start else { throw outOfSpace(object, "\(length) bytes") }
    visitedBytes += length + 1
    try visitedBytesCheck(object)
  }

  /// Counts values before memory is taken for them.
  mutating func countValues(_ count: Int, at offset: Int) throws(PropertyListError) {
    visitedValues += count
    guard visitedValues <= PropertyListLimits.values else {
      throw PropertyListError(
        offset: offset, found: "over \(visitedValues - 1) values",
        expected: "at most \(PropertyListLimits.values), shared ones counted at each use")
    }
  }

  /// Reads the length of a string, data, array or dictionary: in the marker, or in an integer
  /// object that follows it.
  @inline(__always)
  func length(of object: Object) throws(PropertyListError) -> (count: Int, start: Int) {
    if object.low < 15 { return (object.low, object.content) }
    return try longLength(of: object)
  }

  private func longLength(of object: Object) throws(PropertyListError) -> (count: Int, start: Int) {
    guard object.content < offsetTable else { throw outOfSpace(object, "a length") }
    let marker = bytes[object.content]
    guard 0x10...0x13 ~= marker else {
      throw PropertyListError(
        offset: object.content, found: "byte \(marker)", expected: "the marker of a length")
    }
    let size = 1 << Int(marker & 0x0f)
    let start = object.content + 1 + size
    guard start <= offsetTable else { throw outOfSpace(object, "a length") }
    let count = number(at: object.content + 1, size: size)
    guard count <= UInt64(offsetTable - start) else {
      throw outOfSpace(object, "\(count) elements")
    }
    return (Int(count), start)
  }

  func outOfSpace(_ object: Object, _ what: String) -> PropertyListError {
    PropertyListError(
      offset: object.offset, found: "an object with \(what)",
      expected: "an object that ends before the offset table at \(offsetTable)")
  }

  @inline(__always)
  private func visitedBytesCheck(_ object: Object) throws(PropertyListError) {
    guard visitedBytes <= PropertyListLimits.bytes else {
      throw PropertyListError(
        offset: object.offset, found: "over \(PropertyListLimits.bytes) bytes of values",
        expected: "fewer, shared ones counted at each use")
    }
  }
}
