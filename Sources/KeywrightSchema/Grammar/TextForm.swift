/// The forms that a string of a schema can have; editors get a pattern for each.
package enum TextForm: Sendable {
  /// Text that is not blank.
  case words
  /// A function or type of the user's own code.
  case symbol
  /// A component of a storage string, or a whole one.
  case id
  /// The name of a key, namespace, field or parameter.
  case memberName
  case caseName
  case typeName
  /// The names of nested namespaces, joined by dots.
  case namespacePath
  case type
  case parameterType
  /// A module, with an access level before it if it needs one.
  case importedModule
  case day
  /// The beginning of variables.
  case environmentPrefix
}
