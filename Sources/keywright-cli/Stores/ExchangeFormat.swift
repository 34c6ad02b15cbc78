import Foundation
import Keywright
import KeywrightSchema
import KeywrightStorage

/// The formats in which values are exchanged with other programs.
enum ExchangeFormat: String, CaseIterable {
  /// Nested objects, one for each component of the storage strings.
  case json
  /// A property list in XML, as a store's file has it: one member for each key.
  case plist
  /// A line KEY=value for each key.
  case env

  /// The format of a file, by its content.
  init(of bytes: [UInt8]) {
    let start = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if start.starts(with: "bplist".utf8) || start.first == UInt8(ascii: "<") {
      self = .plist
    } else {
      self = start.first == UInt8(ascii: "{") ? .json : .env
    }
  }

  /// The text of values.
  func text(_ states: [KeyState]) -> String {
    switch self {
    case .json: return NestedValues(states).document.text() + "\n"
    case .plist:
      return PropertyListText.text(
        of: states.compactMap { state in
          state.value.map { (name: state.key.storageString, value: $0.tree) }
        })
    case .env: return states.compactMap { KeyOutput.line($0, reveal: true) }.joined()
    }
  }
}

extension KeyState {
  /// Whether XML has the value exactly: not a control character, a part of a second, an infinity.
  var fitsXML: Bool {
    guard let value else { return true }
    let text = PropertyListText.text(of: [(name: key.storageString, value: value.tree)])
    let tree = Array(text.utf8).withUnsafeBytes { try? PropertyList(reading: $0) }
    guard case .dictionary(let members) = tree else { return false }
    return members[key.storageString] == value.tree
  }
}

/// Values by the components of their storage strings.
struct NestedValues {
  private var root = Node()

  private final class Node {
    var names: [String] = []
    var children: [String: Node] = [:]
    var value: JSONDocument?
  }

  init(_ states: [KeyState]) {
    for state in states where state.value != nil {
      let name = state.key.storageString
      let components = name.split(separator: ":", omittingEmptySubsequences: false)
      var node = root
      for component in components {
        let name = component.unescapedComponent
        if node.children[name] == nil {
          node.names.append(name)
          node.children[name] = Node()
        }
        node = node.children[name] ?? node
      }
      node.value = state.json(reveal: true)
    }
  }

  var document: JSONDocument { Self.document(root) }

  private static func document(_ node: Node) -> JSONDocument {
    var members: [(String, JSONDocument)] = []
    for name in node.names {
      guard let child = node.children[name] else { continue }
      if let value = child.value { members.append((name, value)) }
      guard !child.names.isEmpty else { continue }
      // A key whose storage string begins with that of another keeps it whole.
      if child.value != nil, case .object(let inner) = document(child) {
        members += inner.map { ("\(name):\($0.0)", $0.1) }
      } else {
        members.append((name, document(child)))
      }
    }
    return .object(members)
  }
}

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
