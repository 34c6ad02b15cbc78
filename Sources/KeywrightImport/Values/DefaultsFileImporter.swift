import KeywrightSchema
import KeywrightStorage

/// Guesses a schema from a defaults file: every value is someone's choice, and no default.
package struct DefaultsFileImporter {
  private var result = SchemaImport()
  private let path: String

  package static func convert(_ file: (path: String, bytes: [UInt8])) throws(ImportFailure)
    -> ImportResult
  {
    guard case .dictionary(let members) = try PropertyList(file: file) else {
      throw ImportFailure(path: file.path, line: 1, message: "it holds no dictionary")
    }
    var importer = DefaultsFileImporter(path: file.path)
    for member in members.members { importer.add(member.key, member.value) }
    return try importer.result.result(from: file.path)
  }

  private mutating func add(_ key: String, _ value: PropertyList) {
    result.find()
    func leaveOut(_ message: String) { result.leaveOut(path, 1, "key `\(key)`", message) }
    if key.isEmpty { return leaveOut("an empty name is left out") }
    if Self.belongsToSystem(key) {
      return leaveOut("it belongs to the system, and is left out")
    }
    do throws(Untyped) {
      let type = try GuessedType(value)
      if let doubt = type.doubt { result.note(path, 1, "key `\(key)`", doubt) }
      if !result.root.addKey(storedAs: key, [("type", .string(type.text + "?"))]) {
        leaveOut("a second key of the name is left out")
      }
    } catch {
      leaveOut(error.reason)
    }
  }

  private static func belongsToSystem(_ key: String) -> Bool {
    ["NS", "Apple", "AK", "com.apple.", "PK", "Metal"].contains { prefix in
      key.hasPrefix(prefix)
        && (prefix.hasSuffix(".") || key.dropFirst(prefix.count).first?.isUppercase ?? false)
    }
  }
}
