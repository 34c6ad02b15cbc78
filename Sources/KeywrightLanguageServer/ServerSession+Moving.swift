import KeywrightSchema

extension ServerSession {
  /// A key with an `id` that is not its name is stored under its name from now on, and takes the value along.
  func movingActions(_ params: JSONNode?) throws(ServerFault) -> [JSONDocument] {
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
    if let list = node["former"] {
      guard let first = list.elements?.first,
        let removal = node.removal(of: id.name.span.start..<id.name.span.end, in: source)
      else { return nil }
      let place = first.span.start..<first.span.start
      return [removal, TextEdit(range: place, text: former + ", ")]
    }
    return [
      TextEdit(
        range: id.name.span.start..<id.value.span.end, text: "\"former\": [\(former)]")
    ]
  }
}
