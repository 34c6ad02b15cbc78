/// A text that grows at its end, in UTF-8.
///
/// `[UInt8]` would ask, for each of the small pieces that make a file, whether it is shared.
struct TextBuffer: ~Copyable {
  private var storage: UnsafeMutableBufferPointer<UInt8>
  /// How many bytes the text has.
  private(set) var count = 0

  /// Makes an empty text.
  ///
  /// - Parameter capacity: how many bytes it holds before it takes more memory.
  init(capacity: Int = 256) {
    storage = .allocate(capacity: max(capacity, 1))
  }

  deinit {
    storage.deallocate()
  }

  /// The text so far.
  var bytes: [UInt8] { Array(storage[..<count]) }

  /// Whether the byte at an offset is that of an ASCII character.
  func has(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    storage[..<count].indices.contains(offset) && storage[offset] == UInt8(ascii: character)
  }

  /// How many bytes there are from an offset to the end of its line.
  func lengthOfLine(from offset: Int) -> Int {
    storage[offset..<count].prefix { $0 != UInt8(ascii: "\n") }.count
  }

  mutating func append(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    if isDone == nil { Array(text.utf8).withUnsafeBufferPointer { append($0) } }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count)
    _ = storage[count...].initialize(fromContentsOf: bytes)
    count += bytes.count
  }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  mutating func append(repeating byte: UInt8, count times: Int) {
    reserve(times)
    storage[count..<(count + times)].initialize(repeating: byte)
    count += times
  }

  mutating func insert(_ text: String, at offset: Int) {
    let rest = Array(storage[offset..<count])
    removeLast(count - offset)
    append(text)
    rest.withUnsafeBufferPointer { append($0) }
  }

  mutating func removeLast(_ times: Int) {
    precondition(times <= count)
    count -= times
  }

  @inline(__always)
  private mutating func reserve(_ more: Int) {
    if storage.count - count < more { grow(by: more) }
  }

  private mutating func grow(by more: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(2 * storage.count, count + more))
    _ = larger.initialize(fromContentsOf: storage[..<count])
    storage.deallocate()
    storage = larger
  }
}
