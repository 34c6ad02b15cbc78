import KeywrightSchema

/// A declaration of generated code.
final class SwiftDeclaration: Sendable {
  /// The documentation comment.
  let documentation: [String]
  /// A plain comment on a line of its own.
  let comment: String?
  /// Attributes, each as it is written.
  let attributes: [SwiftAttribute]
  let modifiers: SwiftModifiers
  let kind: Kind
  /// The line of a schema at which the compiler reports mistakes in the declaration, which is then
  /// written on one line.
  let reportedAt: SchemaLine?
  /// A comment on mistakes in the declaration: at the end of a line that is reported at a schema's,
  /// since the compiler shows that line below its message, else above the declaration.
  let remark: String?

  enum Kind: Sendable {
    /// `enum Name: Conformance { … }`, and the same for structs and extensions.
    case type(SwiftTypeKeyword, name: String, conformances: [String], [SwiftDeclaration])
    case alias(String, to: String)
    /// Cases, with raw values where they differ from the names.
    case cases([SwiftCase])
    /// `let name: Type = value`
    case constant(String, type: String?, SwiftExpression?)
    /// `var name: Type`
    case stored(String, type: String)
    /// `var name = value`
    case variable(String, SwiftExpression)
    /// `var name: Type { value }`
    case computed(String, type: String, SwiftExpression)
    /// `var name: Type`, read and written in place through another place.
    case accessor(String, type: String, String)
    case function(SwiftFunction)
    /// `var name: Type { statements }`
    case getter(String, type: String, [SwiftStatement])
  }

  init(
    _ kind: Kind, modifiers: SwiftModifiers = [], attributes: [SwiftAttribute] = [],
    comment: String? = nil, documentation: [String] = [], reportedAt: SchemaLine? = nil,
    remark: String? = nil
  ) {
    self.kind = kind
    self.modifiers = modifiers
    self.attributes = attributes
    self.comment = comment
    self.documentation = documentation
    self.reportedAt = reportedAt
    self.remark = remark
  }
}

/// A line of a schema, by its path below the package.
struct SchemaLine: Sendable {
  let file: String
  let line: Int
}

/// The modifiers of a declaration.
struct SwiftModifiers: OptionSet, Sendable {
  let rawValue: UInt8

  static let `private` = SwiftModifiers(rawValue: 1)
  static let package = SwiftModifiers(rawValue: 2)
  static let `public` = SwiftModifiers(rawValue: 4)
  static let `static` = SwiftModifiers(rawValue: 8)

  /// Each modifier as it is written, in that order.
  static let texts: [(SwiftModifiers, String)] = [
    (.private, "private "), (.package, "package "), (.public, "public "), (.static, "static "),
  ]
}

/// The keyword that begins a type's declaration.
enum SwiftTypeKeyword: String, Sendable {
  case `enum`, `struct`, `extension`
}

/// One case of an enum.
struct SwiftCase: Sendable {
  var name: String
  var rawValue: SwiftExpression? = nil
}

/// An attribute of a declaration.
enum SwiftAttribute: Sendable {
  case inlinable
  case deprecated(message: String)
}

/// A function or an initialiser, with its statements.
struct SwiftFunction: Sendable {
  /// `func name` or `init`.
  var head: String
  /// The parameters, each as it is written.
  var parameters: [String]
  /// The text after the parameters: `throws`, `-> Type`.
  var suffix: String = ""
  var statements: [SwiftStatement]
}

/// One statement.
indirect enum SwiftStatement: Sendable {
  case expression(SwiftExpression)
  /// `let name = value`
  case constant(String, SwiftExpression)
  /// `var name = value`
  case variable(String, SwiftExpression)
  /// `left = right`
  case assignment(String, SwiftExpression)
  /// `return value`
  case `return`(SwiftExpression)
  /// `switch subject`, with a statement for each pattern.
  case `switch`(String, [SwiftSwitchCase])
}

/// One case of a switch.
struct SwiftSwitchCase: Sendable {
  /// The patterns; none for the default.
  var patterns: [SwiftExpression]
  var statement: SwiftStatement
}

/// A generated file.
struct SwiftFile: Sendable {
  /// The comment at the top.
  var header: String
  var imports: [SwiftImport]
  var declarations: [SwiftDeclaration]
}

/// An import of a generated file.
struct SwiftImport: Sendable {
  /// The access level of the import.
  enum Level: Sendable {
    /// As the schema's author wrote it.
    case given(String?)
    /// As declarations of an access need it, beside files of the user's that import the same
    /// module without a level, whatever that means there.
    case needed(Access)
  }

  var level: Level
  var module: String
  /// The module to import where this one does not exist.
  var fallback: String?
  /// The line of a schema that names the module.
  var reportedAt: SchemaLine?
}
