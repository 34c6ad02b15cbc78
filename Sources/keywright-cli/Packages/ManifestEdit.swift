import KeywrightSchema
import KeywrightVerbs

/// The lines that a package's manifest needs so that a target has keys: the dependency, the product, the plugin.
struct ManifestEdit {
  let target: String
  /// The folder of the target, below the package.
  let folder: String
  /// The new text.
  let text: String

  /// The package that the manifest is to depend on.
  struct Dependency {
    let declaration: String
    let identity: String

    /// The published package: its main branch, until a version is tagged.
    static let published = Dependency(
      declaration:
        ".package(url: \"https://github.com/keywright/keywright\", branch: \"main\")",
      identity: "keywright")

    /// A copy of the package in a folder.
    static func copy(in path: String) -> Dependency {
      Dependency(
        declaration: ".package(path: \(JSONText.quoted(path)))",
        identity: path.split(separator: "/").last.map { $0.lowercased() } ?? "keywright")
    }

    /// Whether a list of packages has it: by its name, at the end of a path or of an address.
    func isIn(_ list: String) -> Bool {
      let list = list.lowercased()
      return ["/", "\""].contains { start in
        ["\"", ".git\"", "/\""].contains { list.contains(start + identity + $0) }
      }
    }
  }

  /// Edits a manifest.
  ///
  /// - Parameter target: The name of the target; nil for the only one that is no test.
  init(_ manifest: String, target name: String?, _ dependency: Dependency) throws(PlainRefusal) {
    let source = ManifestSource(manifest)
    guard let package = source.call(of: "Package"), let targets = package["targets"],
      let list = source.array(targets)
    else {
      throw PlainRefusal(
        reason: "no `targets: […]` was found in Package.swift; add a target first")
    }
    let chosen = try Self.target(name, among: list.arguments.compactMap(source.call), source)
    self.target = chosen.name
    folder = source.string(chosen.list["path"]) ?? "Sources/\(chosen.name)"

    var editor = Editor(source: source)
    if package["platforms"] == nil, let first = package.arguments.first {
      let isOld =
        manifest.hasPrefix("// swift-tools-version:5")
        || manifest.hasPrefix("// swift-tools-version: 5")
      let after = package["defaultLocalization"] ?? first
      editor.add("platforms: [.macOS(\(isOld ? "\"15.0\"" : ".v15"))]", after: after, in: package)
    }
    let before = ["products", "pkgConfig", "providers", "platforms", "defaultLocalization", "name"]
      .lazy.compactMap { package[$0] }.first
    try editor.add(
      dependency.declaration, toArray: "dependencies", of: package,
      unless: dependency.isIn,
      after: before)
    try editor.add(
      ".product(name: \"Keywright\", package: \"\(dependency.identity)\")",
      toArray: "dependencies", of: chosen.list, unless: { $0.contains("\"Keywright\"") },
      after: chosen.list["name"])
    try editor.add(
      ".plugin(name: \"KeywrightPlugin\", package: \"\(dependency.identity)\")",
      toArray: "plugins", of: chosen.list, unless: { $0.contains("\"KeywrightPlugin\"") },
      after: chosen.list.arguments.last)
    text = editor.result
  }

  private static func target(
    _ wanted: String?, among calls: [(name: String, list: ManifestSource.List)],
    _ source: ManifestSource
  ) throws(PlainRefusal) -> (name: String, list: ManifestSource.List) {
    let targets = calls.filter { ["target", "executableTarget"].contains($0.name) }
      .compactMap { call in source.string(call.list["name"]).map { (name: $0, list: call.list) } }
    let names = targets.map(\.name)
    guard let wanted else {
      if targets.count == 1 { return targets[0] }
      throw PlainRefusal(
        reason: "--target says which of the targets gets keys: \(names.joined(separator: ", "))")
    }
    if let found = targets.first(where: { $0.name == wanted }) { return found }
    let meant = SpellingSuggestion.nearest(to: wanted, among: names)
    throw PlainRefusal(
      reason: "Package.swift has no target `\(wanted)`"
        + (meant.map { "; did you mean `\($0)`?" } ?? ""))
  }
}

/// Inserts into a manifest, in the style of its lines.
private struct Editor {
  let source: ManifestSource
  private var insertions: [(place: Int, text: String)] = []

  init(source: ManifestSource) { self.source = source }

  /// The text with all insertions.
  var result: String {
    var text = Array(source.text.utf8)
    let ordered = insertions.enumerated().sorted { ($0.1.place, $0.0) < ($1.1.place, $1.0) }
    for (_, insertion) in ordered.reversed() {
      text.insert(contentsOf: insertion.text.utf8, at: insertion.place)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds an argument after another one.
  mutating func add(
    _ text: String, after argument: ManifestSource.Argument, in list: ManifestSource.List
  ) {
    let own = source.indentation(of: argument)
    let other = list.arguments.lazy.compactMap(source.indentation(of:)).first
    let joint = (own ?? other).map { "," + source.lineEnd + $0 } ?? ", "
    insertions.append((source.end(of: argument), joint + text))
  }

  /// Adds an element to an array that is an argument of a call, or the argument.
  mutating func add(
    _ element: String, toArray label: String, of call: ManifestSource.List,
    unless isThere: (String) -> Bool, after argument: ManifestSource.Argument?
  ) throws(PlainRefusal) {
    guard let existing = call[label] else {
      guard let argument else {
        throw PlainRefusal(reason: "`\(label): […]` finds no place in Package.swift")
      }
      return add("\(label): [\(element)]", after: argument, in: call)
    }
    guard let list = source.array(existing) else {
      throw PlainRefusal(
        reason: "`\(label):` in Package.swift is no plain array; add to it: \(element)")
    }
    if isThere(source.text(of: existing)) { return }
    if let last = list.arguments.last {
      add(element, after: last, in: list)
    } else {
      insertions.append((list.start, element))
    }
  }
}
