import KeywrightSchema

/// A declaration of a schema, as a place in a text names it.
enum DeclaredThing {
  case key(KeyModel, in: NamespaceModel)
  case namespace(NamespaceModel)
  case type(TypeModel)

  /// The thing that a place declares: by its names, since the model may be of an earlier text.
  ///
  /// - Parameter path: The values from the root of the text to the place.
  init?(declaredBy path: [SchemaPlace], in model: TargetModel) {
    let root = path.first?.node["namespace"]?.string?.text ?? ""
    var namespace = model.root
    for name in root.split(separator: ".") {
      guard let child = namespace.children.first(where: { $0.member == name }) else { return nil }
      namespace = child
    }
    var thing: DeclaredThing = .namespace(namespace)
    for (outer, place) in zip(path, path.dropFirst()) {
      guard outer.declaresNames, let name = place.member?.name.text else { continue }
      switch outer.keyword?.name {
      case "namespaces":
        guard let child = namespace.children.first(where: { $0.member == name }) else { return nil }
        namespace = child
        thing = .namespace(child)
      case "keys":
        guard let key = namespace.keys.first(where: { $0.name == name }) else { return nil }
        thing = .key(key, in: namespace)
      case "types":
        let type = namespace.types.lazy.map { model.type($0) }.first { $0.swiftName == name }
        guard let type else { return nil }
        thing = .type(type)
      default: continue
      }
    }
    if case .namespace(let space) = thing, space.isRoot { return nil }
    self = thing
  }

  /// The place of the declaration, and the file of it.
  var origin: Origin {
    switch self {
    case .key(let key, _): key.origin
    case .namespace(let namespace): namespace.origin
    case .type(let type): type.origin
    }
  }
}

extension TargetModel {
  /// The type that a name means in a namespace: the innermost one that is declared around it.
  func type(named name: String, seenFrom namespace: NamespaceModel) -> TypeModel? {
    let types = types.filter {
      $0.swiftName == name && namespace.path.starts(with: $0.path.dropLast())
    }
    return types.max { $0.path.count < $1.path.count }
  }
}
