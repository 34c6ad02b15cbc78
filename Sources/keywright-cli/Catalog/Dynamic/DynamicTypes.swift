import Keywright
import KeywrightStorage

/// The types that schemas declare, as metatypes.
///
/// A metatype is made of a number (``DynamicID``), and its enum or struct is looked up by it. So types
/// that refer to each other are known by their numbers before they are defined.
enum DynamicTypes {
  /// A declared enum.
  struct Enumeration: Sendable {
    /// The cases, by name and raw value.
    var cases: [(name: String, rawValue: StoredValue)]
    /// Raw values of earlier versions, with the raw value that each is read as.
    var former: [(rawValue: StoredValue, present: StoredValue)]
    /// Names of earlier versions that are no raw values, with the raw value that each is read as.
    var formerNames: [(name: String, present: StoredValue)] = []
    /// Whether a raw value without a case is kept.
    var keepsUnknown: Bool
  }

  /// A field of a declared struct.
  struct Field: Sendable {
    /// The name, and then those of earlier versions.
    var names: [String]
    /// The name of the member that is written.
    var storedName: String
    var type: any DynamicType.Type
    var isOptional: Bool
    var defaultValue: StoredValue?
  }

  enum Definition: Sendable {
    case enumeration(Enumeration)
    case structure([Field])
  }

  private struct Table: Sendable {
    var definitions: [ObjectIdentifier: Definition] = [:]
    var count = 0
  }

  private static let table = Protected(Table())

  /// Numbers that no type has yet.
  ///
  /// - Returns: The first of `count` numbers.
  static func reserve(_ count: Int) -> Int {
    table.withLock { table in
      defer { table.count += count }
      return table.count
    }
  }

  /// The metatype of an enum with raw values of a type.
  static func enumeration<Raw: DynamicRawValue>(
    _ number: Int, of raw: Raw.Type
  ) -> any DynamicKeyType.Type {
    func type<ID: DynamicID>(_ id: ID.Type) -> any DynamicKeyType.Type { DynamicEnum<ID, Raw>.self }
    return type(id(number))
  }

  /// The metatype of a struct.
  static func structure(_ number: Int) -> any DynamicType.Type {
    func type<ID: DynamicID>(_ id: ID.Type) -> any DynamicType.Type { DynamicStruct<ID>.self }
    return type(id(number))
  }

  static func define(_ number: Int, as definition: Definition) {
    let id = ObjectIdentifier(id(number))
    table.withLock { $0.definitions[id] = definition }
  }

  static func enumeration(of id: any DynamicID.Type) -> Enumeration {
    guard case .enumeration(let enumeration)? = definition(of: id) else {
      stopAtUndefinedType()
    }
    return enumeration
  }

  static func fields(of id: any DynamicID.Type) -> [Field] {
    guard case .structure(let fields)? = definition(of: id) else {
      stopAtUndefinedType()
    }
    return fields
  }

  /// No schema leads here: `CatalogTypes` defines each type of its target before it hands one out.
  private static func stopAtUndefinedType() -> Never {
    fatalError("a type of a schema was used before it was defined")
  }

  private static func definition(of id: any DynamicID.Type) -> Definition? {
    table.withLock { $0.definitions[ObjectIdentifier(id)] }
  }

  /// A number as a type: its binary digits, so that the type of a great one is short.
  private static func id(_ number: Int) -> any DynamicID.Type {
    func appending<ID: DynamicID>(_ bit: Int, to id: ID.Type) -> any DynamicID.Type {
      bit == 0 ? BinaryZero<ID>.self : BinaryOne<ID>.self
    }
    var (rest, id) = (number, NoDigits.self as any DynamicID.Type)
    while rest > 0 {
      id = appending(rest & 1, to: id)
      rest >>= 1
    }
    return id
  }
}

/// A number as a type.
protocol DynamicID: Sendable {}
private enum NoDigits: DynamicID {}
private enum BinaryZero<Rest: DynamicID>: DynamicID {}
private enum BinaryOne<Rest: DynamicID>: DynamicID {}
