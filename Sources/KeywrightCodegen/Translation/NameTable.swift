import KeywrightSchema

/// The type names that generated code declares, by place: finds the shortest way to write a reference
/// that Swift's lookup resolves to what is meant.
struct NameTable: Sendable {
  private let module: String
  private var members: [[String]: Set<String>] = [:]
  private var all: Set<String> = []

  init(_ model: TargetModel) {
    module = model.module
    declare(Registry.name(of: model.module), in: [])
    for type in model.types { declare(type.swiftName, in: Array(type.path.dropLast())) }
    for namespace in model.root.all.dropFirst() {
      declare(namespace.swiftName, in: Array(namespace.path.dropLast()))
      if namespace.hasValues { declare("Values", in: namespace.path) }
    }
  }

  private mutating func declare(_ name: String, in path: [String]) {
    members[path, default: []].insert(name)
    all.insert(name)
  }

  /// The name, or one made from it that hides no declared type inside `scopes`.
  func freeName(_ name: String, in scopes: [[String]]) -> String {
    Self.freeName(name) { isDeclared($0, in: scopes) }
  }

  /// The name, or one made from it that is not taken.
  static func freeName(_ name: String, unless isTaken: (String) -> Bool) -> String {
    var name = name
    while isTaken(name) { name += "_" }
    return name
  }

  private func isDeclared(_ name: String, in scopes: [[String]]) -> Bool {
    (scopes + [[]]).contains { members[$0]?.contains(name) == true }
  }

  /// A type of the standard library, qualified where a declared type hides it or a program's own may.
  func library(_ name: String, in scopes: [[String]]) -> String {
    let isHidden = all.contains(name) && isDeclared(name, in: scopes)
    return isHidden || Self.commonNames.contains(name) ? "Swift." + name : name
  }

  /// The types of the standard library whose names programs are known to give to their own.
  private static let commonNames: Set<String> = ["Decoder", "Encoder", "Duration"]

  /// A declared type or namespace, as it is written inside `scopes`, the innermost first; the
  /// file's own scope is outermost and is not listed.
  func reference(to path: [String], from scopes: [[String]]) -> String {
    visibleReference(to: path, from: scopes) ?? Self.dotted([module] + path)
  }

  /// The same without the name of the module, which may also be that of a type in it: nil if what is
  /// meant is hidden.
  func visibleReference(to path: [String], from scopes: [[String]]) -> String? {
    for start in stride(from: path.count - 1, through: 0, by: -1) {
      let name = path[start]
      let found = (scopes + [[]]).first { members[$0]?.contains(name) == true }
      if let found, found[...] == path[..<start] { return Self.dotted(path[start...]) }
    }
    return nil
  }

  /// The names joined by dots, each quoted where it must be.
  static func dotted(_ path: some Sequence<String>) -> String {
    path.map(SwiftKeywords.quoted).joined(separator: ".")
  }
}

/// The names of the registry.
package enum Registry {
  /// `<Module>Keys`
  package static func name(of module: String) -> String { module + "Keys" }
}
