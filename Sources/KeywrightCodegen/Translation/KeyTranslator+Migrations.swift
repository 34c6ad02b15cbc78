import KeywrightSchema

extension KeyTranslator {
  /// Writes what brings values of earlier versions along, as members beside the key, where the schema's imports
  /// are seen and a wrong function is an error at a place that names the schema's line.
  func writeMigrations(to out: SourceText) {
    let type = scope.runtime("Migration")
    if hasMigration {
      writeMember("var \(migrationName): \(type)", to: out) { out.line(migration) }
    }
    if !key.lifecycle.formerStores.isEmpty {
      let parameter: Code = "in source: some \(scope.runtime("ReadableStore"))"
      writeMember("func \(migrationName)\(.arguments([parameter])) -> \(type)", to: out) {
        out.line(storeMigration)
      }
    }
    // The oldest first.
    for (earlier, name) in zip(earlierDefaults.reversed(), earlierDefaultNames) {
      writeMember("var \(name): \(type)", to: out) { out.line(earlierDefault(earlier)) }
    }
  }

  /// The migration of values under former keys.
  private var migration: Code {
    let former = Code.array(key.formerKeys.map { "\(string: $0)" })
    if key.parameters.isEmpty {
      return ".init\(.arguments(["from: \(former)", "to: \(target)"] + conversion))"
    }
    // The family without its types, with what tells its keys from others.
    let family = Code.arguments(["_family: \(keyType)\(keyArguments())", .array(parameterForms)])
    return "._family\(.arguments(["from: \(former)", "to: \(scope.runtime("AnyKey"))\(family)"]))"
  }

  /// The migration of the values that another store held.
  private var storeMigration: Code {
    let names = (key.migrate == nil ? [key.storageString] : []) + key.formerKeys
    let arguments: [Code] = [
      "from: \(.array(names.map { "\(string: $0)" }))", "in: source", "to: \(target)",
    ]
    return ".init\(.arguments(arguments + conversion))"
  }

  /// The migration that gives earlier installations the default that they had; a value that one has stored stays.
  private func earlierDefault(_ earlier: EarlierDefault) -> Code {
    let arguments: [Code] = [
      earlier.value.storedCode(in: scope.model), "for: \(target)", "since: \(string: earlier.end)",
      "after: \(.array(earlier.releases.map { "\(string: $0)" }))",
      "of: \(string: scope.model.module)",
    ]
    return "._keeping\(.arguments(arguments))"
  }

  private var conversion: [Code] {
    key.migrate == nil ? [] : ["_by: \(constantName("Conversion"))"]
  }

  /// The key that takes values over: nothing that is generated may use a deprecated one by its name.
  private var target: Code {
    key.lifecycle.deprecated == nil ? nearName : "\(keyType)\(keyArguments())"
  }

  /// The migrations as others refer to them.
  var migrationReference: Code { "\(place)\(migrationName)" }
  var storeMigrationReference: Code { "\(place)\(migrationName)(in: source)" }
  var earlierDefaultReferences: [Code] { earlierDefaultNames.map { "\(place)\($0)" } }

  private var earlierDefaults: [EarlierDefault] { key.earlierDefaults ?? [] }

  private var earlierDefaultNames: [Code] {
    earlierDefaults.indices.map { index in
      let number = index == 0 ? "" : String(index + 1)
      return .name(namespace.freeName(key.name + "EarlierDefault" + number))
    }
  }

  private var migrationName: Code { .name(namespace.freeName(key.name + "Migration")) }
}
