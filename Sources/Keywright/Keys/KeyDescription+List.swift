extension KeyDescription {
  /// The keys of a namespace; generated code calls this.
  ///
  /// The rows are text, because a list of calls takes the compiler a time that grows with the square of
  /// its length. The first caller pays for reading the list; a program that never asks does not.
  ///
  /// - Parameters:
  ///   - namespace: The Swift path of the namespace.
  ///   - rows: On each line a JSON object whose members have the names of the properties.
  public static func _list(namespace: String, rows: StaticString) -> [KeyDescription] {
    rows.description.split(separator: "\n").map { line in
      let row = try? StoredValue(json: String(line), isStored: true)
      guard let key = row.flatMap({ KeyDescription($0, namespace: namespace) }) else {
        programmingError(
          "a row of \(namespace).allKeys is no key description; generate the code again: \(line)")
      }
      return key
    }
  }

  private init?(_ row: StoredValue, namespace: String) {
    func text(_ name: String) -> String? { row[name].flatMap(String.value) }
    guard let storageString = text("storageString"), let name = text("name"),
      let type = text("type"), let form = text("form"), let schema = text("schema"),
      let line = row["line"].flatMap(Int.value),
      let sensitivity = Sensitivity(rawValue: text("sensitivity") ?? "public")
    else { return nil }
    self.init(
      storageString: storageString, namespace: namespace, name: name, type: type, form: form,
      default: text("default"), summary: text("summary") ?? "", schema: schema, line: line,
      isFamily: row["isFamily"] != nil, sensitivity: sensitivity,
      deprecated: text("deprecated"), expires: text("expires"),
      formerKeys: row["formerKeys"].flatMap([String].value) ?? [],
      store: text("store"),
      movesLater: row["movesLater"] != nil)
    typeDigest = text("typeDigest")
  }
}
