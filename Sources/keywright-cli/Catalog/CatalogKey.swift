import Keywright
import KeywrightSchema

/// A key of the schemas, with what it needs to read and write its values.
struct CatalogKey: Sendable {
  let model: KeyModel
  let target: CatalogTarget
  /// The whole storage string: of a family's key with its parameters.
  let storageString: String
  /// The namespaces around it, the outermost first.
  let namespaces: [NamespaceModel]
  /// The former name by which it was asked for, and how many names are newer than that.
  var former: (name: String, age: Int)?

  /// Whether it stands for many keys.
  var isFamily: Bool { !model.parameters.isEmpty && storageString == model.storageString }

  /// The parameters of a family, behind its storage string: `:INDEX`.
  var parameterText: String { model.parameters.map { ":" + $0.name.uppercased() }.joined() }

  /// The constraints that may be shown: none that tells of the values of a secret.
  var shownConstraints: [ConstraintModel] { isSecret ? [] : model.constraints }

  /// The default, where the schema spells it.
  func defaultText(reveal: Bool) -> String? {
    guard let value = anyKey.storedDefault else { return nil }
    let sensitivity = reveal ? .public : model.lifecycle.sensitivity
    return sensitivity.shown(anyKey.text(of: value))
  }

  var isSecret: Bool { model.lifecycle.sensitivity == .secret }
  var isSensitive: Bool { model.lifecycle.sensitivity != .public }

  /// The storage strings under which the program looks for the value: its own, and former ones where values
  /// stay for now.
  var heldStrings: [String] {
    [storageString] + (model.movesLater ? namesBefore : [])
  }

  /// The storage strings from which the program brings a value along when it opens a store, the newest first.
  var formerStrings: [String] { model.movesLater ? [] : namesBefore }

  private var namesBefore: [String] {
    let components = String(
      decoding: storageString.utf8.dropFirst(model.storageString.utf8.count), as: UTF8.self)
    return model.formerKeys.map { $0 + components }
  }

  /// The type as a schema writes it.
  var typeText: String {
    model.type.text(target.model.types) + (model.isOptional ? "?" : "")
  }

  /// The key for a store, which takes whatever has been checked here. A store's messages and its log leave out
  /// what its schema calls private or secret.
  var storeKey: Key<Root, StoredValue?> {
    Key(
      StorageString(storageString),
      descriptor: KeyDescriptor(
        sensitivity: sensitivity, _names: [model.storageString] + model.formerKeys,
        _movesLater: model.movesLater))
  }

  /// The keys for a store from which the program brings a value along.
  var formerKeys: [Key<Root, StoredValue?>] {
    formerStrings.map {
      Key(StorageString($0), descriptor: KeyDescriptor(sensitivity: sensitivity))
    }
  }

  /// The place of the declaration: `Sources/App/Player.keys.json:9`.
  var place: String {
    "\(target.sources[model.origin.file].path):\(model.origin.line)"
  }
}

/// The schemas of one target.
struct CatalogTarget: Sendable {
  let path: String
  let sources: [SourceFile]
  let model: TargetModel
  let types: CatalogTypes

  init(path: String, sources: [SourceFile], model: TargetModel) {
    self.path = path
    self.sources = sources
    self.model = model
    types = CatalogTypes(model.types)
  }
}
