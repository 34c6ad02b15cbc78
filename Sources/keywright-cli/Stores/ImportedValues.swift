import Keywright
import KeywrightSchema
import KeywrightStorage

/// Values that were read from a file, with the keys that they are for.
struct ImportedValues {
  private(set) var values: [(key: CatalogKey, value: StoredValue)] = []
  /// The names that no schema declares.
  private(set) var unknown: [UnknownName] = []
  private(set) var refusals: [ValueRefusal] = []
  private let catalog: SchemaCatalog

  init(_ bytes: [UInt8], _ format: ExchangeFormat, path: String, _ catalog: SchemaCatalog) throws {
    self.catalog = catalog
    switch format {
    case .json:
      guard let tree = JSONReader.value(of: bytes), case .dictionary(let members) = tree.content
      else { throw InputFiles.Failure(path: path, reason: "it is no JSON object without nulls") }
      read(members, below: [])
    case .plist: try read(propertyList: bytes, path: path)
    case .env: try read(lines: String(decoding: bytes, as: UTF8.self), path: path)
    }
  }

  private mutating func read(_ members: [(key: String, value: StoredValue)], below path: [String]) {
    for member in members {
      let path = path + [member.key]
      let whole = path.joined(separator: ":")
      let escaped = path.map {
        $0.replacing("%", with: "%25").replacing(":", with: "%3A")
      }.joined(separator: ":")
      if let key = catalog.find(escaped) ?? catalog.find(whole) {
        add(key) { (key) throws(ValueRefusal) in try key.stored(fromJSON: member.value) }
      } else if case .dictionary(let inner) = member.value.content, !inner.isEmpty {
        read(inner, below: path)
      } else {
        report(whole)
      }
    }
  }

  private mutating func read(propertyList bytes: [UInt8], path: String) throws {
    let tree: PropertyList
    do {
      tree = try bytes.withUnsafeBytes { try PropertyList(reading: $0) }
    } catch {
      throw InputFiles.Failure(path: path, reason: "it is no property list: \(error)")
    }
    guard case .dictionary(let members) = tree else {
      throw InputFiles.Failure(path: path, reason: "its root is no dictionary")
    }
    for member in members.members where !member.key.hasPrefix("keywright:") {
      guard let key = catalog.find(member.key) else {
        report(member.key)
        continue
      }
      add(key) { (key) throws(ValueRefusal) in try key.processed(StoredValue(member.value)) }
    }
  }

  private mutating func read(lines text: String, path: String) throws {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard let sign = line.firstIndex(of: "=") else {
        throw InputFiles.Failure(path: path, reason: "line \(index + 1) is no KEY=value")
      }
      let name = String(line[..<sign])
      guard let key = catalog.find(name) else {
        report(name)
        continue
      }
      let text = LineText.value(String(line[line.index(after: sign)...]))
      add(key) { (key) throws(ValueRefusal) in try key.stored(fromText: text) }
    }
  }

  private mutating func add(
    _ key: CatalogKey, _ read: (CatalogKey) throws(ValueRefusal) -> StoredValue
  ) {
    do throws(ValueRefusal) {
      values.append((key, try read(key)))
    } catch {
      refusals.append(error)
    }
  }

  private mutating func report(_ name: String) {
    do throws(UnknownName) {
      _ = try catalog.key(named: name)
    } catch {
      unknown.append(error)
    }
  }
}
