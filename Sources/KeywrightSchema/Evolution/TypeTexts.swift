/// The types of a target as a lock spells them.
struct TypeTexts {
  private let model: TargetModel
  /// The declaration of each type as JSON.
  let declarations: [String]
  /// For each declared type, the indices of the declared types that it consists of, itself among them.
  let parts: [[Int]]

  init(_ model: TargetModel) {
    self.model = model
    let names = model.types.map { $0.path.joined(separator: ".") }
    declarations = model.types.map { Self.declaration(of: $0, names) }
    parts = model.types.indices.map { Self.parts(of: $0, in: model) }
  }

  /// The type as a schema spells it, with the whole paths of declared types.
  func text(_ type: ValueType) -> String {
    type.text { model.types[$0.index].path.joined(separator: ".") }
  }

  /// The declarations that the types hang on, by name.
  func declarations(of types: [ValueType]) -> [(name: String, value: String)] {
    var found: Set<Int> = []
    for case .declared(let id) in types.flatMap(\.parts) { found.formUnion(parts[id.index]) }
    return found.map {
      (name: model.types[$0].path.joined(separator: "."), value: declarations[$0])
    }
    .sorted { $0.name.isBefore($1.name) }
  }

  private static func parts(of index: Int, in model: TargetModel) -> [Int] {
    var found: Set<Int> = [index]
    var waiting = [index]
    while let next = waiting.popLast() {
      guard case .structure(let fields) = model.types[next].kind else { continue }
      for case .declared(let id) in fields.flatMap(\.type.parts)
      where found.insert(id.index).inserted {
        waiting.append(id.index)
      }
    }
    return found.sorted()
  }

  /// The declaration of a type as JSON, with the names of all types by their indices.
  private static func declaration(of type: TypeModel, _ names: [String]) -> String {
    switch type.kind {
    case .enumeration(let cases, let hasIntegers):
      let isPlain =
        !hasIntegers
        && cases.allSatisfy {
          if case .string(let text) = $0.rawValue {
            ExactString(text) == ExactString($0.name)
          } else {
            false
          }
        }
      let list =
        isPlain
        ? JSONText.array(cases.map { JSONText.quoted($0.name) })
        : JSONText.object(cases.map { ($0.name, $0.rawValue.schemaText) })
      var members = [("enum", list)]
      let former = type.formerCases.map { raw, name in
        let text = if case .string(let text) = raw { text } else { raw.text }
        return (text, JSONText.quoted(name))
      }
      let names = type.formerCaseNames.map { ($0.name, JSONText.quoted($0.present)) }
      if !former.isEmpty || !names.isEmpty {
        members.append(("formerCases", JSONText.object(former + names)))
      }
      if type.keepsUnknown { members.append(("unknown", "\"keep\"")) }
      return JSONText.object(members + reserved(of: type))
    case .structure(let fields):
      let list = fields.map { ($0.name, declaration(of: $0, names)) }
      return JSONText.object([("struct", JSONText.object(list))] + reserved(of: type))
    }
  }

  private static func reserved(of type: TypeModel) -> [(String, String)] {
    type.reserved.isEmpty
      ? [] : [("reserved", JSONText.array(type.reserved.map(\.schemaText)))]
  }

  private static func declaration(of field: StructField, _ names: [String]) -> String {
    let type = field.type.text { names[$0.index] } + (field.isOptional ? "?" : "")
    var members = [("type", JSONText.quoted(type))]
    if let value = field.defaultValue { members.append(("default", value.schemaText)) }
    if !field.formerNames.isEmpty {
      members.append(("former", JSONText.array(field.formerNames.map(JSONText.quoted))))
    }
    if field.movesLater { members.append(("moves", "\"later\"")) }
    return members.count == 1 ? JSONText.quoted(type) : JSONText.object(members)
  }
}
