import KeywrightSchema

extension KeyTranslator {
  private var formText: String {
    if let form = scope.model.form(of: key.type) { return form.rawValue }
    return switch key.coding {
    case .codableJSON: StoredForm.data.rawValue
    case .rawValue: "raw value"
    case .codable: "property list"
    case .memory: "memory"
    case .convertible, nil: "convertible"
    }
  }

  /// The key as data: a row of `allKeys`.
  func description() -> String {
    let life = key.lifecycle
    var members: [(name: String, value: String)] = []
    func add(_ name: String, _ text: String?, evenEmpty: Bool = false) {
      if let text, evenEmpty || !text.isEmpty { members.append((name, LiteralWriter.json(text))) }
    }
    add("storageString", key.storageString, evenEmpty: true)
    add("name", key.name)
    add("type", plainType)
    let types = [key.type] + key.parameters.map(\.type)
    add("typeDigest", scope.target.typeDigests.digest(of: types))
    add("form", formText)
    if case .literal(let literal) = key.defaultValue, life.sensitivity != .secret {
      add("default", literal.shortText, evenEmpty: true)
    }
    add("summary", key.documentation.summary)
    add("schema", scope.model.files[key.origin.file].name)
    members.append(("line", String(key.origin.line)))
    if !key.parameters.isEmpty { members.append(("isFamily", "true")) }
    if life.sensitivity != .public { add("sensitivity", life.sensitivity.rawValue) }
    add("deprecated", life.deprecated)
    add("expires", life.expires)
    let former = key.formerKeys.map(LiteralWriter.json)
    if !former.isEmpty { members.append(("formerKeys", JSONText.array(former))) }
    add("store", life.store)
    if key.movesLater { members.append(("movesLater", "true")) }
    return JSONText.object(members)
  }

  /// The type as a reader of `allKeys` sees it.
  var plainType: String {
    scope.plainText(key.type) + (key.isOptional ? "?" : "")
  }
}
