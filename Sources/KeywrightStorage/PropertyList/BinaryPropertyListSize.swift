/// The size of a tree as a binary property list, found by one walk before the encoding.
///
/// The walk is also where a tree that must not be written is refused, so that a refusal costs
/// nothing and leaves nothing behind.
struct BinaryPropertyListSize {
  /// The number of objects, keys among them.
  private(set) var objects = 0
  private var values = 0
  /// The bytes of all objects without the references in arrays and dictionaries.
  private var payload = 0
  private var references = 0

  /// Measures a tree.
  /// - Parameter value: The tree.
  /// - Throws: `PropertyListError` when it exceeds ``PropertyListLimits`` or holds a date that
  ///   is not finite.
  init(of value: PropertyList) throws(PropertyListError) {
    try add(value, depth: 1)
    try require(total <= PropertyListLimits.bytes, found: "a tree of \(total) bytes") {
      "at most \(PropertyListLimits.bytes)"
    }
  }

  /// Wide enough for the number of objects, not only for the greatest reference: Core Foundation
  /// refuses a file of 256 objects with references of one byte.
  var referenceSize: Int { BinaryPropertyListSize.width(of: UInt64(objects)) }
  var offsetTable: Int {
    BinaryPropertyList.headerLength + payload + references * referenceSize
  }
  var offsetSize: Int { BinaryPropertyListSize.width(of: UInt64(offsetTable)) }
  var total: Int { offsetTable + objects * offsetSize + BinaryPropertyList.trailerLength }

  private mutating func add(_ value: PropertyList, depth: Int) throws(PropertyListError) {
    values += 1
    try require(depth <= PropertyListLimits.depth, found: "nesting \(depth) deep") {
      "at most \(PropertyListLimits.depth)"
    }
    try require(values <= PropertyListLimits.values, found: "over \(values - 1) values") {
      "at most \(PropertyListLimits.values)"
    }
    switch value {
    case .boolean: try addObject(1)
    case .integer(let integer): try addObject(1 + Self.width(of: UInt64(bitPattern: integer)))
    case .unsigned(let integer): try addObject(integer > UInt64(Int64.max) ? 17 : 9)
    case .real: try addObject(9)
    case .uid(let uid): try addObject(1 + Self.width(of: uid))
    case .date(let seconds):
      try require(seconds.isFinite, found: "date \(seconds)") { "a finite date" }
      try addObject(9)
    case .string(let string): try add(string)
    case .data(let data): try addCounted(data.count, bytes: data.count)
    case .array(let elements): try add(elements, depth: depth)
    case .dictionary(let dictionary):
      let count = dictionary.countInFile
      references += 2 * count
      try addCounted(count, bytes: 0)
      for index in dictionary.members.indices {
        if case .foreign(.repeated(let values)) = dictionary.members[index].value {
          for value in values {
            try add(dictionary.members[index].key)
            try add(value, depth: depth + 1)
          }
          continue
        }
        try add(dictionary.members[index].key)
        try add(dictionary.members[index].value, depth: depth + 1)
      }
    case .foreign(.bytes(let bytes)): try addObject(bytes.count)
    case .foreign(.set(_, let elements)): try add(elements, depth: depth)
    case .foreign(.repeated(let values)):
      try require(false, found: "\(values.count) values of one name") { "them in a dictionary" }
    }
  }

  private mutating func add(_ elements: [PropertyList], depth: Int) throws(PropertyListError) {
    references += elements.count
    try addCounted(elements.count, bytes: 0)
    for index in elements.indices { try add(elements[index], depth: depth + 1) }
  }

  private mutating func add(_ string: String) throws(PropertyListError) {
    let units = Self.units(of: string)
    try addCounted(units.count, bytes: units.isASCII ? units.count : 2 * units.count)
  }

  private mutating func addCounted(_ count: Int, bytes: Int) throws(PropertyListError) {
    try addObject(
      1 + bytes + (count < 15 ? 0 : 1 + Self.width(of: UInt64(count))))
  }

  private mutating func addObject(_ bytes: Int) throws(PropertyListError) {
    objects += 1
    payload += bytes
    try require(payload <= PropertyListLimits.bytes, found: "over \(payload) bytes") {
      "at most \(PropertyListLimits.bytes)"
    }
  }

  @inline(__always)
  private func require(
    _ condition: Bool, found: @autoclosure () -> String, expected: () -> String
  ) throws(PropertyListError) {
    if !condition {
      throw PropertyListError(offset: nil, found: found(), expected: expected())
    }
  }

  /// The bytes in which a number is written: 1, 2, 4 or 8.
  static func width(of value: UInt64) -> Int {
    if value <= 0xff { return 1 }
    if value <= 0xffff { return 2 }
    return value <= 0xffff_ffff ? 4 : 8
  }

  /// The length of a string in the units that the format counts, ASCII or UTF-16.
  ///
  /// Only ASCII has as many UTF-16 units as UTF-8 bytes. The standard library knows both counts
  /// of an ASCII string without a look at its characters.
  @inline(__always)
  static func units(of string: String) -> (count: Int, isASCII: Bool) {
    let count = string.utf16.count
    return (count, count == string.utf8.count)
  }
}
