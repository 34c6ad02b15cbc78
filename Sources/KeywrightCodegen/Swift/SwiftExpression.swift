import KeywrightSchema

/// An expression of generated code; the leaves, which are most of it, are held in place.
enum SwiftExpression: Sendable {
  /// A string literal; any text.
  case string(String)
  /// A string literal of several lines, each a JSON object.
  case rows([JSONRow])
  /// An integer literal.
  case integer(IntegerLiteral)
  /// A 64-bit number in hexadecimal.
  case hexadecimal(UInt64)
  /// A floating-point literal; finite.
  case real(Double)
  /// A floating-point literal of single precision; finite.
  case float(Float)
  case bool(Bool)
  case none
  /// A dotted name, quoted where it must be.
  case name(String)
  /// `.member` of the type that the context gives.
  case member(String)
  /// `name(arguments)`; the name is as that of `name`.
  case call(String, [SwiftArgument])
  /// `.member(arguments)` of the type that the context gives.
  case memberCall(String, [SwiftArgument])
  case array([SwiftExpression])
  case dictionary([(key: SwiftExpression, value: SwiftExpression)])
  /// `lower...upper`, either of which may be missing.
  indirect case range(SwiftExpression?, SwiftExpression?)
  /// `base.method(arguments)`
  indirect case method(SwiftExpression, String, [SwiftArgument])
  /// `left ?? right`
  indirect case coalescing(SwiftExpression, SwiftExpression)
  /// `try expression`
  indirect case attempt(SwiftExpression)
  /// `left + right`
  indirect case sum(SwiftExpression, SwiftExpression)
  /// `base.flatMap { $0.member }`
  indirect case flatMap(SwiftExpression, member: String)
  /// `value as type`
  indirect case coercion(SwiftExpression, String)
  /// `{ _ in value }`
  indirect case always(SwiftExpression)
}

/// A JSON object on one line of a literal.
struct JSONRow: Sendable {
  enum Value: Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([String])
  }

  private(set) var members: [(name: StaticString, value: Value)] = []

  /// Adds a member, unless it says nothing.
  mutating func add(_ name: StaticString, _ text: String?) {
    if let text, !text.isEmpty { members.append((name, .text(text))) }
  }

  mutating func add(_ name: StaticString, _ list: [String]) {
    if !list.isEmpty { members.append((name, .list(list))) }
  }

  mutating func add(_ name: StaticString, _ value: Value) { members.append((name, value)) }
}

/// One argument of a call.
struct SwiftArgument: Sendable {
  var label: String?
  var value: SwiftExpression

  init(_ label: String?, _ value: SwiftExpression) {
    self.label = label
    self.value = value
  }
}

extension SwiftExpression {
  /// `.member(value)`
  static func member(_ name: String, _ value: SwiftExpression) -> SwiftExpression {
    .memberCall(name, [SwiftArgument(nil, value)])
  }

  /// A member of the type that the context gives, with a type before it.
  func spelledOut(of type: String) -> SwiftExpression {
    switch self {
    case .member(let name): .name(type + "." + name)
    case .memberCall(let name, let arguments): .call(type + "." + name, arguments)
    default: self
    }
  }
}

extension [SwiftArgument] {
  /// Adds an argument that has a value.
  mutating func add(_ label: String, _ value: SwiftExpression?) {
    if let value { append(SwiftArgument(label, value)) }
  }

  /// Adds an argument that has elements.
  mutating func add(_ label: String, list: [SwiftExpression]) {
    if !list.isEmpty { add(label, .array(list)) }
  }
}
