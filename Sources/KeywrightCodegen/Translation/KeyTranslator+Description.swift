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
  func description() -> JSONRow {
    let life = key.lifecycle
    var row = JSONRow()
    row.add("storageString", evenEmpty: key.storageString)
    row.add("name", key.name)
    row.add("type", plainType)
    let types = [key.type] + key.parameters.map(\.type)
    row.add("typeDigest", scope.target.typeDigests.digest(of: types))
    row.add("form", formText)
    if case .literal(let literal) = key.defaultValue, life.sensitivity != .secret {
      row.add("default", evenEmpty: literal.shortText)
    }
    row.add("summary", key.documentation.summary)
    row.add("schema", scope.model.files[key.origin.file].name)
    row.add("line", key.origin.line)
    row.add("isFamily", if: !key.parameters.isEmpty)
    if life.sensitivity != .public { row.add("sensitivity", life.sensitivity.rawValue) }
    row.add("deprecated", life.deprecated)
    row.add("expires", life.expires)
    row.add("formerKeys", key.formerKeys)
    row.add("store", key.lifecycle.store)
    row.add("movesLater", if: key.movesLater)
    return row
  }

  /// The type as a reader of `allKeys` sees it.
  var plainType: String {
    scope.plainText(key.type) + (key.isOptional ? "?" : "")
  }
}
