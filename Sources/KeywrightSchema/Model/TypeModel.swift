/// A type that a schema declares.
package struct TypeModel: Sendable {
  /// The Swift names of the namespaces around it and its own.
  package let path: [String]
  package let documentation: Documentation
  package let access: Access
  package let origin: Origin
  /// Whether it is an enum or a struct, with its members.
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
  /// Raw values of earlier versions, with the case that each is read as.
  package internal(set) var formerCases: [(rawValue: Literal, name: String)] = []
  /// Names that cases had in earlier versions, beside raw values that are integers, with the present ones: where
  /// raw values are texts, a former name is one of these.
  package internal(set) var formerCaseNames: [(name: String, present: String)] = []
  /// Whether a raw value without a case is kept.
  package internal(set) var keepsUnknown = false
  /// Raw values, or members, of earlier versions that mean nothing any more.
  package internal(set) var reserved: [Literal] = []
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

  /// The index of a struct's field with the name.
  func fieldIndex(named name: String) -> Int? {
    guard case .structure = kind else { return nil }
    return places[ExactString(name)]
  }

  package enum Kind: Sendable {
    /// One of a fixed list, stored by its raw value.
    case enumeration([EnumCase], hasIntegers: Bool)
    /// A group of named values, stored as a dictionary.
    case structure([StructField])
  }
}

package struct EnumCase: Sendable {
  /// The name in Swift and in defaults.
  package let name: String
  /// The stored value: a string or an integer.
  package let rawValue: Literal
  /// A few words; empty if there are none.
  package let title: String
  /// One sentence.
  package let summary: String
}

package struct StructField: Sendable {
  /// The name in Swift and on disk.
  package let name: String
  /// The type, without `?`.
  package let type: ValueType
  package let isOptional: Bool
  /// The value where none is given or stored.
  package var defaultValue: Literal?
  /// A few words; empty if there are none.
  package let title: String
  /// One sentence.
  package let summary: String
  /// The names under which earlier versions stored it, the newest first.
  package var formerNames: [String] = []
  /// Whether it is stored under the newest former name for now.
  package var movesLater = false

  /// The name of the member that is written.
  package var storedName: String { movesLater ? formerNames.first ?? name : name }
}
