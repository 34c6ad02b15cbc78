import Keywright
import KeywrightSchema
import KeywrightVerbs

/// The keys of all schemas that a verb knows, by storage string.
struct SchemaCatalog: Sendable {
  let targets: [CatalogTarget]
  /// All keys and families, in the order of their declarations.
  let keys: [CatalogKey]
  private let places: [ExactString: Int]
  /// The names that no key may take again.
  private let reserved: Set<ExactString>
  /// The keys that had other names, by those; nil for a name that two keys had.
  private let formers: [ExactString: (place: Int, age: Int)?]
  /// The former names of all keys, and those of families.
  private let formerNames, formerFamilies: Set<ExactString>

  init(_ targets: [CatalogTarget]) {
    self.targets = targets
    let keys = targets.flatMap { Self.keys(in: $0.model.root, [], $0) }
    self.keys = keys
    reserved = Set(
      targets.lazy.flatMap(\.model.root.all).flatMap(\.reserved)
        .map { ExactString($0.storageString) })
    places = Dictionary(
      zip(keys.lazy.map { ExactString($0.storageString) }, keys.indices),
      uniquingKeysWith: { first, _ in first })
    var formers: [ExactString: (place: Int, age: Int)?] = [:]
    // The text of a key with a function is of another type than the former one.
    for (place, key) in keys.enumerated() where key.model.migrate == nil {
      for (age, former) in key.model.formerKeys.enumerated() {
        let name = ExactString(former)
        formers.updateValue(formers.keys.contains(name) ? nil : (place, age), forKey: name)
      }
    }
    self.formers = formers
    formerNames = Set(keys.lazy.flatMap(\.model.formerKeys).map(ExactString.init))
    formerFamilies = Set(
      keys.lazy.filter(\.isFamily).flatMap(\.model.formerKeys).map(ExactString.init))
  }

  private static func keys(
    in space: NamespaceModel, _ outer: [NamespaceModel], _ target: CatalogTarget
  ) -> [CatalogKey] {
    let namespaces = outer + [space]
    let own = space.keys.map {
      CatalogKey(
        model: $0, target: target, storageString: $0.storageString, namespaces: namespaces)
    }
    return own + space.children.flatMap { keys(in: $0, namespaces, target) }
  }

  /// The key of a storage string, of a family's key too: `player:equaliser:band:3`.
  ///
  /// A name that no key has any more leads to the key that had it.
  func key(named name: String) throws(PlainRefusal) -> CatalogKey {
    if let key = owner(of: name) { return key }
    if let key = declared(name) {
      throw PlainRefusal(reason: "`\(name)` is a family of keys: \(key.pattern)")
    }
    if let family = family(around: name) {
      throw PlainRefusal(
        reason: "`\(name)` is no key of the family \(family.pattern)")
    }
    if let key = keys.first(where: { key in
      key.model.migrate != nil
        && key.model.formerKeys.contains { ExactString($0) == ExactString(name) }
    }) {
      throw PlainRefusal(
        reason:
          "`\(name)` is `\(key.storageString)` now, \(withArticle(key.typeText)); only the program can "
          + "make one of an earlier value: give `\(key.storageString)` a value of today's type"
      )
    }
    if !keys(inNamespace: name).isEmpty {
      throw PlainRefusal(
        reason: "`\(name)` is a namespace; `keywright list \(name)` lists its keys")
    }
    let names = keys.map(\.storageString) + namespaces
    let meant =
      KeywrightSchema.SpellingSuggestion.nearest(to: name, among: names)
      ?? KeywrightSchema.SpellingSuggestion.completion(of: name, among: names)
    throw PlainRefusal(
      reason: "no schema declares `\(name)`" + (meant.map { "; did you mean `\($0)`?" } ?? ""))
  }

  /// The key of a storage string; nil for a family itself.
  func find(_ name: String) -> CatalogKey? {
    if let key = declared(name) { return key.isFamily ? nil : key }
    guard let family = family(around: name) else { return nil }
    return family.member(name)
  }

  /// The key that had a name in an earlier version.
  func successor(of name: String) -> CatalogKey? {
    if let found = formers[ExactString(name)] ?? nil {
      let key = keys[found.place]
      return key.isFamily ? nil : key.asked(by: name, age: found.age)
    }
    for former in StorageString.ancestors(of: name).reversed() {
      guard let found = formers[ExactString(former)] ?? nil, keys[found.place].isFamily else {
        continue
      }
      let family = keys[found.place]
      let components = String(decoding: name.utf8.dropFirst(former.utf8.count), as: UTF8.self)
      return family.member(family.storageString + components)?.asked(by: name, age: found.age)
    }
    return nil
  }

  /// The key whose value lies under a name, be it a former one.
  func owner(of name: String) -> CatalogKey? { find(name) ?? successor(of: name) }

  /// Whether a program reads what is stored under a name, or brings it along to another one.
  func isDeclared(_ name: String) -> Bool {
    if find(name) != nil || formerNames.contains(ExactString(name)) || successor(of: name) != nil {
      return true
    }
    // What a function of the program takes of a former family, only the program knows.
    return StorageString.ancestors(of: name).contains { former in
      let former = ExactString(former)
      return formerFamilies.contains(former) && (formers[former] ?? nil) == nil
    }
  }

  /// Whether a schema says of a name that its key, or its family, is gone.
  func isGone(_ name: String) -> Bool {
    reserved.contains(ExactString(name))
      || StorageString.ancestors(of: name).contains { reserved.contains(ExactString($0)) }
  }

  /// The key that a program reads and writes under a name: its own, or a former one where the value stays
  /// for now.
  func holder(of name: String) -> CatalogKey? {
    if let key = find(name) { return key }
    guard let key = successor(of: name), key.model.movesLater else { return nil }
    return key
  }

  /// Whether the value under a name is one of a secret key.
  @Sendable func isSecret(_ name: String) -> Bool { owner(of: name)?.isSecret ?? false }

  /// The innermost family that a storage string continues.
  private func family(around name: String) -> CatalogKey? {
    StorageString.ancestors(of: name).reversed().lazy.compactMap(declared).first(where: \.isFamily)
  }

  /// The keys and families as the runtime has them.
  ///
  /// Made at each call.
  var keySet: KeySet { KeySet(keys.map(\.anyKey)) }

  /// The key or family of a storage string.
  func key(orFamilyNamed name: String) throws(PlainRefusal) -> CatalogKey {
    if let key = declared(name) { return key }
    return try key(named: name)
  }

  /// The keys and families that names stand for, each once: all of them if there is no name.
  ///
  /// A name is a key's or a family's, or that of a namespace, for the keys in it and in those below. A key goes before
  /// a namespace of the same string, which is written with a colon behind it.
  func keys(named names: [String]) throws(PlainRefusal) -> [CatalogKey] {
    if names.isEmpty { return keys }
    var found: [CatalogKey] = []
    for name in names { found += try keys(named: name) }
    var seen: Set<ExactString> = []
    return found.filter { seen.insert(ExactString($0.storageString)).inserted }
  }

  private func keys(named name: String) throws(PlainRefusal) -> [CatalogKey] {
    if let key = declared(name) { return [key] }
    let found = keys(inNamespace: name)
    return found.isEmpty ? [try key(named: name)] : found
  }

  private func declared(_ name: String) -> CatalogKey? {
    places[ExactString(name)].map { keys[$0] }
  }

  private func keys(inNamespace name: String) -> [CatalogKey] {
    let prefix = name.hasSuffix(":") ? String(name.dropLast()) : name
    return keys.filter { key in key.namespaces.dropFirst().contains { $0.prefix == prefix } }
  }

  /// The storage prefixes of all namespaces with keys.
  var namespaces: [String] {
    var seen: Set<String> = []
    return keys.flatMap { $0.namespaces.dropFirst().map(\.prefix) }
      .filter { seen.insert($0).inserted }
  }
}

extension CatalogKey {
  /// The storage strings of a family's keys: `player:band:INDEX (Int)`.
  fileprivate var pattern: String {
    let types = model.parameters.map { $0.type.text(target.model.types) }
    return "`\(model.storageString)\(parameterText)` (\(types.joined(separator: ", ")))"
  }

  fileprivate func asked(by name: String, age: Int) -> CatalogKey {
    var key = self
    key.former = (name, age)
    return key
  }

  /// The family's key of a storage string; nil if its further components are no values of the parameters.
  fileprivate func member(_ name: String) -> CatalogKey? {
    guard anyKey.member(named: Keywright.StorageString(name)) != nil else { return nil }
    return CatalogKey(
      model: model, target: target, storageString: name, namespaces: namespaces)
  }
}
