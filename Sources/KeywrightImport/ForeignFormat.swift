import KeywrightSchema
import KeywrightStorage

/// The formats in which other systems declare keys or keep values.
package enum ForeignFormat: String, CaseIterable, Sendable {
  case gsettings, json, kcfg, plist
  case preferenceManifest = "preference-manifest"
  case settingsBundle = "settings-bundle"
  case swift

  package typealias File = (path: String, bytes: [UInt8])

  /// The format of files, by their names and what they begin with.
  package init(of files: [File]) throws(ImportFailure) {
    var found: Set<ForeignFormat> = []
    for file in files {
      guard let format = Self.format(of: file) else {
        throw ImportFailure(
          path: file.path, line: 1, message: "its format does not show: say it with --from")
      }
      found.insert(format)
    }
    // A pane of settings without elements is any property list.
    if found == [.plist, .settingsBundle] { found = [.settingsBundle] }
    guard let only = found.first, found.count == 1 else {
      let words = found.map(\.rawValue).sorted().joined(separator: ", ")
      throw ImportFailure(
        path: files[0].path, line: 1, message: "files of several formats in one call: \(words)")
    }
    self = only
  }

  private static func format(of file: File) -> ForeignFormat? {
    let start = String(decoding: file.bytes.prefix(4_096), as: UTF8.self)
    if start.contains("<schemalist") { return .gsettings }
    if start.contains("<kcfg") { return .kcfg }
    if start.hasPrefix("bplist") || start.contains("<plist") {
      guard let list = try? PropertyList(file: file) else { return .plist }
      if list["pfm_subkeys"] != nil { return .preferenceManifest }
      return list["PreferenceSpecifiers"] == nil ? .plist : .settingsBundle
    }
    let endings: [(String, ForeignFormat)] = [
      (".swift", .swift), (".gschema.xml", .gsettings), (".kcfg", .kcfg), (".json", .json),
      (".plist", .plist),
    ]
    if let ending = endings.first(where: { file.path.hasSuffix($0.0) }) { return ending.1 }
    return start.first { !$0.isWhitespace } == "{" ? .json : nil
  }

  /// Makes a schema.
  ///
  /// - Parameters:
  ///   - files: At least one; several only of a format whose files belong together.
  ///   - namespace: What the groups of a `.kcfg` are put into; nil for the file's name.
  package func convert(
    _ files: [File], namespace: String?
  ) throws(ImportFailure) -> ImportResult {
    let file = files[0]
    switch self {
    case .gsettings: return try GSettingsImporter.convert(files)
    case .settingsBundle: return try SettingsBundleImporter.convert(files)
    case .swift: return try SwiftKeysImporter.convert(files)
    case _ where files.count > 1:
      throw ImportFailure(
        path: files[1].path, line: 1, message: "one file of the format \(rawValue) in a call")
    case .json: return try JSONValuesImporter.convert(file)
    case .plist: return try DefaultsFileImporter.convert(file)
    case .preferenceManifest: return try PreferenceManifestImporter.convert(file)
    case .kcfg:
      let name = file.path.split(separator: "/").last ?? ""
      let base = name.split(separator: ".").first.map(String.init) ?? file.path
      return try KConfigImporter.convert(file.bytes, path: file.path, namespace: namespace ?? base)
    }
  }
}
