/// The words of Swift that cannot be names without backticks ("The Swift Programming Language",
/// Lexical Structure, Keywords and Punctuation).
enum SwiftKeywords {
  static let all: Set<String> = [
    "associatedtype", "borrowing", "class", "consuming", "deinit", "enum", "extension",
    "fileprivate", "func", "import", "init", "inout", "internal", "let", "nonisolated", "open",
    "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct",
    "subscript", "typealias", "var",
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while",
    "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
  ]

  /// The name as it is declared, or used without a dot before it.
  static func quoted(_ name: String) -> String {
    all.contains(name) ? "`\(name)`" : name
  }

  /// The name as it is used after a dot, where few words need backticks.
  static func quotedMember(_ name: String) -> String {
    ["init", "deinit", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
  }
}

extension Code {
  /// A name as it is declared, or used without a dot before it.
  static func name(_ name: String) -> Code { Code(verbatim: SwiftKeywords.quoted(name)) }

  /// A name as it is used after a dot.
  static func member(_ name: String) -> Code { Code(verbatim: SwiftKeywords.quotedMember(name)) }

  /// A name as the label of an argument, where only `inout` needs backticks.
  static func label(_ name: String) -> Code { Code(verbatim: name == "inout" ? "`inout`" : name) }

  /// A name as that of a parameter, without a label of its own; one called `self` would hide the value itself.
  static func parameter(_ name: String) -> Code {
    if name == "self" { return "self self_" }
    return Code(verbatim: ["inout", "let", "var"].contains(name) ? "`\(name)`" : name)
  }

  /// A parameter where its value is used.
  static func argument(_ name: String) -> Code {
    Code(verbatim: name == "self" ? "self_" : SwiftKeywords.quoted(name))
  }
}
