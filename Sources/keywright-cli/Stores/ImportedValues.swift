import Keywright
import KeywrightEvolution
import KeywrightSchema
import KeywrightStorage
import KeywrightVerbs

/// Values that were read from a file, with the keys that they are for.
struct ImportedValues {
  private(set) var values: [(key: CatalogKey, value: PreparedValue)] = []
  /// The names that no schema declares.
  private(set) var unknown: [PlainRefusal] = []
  private(set) var refusals: [ValueRefusal] = []
  /// The values that are left out, with the reason.
  private(set) var notes: [String] = []
  /// Whether the file has no value at all, as one that a failed download left.
  var isEmpty: Bool { values.isEmpty && unknown.isEmpty && refusals.isEmpty && notes.isEmpty }
  private let catalog: SchemaCatalog
  /// Values under former names of keys.
  private var former: [(key: CatalogKey, value: PreparedValue)] = []
  /// The former names that a file of JSON has.
  private var names: [String] = []

  init(_ bytes: [UInt8], _ format: ExchangeFormat, path: String, _ catalog: SchemaCatalog) throws {
    self.catalog = catalog
    switch format {
    case .json: try read(json: SourceFile(path: path, bytes: bytes))
    case .plist: try read(propertyList: bytes, path: path)
    case .env: try read(lines: bytes, path: path)
    }
    addFormer()
  }

  /// Adds values under former names to keys that have none under their own, or under a newer one.
  private mutating func addFormer() {
    var older: [String] = []
    var known = Set(values.map { ExactString($0.key.storageString) })
    func age(_ key: CatalogKey) -> Int { key.former?.age ?? 0 }
    for (key, value) in former.sorted(by: { age($0.key) < age($1.key) }) {
      if known.insert(ExactString(key.storageString)).inserted {
        values.append((key, value))
      } else {
        older.append(key.former?.name ?? key.storageString)
      }
    }
    let taken = Set(former.map { ExactString($0.key.former?.name ?? $0.key.storageString) })
    older += names.filter { !taken.contains(ExactString($0)) }
    for name in older {
      guard let key = catalog.owner(of: name) else { continue }
      notes.append(
        "`\(printable(name))` is left out: it is called `\(printable(key.storageString))` now, for which the file has a newer value"
      )
    }
  }

  private mutating func read(json source: SourceFile) throws {
    guard
      case .success(let file) = JSONValuesFile.read(
        source.bytes, path: source.path, allowing: .combiningMarks)
    else {
      // The same parser, with the words of diagnostics.
      let (root, diagnostics) = JSONFile.read(source, isStored: true)
      guard let root else { throw SchemaFault(diagnostics: diagnostics) }
      throw InputFiles.Failure(path: source.path, reason: "expected an object, found \(root.noun)")
    }
    for entry in file.entries(of: JSONKeys(catalog.keySet)) {
      if case .value = entry.meaning, let null = entry.member.value.firstNull {
        throw InputFiles.Failure(
          path: file.place(of: null.span),
          reason: "a store has no null; leave the member out, `keywright unset` removes a value")
      }
      read(entry, in: file)
    }
  }

  private mutating func read(_ entry: JSONEntry, in file: JSONValuesFile) {
    let place = file.place(of: entry.member.name.span)
    func refuse(_ problem: String) {
      refusals.append(ValueRefusal(key: entry.name.string, reason: problem, place: place))
    }
    switch entry.meaning {
    case .value:
      guard let key = catalog.owner(of: entry.name.string) else { return }
      add(key, at: place) { (key) throws(ValueRefusal) in
        try key.prepared(fromJSON: entry.member.value)
      }
    // Its value comes with the others, unless there is a newer one.
    case .renamed: names.append(entry.name.string)
    case .second(_, let first): refuse("the key is given twice, first at \(file.place(of: first))")
    case .notAnObject: refuse("\(entry.member.value.noun) is not an object of keys")
    case .unknown: report(entry.name.string, at: place)
    }
  }

  private mutating func read(propertyList bytes: [UInt8], path: String) throws {
    let tree: PropertyList
    do {
      tree = try PropertyList(reading: bytes)
    } catch {
      throw InputFiles.Failure(path: path, reason: "it is no property list: \(error)")
    }
    guard case .dictionary(let members) = tree else {
      throw InputFiles.Failure(path: path, reason: "its root is no dictionary")
    }
    for member in members.members where !member.key.hasPrefix("keywright:") {
      guard let key = catalog.owner(of: member.key) else {
        report(member.key)
        continue
      }
      add(key) { (key) throws(ValueRefusal) in try key.prepared(StoredValue(member.value)) }
    }
  }

  private mutating func read(lines bytes: [UInt8], path: String) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw InputFiles.Failure(path: path, reason: "line \(index + 1) is not UTF-8")
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var seen: Set<ExactString> = []
    for (index, line) in lines.enumerated()
    where !line.isEmpty && line.utf8.first != UInt8(ascii: "#") {
      guard let (name, text) = LineText.parts(of: String(line)) else {
        throw InputFiles.Failure(path: path, reason: "line \(index + 1) is no KEY=value")
      }
      guard let key = catalog.owner(of: name) else {
        report(name)
        continue
      }
      let given = key.former?.name ?? key.storageString
      if !seen.insert(ExactString(given)).inserted {
        refusals.append(
          ValueRefusal(
            key: name, reason: "the key is given twice", place: "\(path):\(index + 1)"))
        continue
      }
      add(key) { (key) throws(ValueRefusal) in try key.prepared(fromText: text) }
    }
  }

  private mutating func add(
    _ key: CatalogKey, at place: String? = nil,
    _ read: (CatalogKey) throws(ValueRefusal) -> PreparedValue
  ) {
    do throws(ValueRefusal) {
      let value = try read(key)
      if key.former == nil { values.append((key, value)) } else { former.append((key, value)) }
    } catch {
      var refusal = error
      refusal.place = place
      refusals.append(refusal)
    }
  }

  private mutating func report(_ name: String, at place: String? = nil) {
    if catalog.isGone(name) {
      notes.append("`\(printable(name))` is left out: its key is gone")
      return
    }
    do throws(PlainRefusal) {
      _ = try catalog.key(named: name)
    } catch {
      unknown.append(place.map { PlainRefusal(reason: "\($0): \(error.reason)") } ?? error)
    }
  }
}

extension Keywright.JSONNode {
  /// The first null in the value.
  fileprivate var firstNull: Keywright.JSONNode? {
    if isNull { return self }
    let inner = elements ?? (members ?? []).map(\.value)
    return inner.lazy.compactMap(\.firstNull).first
  }
}
