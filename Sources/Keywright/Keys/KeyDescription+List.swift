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
      guard let row = Row(String(line)), let key = KeyDescription(row, namespace: namespace) else {
        programmingError(
          "a row of \(namespace).allKeys is no key description; generate the code again: \(line)")
      }
      return key
    }
  }

  private init?(_ row: Row, namespace: String) {
    guard let storageString = row.text("storageString"), let name = row.text("name"),
      let type = row.text("type"), let form = row.text("form"), let schema = row.text("schema"),
      let line = row.number("line"),
      let sensitivity = Sensitivity(rawValue: row.text("sensitivity") ?? "public")
    else { return nil }
    self.init(
      storageString: storageString, namespace: namespace, name: name, type: type, form: form,
      default: row.text("default"), summary: row.text("summary") ?? "", schema: schema, line: line,
      isFamily: row.has("isFamily"), sensitivity: sensitivity,
      deprecated: row.text("deprecated"), expires: row.text("expires"),
      formerKeys: row.list("formerKeys"),
      store: row.text("store"),
      movesLater: row.has("movesLater"))
    typeDigest = row.text("typeDigest")
  }

  /// The members of one row.
  private struct Row {
    private var members: [String: StoredValue] = [:]

    init?(_ text: String) {
      guard case .dictionary(let list)? = try? StoredValue(json: text, isStored: true).content
      else { return nil }
      for (key, value) in list { members[key] = value }
    }

    func text(_ name: String) -> String? {
      if case .string(let text)? = members[name]?.content { text } else { nil }
    }

    func number(_ name: String) -> Int? {
      if case .integer(let number)? = members[name]?.content { Int(number) } else { nil }
    }

    func list(_ name: String) -> [String] {
      guard case .array(let list)? = members[name]?.content else { return [] }
      return list.compactMap { if case .string(let text) = $0.content { text } else { nil } }
    }

    func has(_ name: String) -> Bool { members[name] != nil }
  }
}
