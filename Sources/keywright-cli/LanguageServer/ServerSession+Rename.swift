import KeywrightSchema

extension ServerSession {
  /// The name of a key, which can be renamed; nil for anything else.
  func preparedRename(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let place = try place(params)
    guard case .key(let key, _) = place.declared, let name = place.path.last?.member?.name else {
      return nil
    }
    return [
      "range": place.document.source.range(name.span.start..<name.span.end),
      "placeholder": .string(key.name),
    ]
  }

  /// Renames a key in its schema and in the Swift files of its target.
  ///
  /// The stored value stays where it is: the key keeps its former name as its `id`.
  func rename(_ params: JSONNode?) throws(ServerFault) -> JSONDocument {
    let place = try place(params)
    guard case .key(let key, let namespace) = place.declared, let last = place.path.last,
      let member = last.member, let target = place.target, let model = target.good?.model
    else {
      throw ServerFault(.requestFailed, "only a key can be renamed, at the name in its schema")
    }
    let name = try newName(params, of: key, in: namespace, model)
    var names = FileNames(documents)
    var edits = [
      TextEdit(
        range: member.name.span.start..<member.name.span.end, text: JSONText.quoted(name))
    ]
    let isPinned = last.node["id"] != nil || last.node["storageString"] != nil
    if !isPinned {
      // Without its `id` the key would be stored under its new name.
      guard let object = last.node.objectEdits(at: last.node.span.start) else {
        throw ServerFault(.requestFailed, "the key is not renamed before its text is mended")
      }
      edits.append(object.setting("id", to: JSONText.quoted(key.name), in: place.document.source))
    }
    var changes = [(place.document.uri, place.document.source.document(of: edits))]
    // A name in Swift that the schema gives stays.
    if last.node["name"] == nil {
      let path = DeclaredThing.key(key, in: namespace).swiftPath(in: model)
      for file in target.swiftFiles {
        let uses = file.uses(of: path).map { TextEdit(range: $0, text: name) }
        if !uses.isEmpty {
          changes.append((names[file.source.path], file.source.document(of: uses)))
        }
      }
    }
    return ["changes": .object(changes)]
  }

  /// The new name of a request, if the key can have it.
  private func newName(
    _ params: JSONNode?, of key: KeyModel, in namespace: NamespaceModel, _ model: TargetModel
  ) throws(ServerFault) -> String {
    let name = params?["newName"]?.string?.text ?? ""
    guard SwiftName.isLowerCamelCase(name) else {
      throw ServerFault(
        .requestFailed, "`\(name.prefix(60))` cannot name a key: expected a name in lowerCamelCase")
    }
    if let reason = NameCheck.reservation(of: name, isType: false, module: model.module) {
      throw ServerFault(.requestFailed, "`\(name)` is reserved: \(reason)")
    }
    if namespace.keys.contains(where: { $0.name == name && $0.name != key.name }) {
      throw ServerFault(.requestFailed, "the namespace has a key `\(name)` already")
    }
    return name
  }

  /// The other way to rename: a key with an `id` that is not its name is stored under its name from now on,
  /// and takes the value along.
  func renameActions(_ params: JSONNode?) throws(ServerFault) -> [JSONDocument] {
    let document = try document(params)
    guard let offset = document.source.offset(of: params?["range"]?["start"]),
      let root = document.source.tree, let model = target(of: document)?.good?.model
    else { return [] }
    let path = SchemaPlace.path(to: offset, in: root)
    // The key, wherever in it the cursor is.
    guard let index = path.indices.last(where: { $0 > 0 && path[$0 - 1].keyword?.name == "keys" }),
      let id = path[index].node["id"]?.string?.text, id != path[index].member?.name.text,
      path[index].node["storageString"] == nil, path[index].node["parameters"] == nil,
      case .key(let key, _) = DeclaredThing(declaredBy: Array(path[...index]), in: model),
      let edits = movingEdits(path[index].node, key, document.source)
    else { return [] }
    return [
      [
        "title": .string(
          "Store `\(key.name)` under its own name, and take the value of `\(key.storageString)` along"
        ),
        "kind": "refactor.rewrite",
        "edit": ["changes": .object([(document.uri, document.source.document(of: edits))])],
      ]
    ]
  }

  private func movingEdits(
    _ node: JSONNode, _ key: KeyModel, _ source: SourceFile
  ) -> [TextEdit]? {
    guard let id = node.members?.first(where: { $0.name.text == "id" }) else { return nil }
    let former = JSONText.quoted(key.storageString)
    // The newest stands first.
    if let list = node["formerKeys"] {
      guard let first = list.elements?.first,
        let removal = node.removal(of: id.name.span.start..<id.name.span.end, in: source)
      else { return nil }
      let place = first.span.start..<first.span.start
      return [removal, TextEdit(range: place, text: former + ", ")]
    }
    return [
      TextEdit(
        range: id.name.span.start..<id.value.span.end, text: "\"formerKeys\": [\(former)]")
    ]
  }
}
