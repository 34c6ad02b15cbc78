import Foundation
package import KeywrightSchema

/// A store as a release writes it, with an edge value for each key that a schema alone can make one
/// for: what later releases are tested with.
package struct Fixture {
  package let release: String
  package let members: [(name: String, value: PropertyListElement)]
  /// The keys for which only the program can make a value.
  package let missing: [String]

  package init(of today: KeyInventory, release: String) {
    self.release = release
    var members: [(String, PropertyListElement)] = []
    var missing: [String] = []
    for entry in today.keys {
      let key = entry.key
      // A cache, or another store, has the key.
      if key.isCached || key[.store] != nil { continue }
      var maker = EdgeValues(key)
      if let value = maker.value(), let suffix = maker.parameters() {
        members.append((key.storageString + suffix, value))
      } else {
        missing.append(key.storageString)
      }
    }
    self.members = members
    self.missing = missing
  }

  /// Writes the store, and returns its path.
  package func write(to folder: String) throws -> String {
    let path = path(in: folder)
    for place in [folder, path] {
      var status = stat()
      if lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
        throw OutputFailure(path: place, reason: "it is a link, through which nothing is written")
      }
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw OutputFailure(path: folder, reason: InputFiles.reason(error))
    }
    try OutputFile.write(PropertyListElement.text(of: members), to: path)
    return path
  }

  /// The path of the store, whose name is the release.
  private func path(in folder: String) -> String {
    SchemaFolder.joined(folder, "\(FixtureName.escaped(release)).plist")
  }
}
