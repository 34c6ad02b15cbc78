/// The type of a key's or a field's value, without the outermost `?`.
package enum ValueType: Sendable {
  /// A type that the runtime stores by itself.
  case scalar(ScalarType)
  /// `[Element]`
  indirect case array(ValueType)
  /// `Set<Element>`
  indirect case set(ValueType)
  /// `[Key: Value]`
  indirect case dictionary(key: ValueType, value: ValueType)
  /// A type that a schema declares under `types`.
  case declared(TypeID)
  /// A type of the user's own code.
  case own(Symbol)

  /// The library's generic types, which can also be spelled out.
  package static let generics = ["Array", "Set", "Dictionary", "Optional"]
  /// How deeply types may be nested.
  package static let deepest = 16
}

extension ValueType {
  /// Whether values can be hashed: generated enums can be, generated structs cannot.
  func isHashable(_ isDeclaredHashable: (TypeID) -> Bool) -> Bool {
    switch self {
    case .scalar: true
    case .array(let element), .set(let element): element.isHashable(isDeclaredHashable)
    case .dictionary(_, let value): value.isHashable(isDeclaredHashable)
    case .declared(let id): isDeclaredHashable(id)
    // The compiler knows, and says so.
    case .own: true
    }
  }
}

extension [TypeModel] {
  /// Whether values of a type can be hashed.
  func isHashable(_ type: ValueType) -> Bool {
    type.isHashable { id in
      if case .structure = self[id.index].kind { false } else { true }
    }
  }
}

extension ValueType {
  /// The type and all that are inside it.
  package var parts: [ValueType] {
    switch self {
    case .scalar, .declared, .own: [self]
    case .array(let element), .set(let element): [self] + element.parts
    case .dictionary(let key, let value): [self] + key.parts + value.parts
    }
  }

  /// Whether a type of the user's own is part of this one.
  package var holdsOwnType: Bool {
    parts.contains { if case .own = $0 { true } else { false } }
  }
}

/// Which declared type: its place among the target's types.
package struct TypeID: Hashable, Sendable {
  /// The index in `TargetModel.types`.
  package let index: Int

  /// Creates an id.
  package init(index: Int) {
    self.index = index
  }
}

/// A type that is stored as one property-list value, spelled as in Swift.
package enum ScalarType: String, CaseIterable, Sendable {
  case bool = "Bool"
  case int = "Int"
  case int8 = "Int8"
  case int16 = "Int16"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint8 = "UInt8"
  case uint16 = "UInt16"
  case uint32 = "UInt32"
  case uint64 = "UInt64"
  case double = "Double"
  case float = "Float"
  case string = "String"
  case date = "Date"
  case data = "Data"
  case decimal = "Decimal"
  case url = "URL"
  case uuid = "UUID"
  case duration = "Duration"

  /// The values an integer type holds, or nil for other types.
  ///
  /// `Int` and `UInt` are taken as 64 bits wide: stored integers are.
  package var integerBounds: (least: Int64, greatest: UInt64)? {
    switch self {
    case .int, .int64: (-0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF)
    case .int8: (-0x80, 0x7F)
    case .int16: (-0x8000, 0x7FFF)
    case .int32: (-0x8000_0000, 0x7FFF_FFFF)
    case .uint, .uint64: (0, 0xFFFF_FFFF_FFFF_FFFF)
    case .uint8: (0, 0xFF)
    case .uint16: (0, 0xFFFF)
    case .uint32: (0, 0xFFFF_FFFF)
    default: nil
    }
  }

  /// Whether the type is declared by Foundation, not by the standard library.
  package var isFoundation: Bool {
    switch self {
    case .date, .data, .decimal, .url, .uuid: true
    default: false
    }
  }

  /// Whether values can be the keys of a stored dictionary.
  package var isDictionaryKey: Bool { self == .string || integerBounds != nil }

  /// Whether values can be a component of a storage string.
  package var isParameter: Bool { isDictionaryKey || self == .bool || self == .uuid }

  /// The name of the form in which the value is kept.
  package var form: StoredForm {
    switch self {
    case .bool: .boolean
    case .double, .float: .real
    case .date: .date
    case .data: .data
    case .string, .decimal, .url, .uuid: .string
    case .duration: .array
    default: .integer
    }
  }
}

/// The kinds of property-list values.
package enum StoredForm: String, Sendable {
  case boolean, integer, real, string, date, data, array, dictionary
}

/// A type that a schema declares.
package struct TypeModel: Sendable {
  /// The Swift names of the namespaces around it and its own.
  package let path: [String]
  /// Summary and discussion.
  package let documentation: Documentation
  /// How far it is seen.
  package let access: Access
  /// Where it was declared.
  package let origin: Origin
  /// What it is.
  package var kind: Kind {
    didSet {
      let names =
        switch kind {
        case .enumeration(let cases, _): cases.map(\.name)
        case .structure(let fields): fields.map(\.name)
        }
      places = Dictionary(
        zip(names.lazy.map(ExactString.init), names.indices),
        uniquingKeysWith: { first, _ in first })
      guard case .structure(let fields) = kind else { return }
      required = fields.filter { !$0.isOptional && $0.defaultValue == nil }.map(\.name)
    }
  }
  /// The places of an enum's cases, or a struct's fields, by their names, which are compared byte by
  /// byte, as the compiler does: a default may have thousands to look up.
  private var places: [ExactString: Int] = [:]
  /// The fields that every value of a struct must have.
  private(set) var required: [String] = []

  init(path: [String], documentation: Documentation, access: Access, origin: Origin, kind: Kind) {
    self.path = path
    self.documentation = documentation
    self.access = access
    self.origin = origin
    self.kind = kind
  }

  /// The name of the Swift type.
  package var swiftName: String { path.last ?? "" }

  /// The case of an enum that has the name.
  package func enumCase(named name: String) -> EnumCase? {
    guard case .enumeration(let cases, _) = kind else { return nil }
    return places[ExactString(name)].map { cases[$0] }
  }

  /// Which of a struct's fields has the name.
  func fieldIndex(named name: String) -> Int? {
    guard case .structure = kind else { return nil }
    return places[ExactString(name)]
  }

  /// The kinds of declared types.
  package enum Kind: Sendable {
    /// One of a fixed list, stored by its raw value.
    case enumeration([EnumCase], hasIntegers: Bool)
    /// A group of named values, stored as a dictionary.
    case structure([StructField])
  }
}

/// One case of a declared enum.
package struct EnumCase: Sendable {
  /// The name in Swift and in defaults.
  package let name: String
  /// What is stored: a string or an integer.
  package let rawValue: Literal
  /// One sentence.
  package let summary: String
}

/// One field of a declared struct.
package struct StructField: Sendable {
  /// The name in Swift and on disk.
  package let name: String
  /// The type, without `?`.
  package let type: ValueType
  /// Whether the field may be absent.
  package let isOptional: Bool
  /// The value where none is given or stored.
  package var defaultValue: Literal?
  /// One sentence.
  package let summary: String
}
