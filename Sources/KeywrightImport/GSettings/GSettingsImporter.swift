import KeywrightSchema

/// Makes a schema of GSettings schemas.
///
/// A schema's id becomes a path of namespaces and each key's name its component on disk, so that
/// `org.gnome.desktop.interface` `clock-format` is stored as
/// `org:gnome:desktop:interface:clock-format`.
package struct GSettingsImporter {
  private let document: GSettingsDocument
  private let schemas: [String: GSettingsDocument.Schema]
  private let enumerations: [String: GSettingsDocument.Enumeration]
  var output: SchemaImport
  /// The name of each enum in the output, and its case for each nick.
  var declared: [String: (name: String, cases: [String: String])] = [:]

  /// Reads files that belong together: enums and base schemas may be in any of them.
  package static func convert(_ files: [(path: String, bytes: [UInt8])]) throws(ImportFailure)
    -> ImportResult
  {
    var document = GSettingsDocument()
    for file in files { try document.add(file.bytes, file: file.path) }
    return try SchemaImport.result(from: files.first?.path ?? "") { draft in
      var importer = GSettingsImporter(document, in: draft)
      importer.run()
      return importer.output
    }
  }

  private init(_ document: GSettingsDocument, in draft: SchemaImport) {
    self.document = document
    output = draft
    schemas = Dictionary(
      document.schemas.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    enumerations = Dictionary(
      document.enumerations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    output.add(document.notes)
  }

  private mutating func run() {
    let parents = importable().map { ($0, keys(of: $0)) }
    declareEnumerations(usedBy: parents)
    for (schema, keys) in parents {
      let subject = "schema `\(schema.id)`"
      let space = output.root.descendant(Self.path(schema.id))
      if schema.dataPath == nil {
        output.note(
          schema.file, schema.line, subject,
          "it is relocatable: its keys take the path as a parameter")
      }
      if schema.listOf != nil {
        output.note(schema.file, schema.line, subject, "`list-of` has no counterpart")
      }
      for child in schema.children where child.schema != schema.id + "." + child.name {
        output.note(
          schema.file, child.line, "child `\(child.name)`",
          "its schema `\(child.schema)` is imported where its own id says")
      }
      output.find(keys.count)
      let omitted = keys.filter { !add($0, to: space, isRelocatable: schema.dataPath == nil) }
      space.extras.append(("x-gsettings", facts(of: schema, omitted)))
    }
  }

  private func facts(of schema: GSettingsDocument.Schema, _ omitted: [GSettingsDocument.Key])
    -> JSONDocument
  {
    var facts: [(String, JSONDocument)] = [("schema", .string(schema.id))]
    if let path = schema.dataPath { facts.append(("path", .string(path))) }
    if let domain = schema.domain { facts.append(("gettext-domain", .string(domain))) }
    if let base = schema.extends { facts.append(("extends", .string(base))) }
    if !omitted.isEmpty {
      let types = omitted.map { ($0.name, $0.type ?? $0.enumeration ?? $0.flags ?? "") }
      facts.append(("omitted", .object(types.map { ($0, .string($1)) })))
    }
    return .object(facts)
  }

  static func path(_ id: String) -> [String] {
    id.split(separator: ".").map(String.init)
  }

  /// The schemas whose ids are valid paths, without duplicates.
  private mutating func importable() -> [GSettingsDocument.Schema] {
    var seen: Set<[String]> = []
    var schemas: [GSettingsDocument.Schema] = []
    for schema in document.schemas {
      let path = Self.path(schema.id)
      let reason =
        if path.count > NameCheck.deepestNamespace {
          "its id has more than \(NameCheck.deepestNamespace) parts; it is left out"
        } else if let fault = path.compactMap(NameCheck.fault).first {
          "its id is no path: \(fault); it is left out"
        } else if !seen.insert(path).inserted {
          "it is declared twice; the first counts"
        } else {
          String?.none
        }
      if let reason {
        output.find(schema.keys.count)
        output.leaveOut(
          schema.file, schema.line, "schema `\(schema.id)`", reason, count: schema.keys.count)
      } else {
        schemas.append(schema)
      }
    }
    return schemas
  }

  // MARK: - Inheritance

  /// The keys of a schema and of the schemas that it extends, after all overrides.
  private mutating func keys(of schema: GSettingsDocument.Schema) -> [GSettingsDocument.Key] {
    var keys: [GSettingsDocument.Key] = []
    var places: [String: Int] = [:]
    for ancestor in ancestry(of: schema).reversed() {
      for key in ancestor.keys {
        if places[key.name] == nil {
          places[key.name] = keys.count
          keys.append(key)
        } else {
          output.find()
          output.leaveOut(
            key.file, key.line, "key `\(key.name)`", "it is declared twice; the first counts")
        }
      }
      for override in ancestor.overrides {
        if let index = places[override.key] {
          keys[index].defaultText = override.value
          (keys[index].line, keys[index].file) = (override.line, ancestor.file)
        } else {
          output.note(
            ancestor.file, override.line, "override of `\(override.key)`",
            "there is no such key to override")
        }
      }
    }
    return keys
  }

  /// The limit of a chain of extended schemas, each of which takes over the keys of all before it.
  private static let mostAncestors = 64

  /// A schema and those that it extends, nearest first.
  private mutating func ancestry(of schema: GSettingsDocument.Schema)
    -> [GSettingsDocument.Schema]
  {
    var chain = [schema]
    while let base = chain.last?.extends {
      if chain.count > Self.mostAncestors {
        output.note(
          schema.file, schema.line, "schema `\(schema.id)`",
          "it extends over \(Self.mostAncestors) schemas; the keys of `\(base)` are left out")
        break
      }
      guard let next = schemas[base], !chain.contains(where: { $0.id == base }) else {
        output.note(
          schema.file, schema.line, "schema `\(schema.id)`",
          "`\(base)`, which it extends, is in none of the files; its keys are left out")
        break
      }
      chain.append(next)
    }
    return chain
  }

  // MARK: - Enums

  /// Declares each enum that a key uses, in the innermost namespace that encloses its users.
  private mutating func declareEnumerations(
    usedBy parents: [(GSettingsDocument.Schema, [GSettingsDocument.Key])]
  ) {
    var homes: [String: [String]] = [:]
    for (schema, keys) in parents {
      for id in keys.compactMap({ $0.enumeration ?? $0.flags }) {
        let path = Self.path(schema.id)
        homes[id] = homes[id].map { Array(zip($0, path).prefix { $0 == $1 }.map(\.0)) } ?? path
      }
    }
    for enumeration in document.enumerations {
      guard let home = homes.removeValue(forKey: enumeration.id), !enumeration.values.isEmpty
      else { continue }
      let name = output.typeName(for: Self.path(enumeration.id).last ?? enumeration.id)
      let numbers = enumeration.values.map { ($0.nick, JSONDocument.string($0.value)) }
      let facts = [("enum", .string(enumeration.id)), ("values", JSONDocument.object(numbers))]
      let (type, cases) = output.enumeration(
        named: name, enumeration.values.map { ($0.nick, $0.nick) },
        extras: [("x-gsettings", .object(facts))]
      ) { index, _ in .string(enumeration.values[index].nick) }
      output.root.descendant(home).types.append((name, type))
      declared[enumeration.id] = (name, cases)
    }
  }
}
