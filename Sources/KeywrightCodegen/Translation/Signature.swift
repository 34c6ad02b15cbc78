import KeywrightSchema

/// The declaration of a function that a schema names: the compiler knows when it is missing, and only
/// the generator knows what to write.
struct Signature {
  /// The parameters, and `throws` if the function may.
  var parameters: String
  var result: String?
  /// An explanation of the names in it.
  var note: String

  init(_ parameters: String, result: String? = nil, note: String = "") {
    self.parameters = parameters
    self.result = result
    self.note = note
  }

  /// The comment on a declaration that names a function: what to write, and where.
  func remark(on function: Symbol, in scope: Scope) -> String {
    var path = function.components
    let name = path.removeLast()
    if path.first == scope.model.module { path.removeFirst() }
    let isInitialiser = name == "init"
    var text = isInitialiser ? "init" : "func " + SwiftKeywords.quotedMember(name)
    text += parameters
    // The result of an initialiser is the type that it stands in.
    if let result, !isInitialiser { text += " -> " + result }
    if path.isEmpty { return "write: \(text)\(note)" }
    return "write in \(NameTable.dotted(path)): \(isInitialiser ? "" : "static ")\(text)\(note)"
  }
}
