/// A property-list value as a tree: what a stored form becomes in a file.
///
/// Numbers are canonical: an integer that fits `Int64` is always `.integer`, so that two trees
/// are equal exactly when a reader sees the same value.
package enum PropertyList: Sendable {
  case boolean(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  case real(Double)
  case string(String)
  /// Seconds since 2001-01-01T00:00:00Z; always finite.
  case date(Double)
  case data([UInt8])
  case array([PropertyList])
  case dictionary(PropertyListDictionary)
  /// An object reference as Foundation's keyed archives write them; kept, never made.
  case uid(UInt64)
  /// An object that is no value.
  indirect case foreign(ForeignObject)

  /// Makes an integer in its canonical case.
  ///
  /// - Parameter value: Any unsigned integer; one that fits `Int64` becomes `.integer`.
  package init(canonical value: UInt64) {
    if let signed = Int64(exactly: value) {
      self = .integer(signed)
    } else {
      self = .unsigned(value)
    }
  }

  /// The kind of this value, in the words of errors.
  package var kind: String {
    switch self {
    case .boolean: "boolean"
    case .integer, .unsigned: "integer"
    case .real: "real"
    case .string: "string"
    case .date: "date"
    case .data: "data"
    case .array: "array"
    case .dictionary: "dictionary"
    case .uid: "uid"
    case .foreign(let object): object.words
    }
  }
}

extension PropertyList: Equatable {
  /// Returns whether two trees have the same stored bytes.
  ///
  /// Strings are compared as UTF-8, so that canonically equivalent spellings differ. Reals and
  /// dates are compared by bit pattern: a NaN equals itself, `-0.0` differs from `0.0`, because
  /// a program that stored the one would read back the other. Linear in the size of the trees.
  package static func == (left: PropertyList, right: PropertyList) -> Bool {
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.integer(let signed), .unsigned(let unsigned)),
      (.unsigned(let unsigned), .integer(let signed)):
      UInt64(exactly: signed) == unsigned
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    case (.data(let left), .data(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.uid(let left), .uid(let right)): left == right
    case (.foreign(let left), .foreign(let right)): left == right
    default: false
    }
  }

  /// Refuses a value that could not be written as a member of a file's dictionary.
  ///
  /// Complexity: O(*n*) in the size of the value; O(1) for a scalar.
  ///
  /// - Throws: ``PropertyListError`` for a value over ``PropertyListLimits``, or a date that is not
  ///   finite.
  package func checkStorable() throws(PropertyListError) {
    switch self {
    case .boolean, .integer, .unsigned, .real, .uid: return
    case .string(let string) where string.utf8.count < 1 << 20: return
    default: _ = try BinaryPropertyListSize(of: .array([self]))
    }
  }

  /// Reads a property list that any program wrote, binary or XML, strictly.
  ///
  /// Linear in the size of the file, whatever the bytes are.
  /// - Throws: `PropertyListError` with the place of what is wrong. In a binary file an object that is no value is
  ///   kept as ``foreign(_:)``, where its extent is known: it costs no other one. The old "OpenStep" text
  ///   form is never read: nearly any text is valid in it, so damage would pass for data.
  package init(reading bytes: [UInt8]) throws(PropertyListError) {
    self = try bytes.reading { file throws(PropertyListError) in try PropertyList(reading: file) }
  }

  /// Reads the bytes of a file likewise.
  package init(reading file: UnsafeRawBufferPointer) throws(PropertyListError) {
    try PropertyListLimits.requireLength(file.count)
    self =
      BinaryPropertyList.Mark.isBinary(file)
      ? try BinaryPropertyList.decode(file) : try XMLPropertyListReader.read(file)
  }
}
